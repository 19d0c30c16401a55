"""`auto`: HiGHS beside search. Whoever has the answer first gives it; whoever gives up is not waited for."""

from __future__ import annotations

from random import Random

import pytest

import puzzledsl
from puzzledsl import solve


def clauses(variables: int, seed: int) -> str:
    """Random clauses of three literals, where they are hardest to refute: some thousands of branches."""
    random = Random(seed)
    lines = [f"grid bit[1, {variables}] in 0..1"]
    for _ in range(int(4.4 * variables)):
        chosen = random.sample(range(1, variables + 1), 3)
        lines.append(" or ".join(f"r1c{i} == {random.randrange(2)}" for i in chosen))
    return "\n".join(lines) + "\n"


def test_search_goes_on_where_highs_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"simplex_iteration_limit": "0", "mip_max_nodes": "0"}
    monkeypatch.setattr(solve, "RACE_AFTER", 0.0)  # HiGHS starts with the search
    model = puzzledsl.parse(clauses(140, 2))
    alone = model.solve(solver="highs", presolve="none", time_limit=30, highs=options)
    assert alone.status == "unknown"
    solution = model.solve(solver="auto", presolve="none", time_limit=60, highs=options)
    assert (solution.status, solution.solver) == ("infeasible", "search")
