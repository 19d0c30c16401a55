"""Figures by combination."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.comparison.combinations import Combination, combinations
from puzzledsl.comparison.figures import Time, figures
from puzzledsl.comparison.runs import outcome_of
from tests.examples import examples

from .conftest import make

WAY = Combination("binary", "highs", "none")


def test_search_has_no_encoding_and_is_run_once() -> None:
    found = combinations(["binary", "integer"], ["highs", "search"], ["none", "probe"])
    assert [str(one) for one in found] == [
        "binary HiGHS presolve none",
        "binary HiGHS presolve probe",
        "integer HiGHS presolve none",
        "integer HiGHS presolve probe",
        "search presolve none",
        "search presolve probe",
    ]


@pytest.mark.parametrize(
    ("status", "total", "outcome"),
    [
        ("solved", 12.0, "solved"),
        ("infeasible", 1.0, "solved"),
        ("unknown", 9.96, "limit"),
        ("feasible", 10.2, "limit"),
        ("unknown", 3.0, "failed"),
        ("error", 10.0, "failed"),
    ],
)
def test_outcomes(status: str, total: float, outcome: str) -> None:
    assert outcome_of(status, total, 10.0) == outcome


def test_counts_and_times() -> None:
    runs = [
        make("solved", puzzle="a", total=1.0, size={"variables": 10, "rows": 4}, nodes=5),
        make("infeasible", puzzle="b", total=3.0, by="presolve"),
        make("unknown", puzzle="c", total=10.0, size={"variables": 20, "rows": 8}, nodes=7),
        make("error", puzzle="d", total=99.0),
    ]
    (found,) = figures(runs, [WAY])
    assert (found.solved, found.presolved, found.limit, found.failed) == (2, 1, 1, 1)
    assert found.median == Time(3.0)
    assert found.slowest == Time(10.0, at_least=True)
    assert found.total == Time(14.0, at_least=True)
    assert (found.columns, found.rows, found.nodes) == (15, 6, 12)


def test_rounds_of_a_puzzle_count_as_one_by_their_median() -> None:
    runs = [make("solved", total=total, number=number) for number, total in enumerate((5.0, 1.0, 2.0))]
    (found,) = figures(runs, [WAY])
    assert (found.solved, found.total) == (1, Time(2.0))
    (late,) = figures([*runs, make("unknown", total=10.0, number=3)], [WAY])
    assert (late.solved, late.limit) == (0, 1)


def test_without_runs_there_are_no_times() -> None:
    (found,) = figures([], [WAY])
    assert (found.solved, found.median, found.total, found.nodes) == (0, None, None, None)


@settings(max_examples=examples(60))
@given(st.lists(st.floats(0.001, 100), min_size=1, max_size=30))
def test_ninety_per_cent_are_not_slower_than_the_percentile(times: list[float]) -> None:
    (found,) = figures([make("solved", puzzle=str(n), total=time) for n, time in enumerate(times)], [WAY])
    limit = found.percentile90.seconds if found.percentile90 else inf
    assert limit in times
    assert sum(time <= limit for time in times) >= 0.9 * len(times)
    assert found.slowest == Time(max(times))
