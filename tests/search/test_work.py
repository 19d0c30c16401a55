"""Budgets count work: a busy machine takes the same path, and no question takes far more than another."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

import puzzledsl
from puzzledsl.analysis.candidates import candidates_in
from puzzledsl.answer import Options
from puzzledsl.session import SolverSession
from puzzledsl.solve import solve_model

HARD = """grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
givens:
    8 . . . . . . . .
    . . 3 6 . . . . .
    . 7 . . 9 . 2 . .
    . 5 . . . 7 . . .
    . . . . 4 5 7 . .
    . . . 1 . . . 3 .
    . . 1 . . . . 6 8
    . . 8 5 . . . 1 .
    . 9 . . . . 4 . .
"""


@contextmanager
def load() -> Iterator[None]:
    """Processes that keep every core busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def clauses(variables: int, seed: int) -> str:
    """Random clauses of three literals that have no solution, after some hundred branches."""
    random = Random(seed)
    lines = [f"grid bit[1, {variables}] in 0..1"]
    for _ in range(5 * variables):
        chosen = random.sample(range(1, variables + 1), 3)
        lines.append(" or ".join(f"r1c{i} == {random.randrange(2)}" for i in chosen))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("text", [HARD, clauses(60, 1)], ids=["sudoku", "clauses"])
def test_a_busy_machine_takes_the_same_path(text: str) -> None:
    model = puzzledsl.parse(text).elaborated
    alone = solve_model(model, Options(solver="search"))
    with load():
        busy = solve_model(model, Options(solver="search"))
    assert alone.nodes is not None
    assert alone.nodes > 20
    assert (busy.status, busy.nodes, busy.values) == (alone.status, alone.nodes, alone.values)


@pytest.mark.parametrize("seed", range(12))
def test_candidates_take_at_most_twice_the_branches_of_all_solutions(seed: int) -> None:
    """Up to 1,000 solutions."""
    random = Random(seed)
    size = random.choice([4, 6])
    cells = random.sample([(i, j) for i in range(1, size + 1) for j in range(1, size + 1)], 6 if size == 4 else 14)
    latin = [[(i + j) % size + 1 for j in range(size)] for i in range(size)]
    givens = [f"r{i}c{j} == {latin[i - 1][j - 1]}" for i, j in cells]
    model = puzzledsl.parse(
        f"grid cell[{size}, {size}] in 1..{size}\nalldifferent: rows, columns\n" + "\n".join(givens)
    )
    with SolverSession(model.elaborated, Options(solver="search")) as session:
        with session.solutions() as listing:
            count = sum(1 for _ in zip(range(1_001), listing, strict=False))
            branches = listing.nodes
        if count > 1_000:
            return
        found = candidates_in(session)
    assert found.status == "complete"
    assert found.nodes <= 2 * branches
