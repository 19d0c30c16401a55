"""A program whose givens and clue numbers are changed has the answers of a model that is written anew."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pyomo.contrib.appsi.solvers import Highs

import puzzledsl
from puzzledsl.encodings import encodings

TEXT = """grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes
givens:
    {0} . . .
    . . {1} .
    . . . .
    . . . {2}
cage {3}: r1c2 r1c3 r2c2
cage {4}: r4c1 r4c2
cage {5}: r3c3
total {6}: r3c4 r2c4 r1c4
little_killer {7}: r4c1..r1c4
rule twice(cells, n, m): # of the author, with two numbers
    2 * sum(cells) <= n + 3 * m
twice {8} {9}: r2c1 r3c1
r1c4 + 2 * r2c4 + r4c4 >= {10}
r3c2 == {11}
"""

PARAMS = (
    "given[1, 1]", "given[2, 3]", "given[4, 4]", "cage_total[1]", "cage_total[2]", "cage_total[3]", "total_value",
    "little_killer_value", "twice_n", "twice_m", "condition_number", "condition_2_number",
)  # fmt: skip

LOWS = (1, 1, 1, 6, 3, 1, 6, 6, 1, 1, 4, 1)
HIGHS = (4, 4, 4, 9, 7, 4, 9, 12, 9, 6, 14, 4)
SOLVED = [1, 1, 1, 9, 7, 4, 9, 8, 9, 2, 8, 1]


def answer(program: Any) -> bool:
    solver = Highs()
    solver.config.load_solution = False
    found = solver.solve(program)
    if found.best_feasible_objective is None:
        return False
    found.solution_loader.load_vars()
    return True


def put(program: Any, place: str, value: int) -> None:
    name, _, index = place.partition("[")
    key = tuple(map(int, index.rstrip("]").split(", "))) if index else ()
    program.component(name)[key[0] if len(key) == 1 else key or None] = value


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_changed_numbers_have_the_answers_of_a_model_written_anew(encoding: Any) -> None:
    chance = random.Random(7)
    base = puzzledsl.parse(TEXT.format(*SOLVED))
    program = base.to_pyomo(encoding=encoding)
    outcomes = set()
    numbers = list(SOLVED)
    for _ in range(100):
        if chance.random() < 0.3:
            numbers = list(SOLVED)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(PARAMS))
            numbers[place] = chance.randint(LOWS[place], HIGHS[place])
        for name, value in zip(PARAMS, numbers, strict=True):
            put(program, name, value)
        anew = puzzledsl.parse(TEXT.format(*numbers))
        solvable = anew.solve().status == "solved"
        assert answer(program) == solvable, numbers
        outcomes.add(solvable)
        if solvable:
            anew.from_pyomo(program)
    assert outcomes == {True, False}
