"""Objectives and rows with large coefficients: what floating-point arithmetic cannot prove is not called proven."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.encodings import encodings
from tests.examples import examples

ISSUE = """grid cell[1, 6] in 0..3
r1c1 + r1c2 <= 4
r1c3 + r1c4 + r1c5 + r1c1 <= 6
alldifferent: [r1c2, r1c3]
r1c5 * r1c6 <= 5
r1c4 != r1c1
maximize 70000000000000*r1c1 + 9999999999999*r1c2 + 3*r1c3 + 5*r1c4 - r1c5 + 1000000000001*r1c6
"""
BEST = 223000000000013


@pytest.mark.parametrize("encoding", encodings())
def test_a_bound_of_highs_excludes_no_neighbour_of_a_large_objective(encoding: Any) -> None:
    found = puzzledsl.parse(ISSUE).solve(solver="highs", encoding=encoding)
    assert found.status == "feasible" or found.objective == BEST
    if found.status == "feasible":
        assert found.bound is not None
        assert found.bound >= BEST
        assert "better solution" in found.message
    assert puzzledsl.parse(ISSUE).solve().objective == BEST


SIZES = st.integers(0, 15).map(lambda power: 10**power)
COEFFICIENTS = st.builds(lambda size, factor, more: factor * size + more, SIZES, st.integers(-9, 9), st.integers(-1, 1))


@settings(max_examples=examples(15), deadline=None)
@given(
    costs=st.lists(COEFFICIENTS, min_size=3, max_size=3),
    row=st.tuples(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS),
    maximize=st.booleans(),
    encoding=st.sampled_from(sorted(encodings())),
)
def test_what_is_called_proven_is_true(
    costs: list[int], row: tuple[int, int, int], maximize: bool, encoding: Any
) -> None:
    """By brute force over three cells; the row is about two of them."""
    sense = "maximize" if maximize else "minimize"
    goal = " + ".join(f"({k}) * r1c{i}" for i, k in enumerate(costs, 1))
    text = (
        "grid cell[1, 3] in -1..2\nalldifferent: [r1c1, r1c2]\n"
        f"({row[0]}) * r1c1 + ({row[1]}) * r1c2 + r1c3 >= ({row[2]})\n{sense} {goal}\n"
    )
    values = [
        sum(k * x for k, x in zip(costs, cells, strict=True))
        for cells in product(range(-1, 3), repeat=3)
        if cells[0] != cells[1] and row[0] * cells[0] + row[1] * cells[1] + cells[2] >= row[2]
    ]
    best = (max if maximize else min)(values, default=None)
    try:
        model = puzzledsl.parse(text)
    except puzzledsl.PuzzleError:  # a constraint that can never hold is an error
        assert best is None
        return
    for solver in ("highs", "auto"):
        found = model.solve(solver=solver, encoding=encoding, presolve="none")
        match found.status:
            case "optimal":
                assert found.objective == best
            case "infeasible":
                assert best is None
            case "feasible":
                assert best is not None
                assert found.bound is None or (found.bound >= best if maximize else found.bound <= best)
            case status:
                assert status == "unknown"


def test_a_row_as_coarse_as_the_tolerance_of_highs() -> None:
    """HiGHS with a ratio of 10^6 called -119901 optimal."""
    text = (
        "grid cell[1, 5] in -2..2\n1000000 * r1c4 + r1c2 >= 999999\nr1c2 + r1c5 <= -2\nr1c5 != r1c3\n"
        "r1c5 + r1c3 <= 1\nminimize r1c1 - 4*r1c2 + 59999*r1c3 + 4*r1c4 - 91*r1c5\n"
    )
    found = puzzledsl.parse(text).solve(solver="highs", encoding="integer", presolve="none")
    assert (found.status, found.objective) in (("feasible", -119901), ("optimal", -119984))


def test_numbers_that_highs_does_not_take_are_named() -> None:
    text = ISSUE.replace("70000000000000", "7" + "0" * 24)
    refused = puzzledsl.parse(text).solve(solver="highs")
    assert refused.status == "unknown"
    assert "10^15" in refused.message
    assert puzzledsl.parse(text).solve().status == "optimal"
    for ask in (puzzledsl.parse(text).relax, puzzledsl.parse(text).tree):
        with pytest.raises(puzzledsl.PuzzleError, match="numbers above 10\\^15"):
            ask()


def test_an_optimum_within_a_gap_is_one_if_search_confirms_it() -> None:
    model = puzzledsl.parse("grid cell[1, 2] in 0..9\nalldifferent: cells\nmaximize 100000000000*r1c1 + r1c2\n")
    assert model.solve(solver="highs", gap=0.1, presolve="none").status == "optimal"


def test_an_optimum_within_a_gap_that_an_option_sets_is_none() -> None:
    """Without the option, HiGHS proves an optimum, or its bound at least lies within the gap."""
    random = Random(4)

    def weighted(low: int, high: int) -> str:
        return " + ".join(f"{random.randint(low, high)} * r1c{i}" for i in range(1, 15))

    rows = [f"{weighted(3, 60)} <= {random.randint(900, 1400)}\n" for _ in range(6)]
    model = puzzledsl.parse(f"grid cell[1, 14] in 0..9\n{''.join(rows)}maximize {weighted(10, 60)}\n")
    found = model.solve(solver="highs", encoding="integer", presolve="none", highs={"mip_rel_gap": "0.5"})
    assert found.objective is not None
    assert found.bound is not None
    assert found.status == ("optimal" if found.bound < found.objective + 1 else "feasible")
    assert "too large" not in found.message
    within = model.solve(solver="highs", encoding="integer", presolve="none", gap=0.5)
    assert (within.status, within.objective, within.bound) == (found.status, found.objective, found.bound)


def test_an_objective_below_the_tolerances_is_not_called_optimal() -> None:
    model = puzzledsl.parse(
        "var y in real 0..1\ngrid cell[1, 2] in 0..9\nmaximize 1/10000000 * r1c1 + 1/10000000 * r1c2 + 1/10000000 * y\n"
        "r1c1 + 2 * r1c2 <= 13\n"
    )
    found = model.solve()
    assert found.status == "feasible" or found.objective == Fraction(12, 10**7)
