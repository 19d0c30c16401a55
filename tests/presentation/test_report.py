"""The JSON of a solve."""

from __future__ import annotations

import json
from fractions import Fraction

from puzzledsl.domain import Domain
from puzzledsl.model import Variable
from puzzledsl.presentation.report import grids, report

from .models import ANSWER, CLASSIC, model


def test_grids_are_rows_with_null_where_masked_or_unsolved() -> None:
    puzzle = model(2, 2, mask=". x . .", further={"other": (1, 2)})
    assert grids(puzzle, [1, 2, 3, 4, 5]) == {"cell": [[1, None], [2, 3]], "other": [[4, 5]]}
    assert grids(puzzle, {0: 1}) == {"cell": [[1, None], [None, None]], "other": [[None, None]]}


def test_the_whole_report_survives_json() -> None:
    answer = report(
        status="solved",
        model=model(9, 9, givens=CLASSIC),
        values=ANSWER,
        encoding="binary",
        solver="highs",
        size={"variables": 729, "integers": 729, "rows": 324, "nonzeros": 2916},
        seconds={"read": 0.0123456789, "total": 0.25},
        shown=["diagonal 45"],
    )
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert list(answer) == [
        "status", "unique", "grids", "variables", "objective", "show", "encoding", "solver", "size", "nodes",
            "statistics", "seconds",
    ]  # fmt: skip
    assert answer["grids"] == {"cell": [ANSWER[start : start + 9] for start in range(0, 81, 9)]}
    assert answer["objective"] is None


def test_objective_bound_and_gap() -> None:
    answer = report(
        status="feasible", model=model(1, 1), values=[1], objective=Fraction(9, 2), bound=float("inf"), gap=0.5
    )
    assert (answer["objective"], answer["bound"], answer["gap"]) == (4.5, None, 0.5)
    whole = report(status="optimal", model=model(1, 1), values=[1], objective=Fraction(8, 2))["objective"]
    assert whole == 4
    assert isinstance(whole, int)


def test_real_variables_are_floats_and_others_integers() -> None:
    real = Variable("hours", Domain(()), bounds=(Fraction(0), None))
    puzzle = model(1, 1, variables=[Variable("total", Domain.range(0, 10**30)), real])
    answer = report(status="solved", model=puzzle, values=[1, 10**30, Fraction(3)])
    assert answer["variables"] == {"total": 10**30, "hours": 3.0}
    assert json.dumps(answer["variables"]) == f'{{"total": {10**30}, "hours": 3.0}}'


def test_nothing_found() -> None:
    answer = report(status="infeasible", model=model(2, 2), encoding="binary", solver="highs")
    assert answer["grids"] == {}
    assert answer["variables"] == {}
    assert answer["status"] == "infeasible"
