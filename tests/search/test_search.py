"""Search as a solver: the same answers as HiGHS, from the same models."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.expressions import holds
from tests.examples import examples

EMPTY_SIX = "grid cell[6, 6] in 1..6\nalldifferent: rows, columns, boxes\n"
QUEENS = "grid queen[1, 8] in 1..8\nalldifferent: cells\n" + "".join(
    f"alldifferent([queen[1, j] {sign} j for j in 1..8])\n" for sign in "+-"
)


@pytest.mark.parametrize("solver", ["search", "auto"])
@pytest.mark.parametrize("text", [EMPTY_SIX, QUEENS], ids=["empty 6×6", "queens"])
def test_search_finds_verified_solutions(solver: Any, text: str) -> None:
    solution = puzzledsl.parse(text).solve(solver=solver, presolve="domain")
    assert solution.status == "solved"
    assert solution.solver == "search"
    assert solution.verify() == []


def test_search_proves_that_there_is_none() -> None:
    # Three cells, two values, pairwise different: no pair alone shows it.
    text = "grid cell[1, 3] in 0..1\nfor a, b in combinations(cells):\n    a != b\n"
    solution = puzzledsl.parse(text).solve(solver="search", presolve="none")
    assert solution.status == "infeasible"


def test_search_proves_an_optimum() -> None:
    text = "grid cell[2, 3] in 1..6\nalldifferent: cells\nmaximize r1c1 * r2c3 - abs(r1c2 - r2c1) + 100\n"
    solution = puzzledsl.parse(text).solve(solver="search")
    assert (solution.status, solution.objective, solution.gap) == ("optimal", 129, 0.0)


def test_search_refuses_real_variables_and_auto_passes_them_on() -> None:
    model = puzzledsl.parse("var x in real 0..10\nx * 2 >= 3\nminimize x\n")
    with pytest.raises(PuzzleError, match="real variables"):
        model.solve(solver="search")
    assert model.solve(solver="auto").status == "optimal"


def test_an_unknown_solver_is_refused() -> None:
    with pytest.raises(PuzzleError, match="auto, search, highs"):
        puzzledsl.parse(EMPTY_SIX).solve(solver="cplex")  # type: ignore[arg-type]


relations = st.sampled_from(
    ["r1c1 + r1c2 == r2c1", "r1c1 * r2c2 > r1c2", "not (r1c1 == r2c2 or r1c2 < r2c1)", "abs(r1c1 - r2c2) mod 2 == 1",
     "count(cells, 1) == 2", "alldifferent(row(1))", "max(cells) - min(cells) >= 2",
     "[r1c2, r2c1, r2c2][r1c1] == 1"]
)  # fmt: skip


@settings(max_examples=examples(60))
@given(st.lists(relations, min_size=1, max_size=4), st.sampled_from(["none", "domain"]))
def test_search_decides_what_brute_force_decides(chosen: list[str], presolve: Any) -> None:
    model = puzzledsl.parse("grid cell[2, 2] in 0..3\n" + "\n".join(chosen) + "\n")
    every = product(range(4), repeat=4)
    solvable = any(all(holds(r.expression, row) for r in model.elaborated.requirements) for row in every)
    solution = model.solve(solver="search", presolve=presolve)
    assert solution.status == ("solved" if solvable else "infeasible")
