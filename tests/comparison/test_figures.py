"""Figures by combination."""

from __future__ import annotations

from math import inf

import pytest

from puzzledsl.comparison.figures import figures
from puzzledsl.comparison.runs import combinations, outcome_of

from .conftest import make


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
        make("infeasible", puzzle="b", total=3.0, solver="presolve"),
        make("unknown", puzzle="c", total=10.0, size={"variables": 20, "rows": 8}, nodes=7),
        make("error", puzzle="d", total=99.0),
    ]
    (found,) = figures(runs)
    assert (found.solved, found.presolved, found.limit, found.failed) == (2, 1, 1, 1)
    assert (found.median, found.slowest, found.times) == (3.0, inf, (1.0, 3.0, 10.0))
    assert (found.columns, found.rows, found.nodes) == (15, 6, 12)


def test_without_an_answer_there_are_no_times() -> None:
    (found,) = figures([make("error")])
    assert (found.solved, found.median, found.slowest, found.nodes) == (0, None, None, None)
