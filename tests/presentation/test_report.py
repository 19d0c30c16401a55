"""The JSON of a solve."""

from __future__ import annotations

import json
from fractions import Fraction

from puzzledsl.answer import Answer, Options, without_answer
from puzzledsl.domain import Domain
from puzzledsl.model import Variable
from puzzledsl.presentation.report import grids, report
from puzzledsl.records import replace

from .models import ANSWER, CLASSIC, model

NOTHING = without_answer(Options(), "")


def test_grids_are_rows_with_null_where_masked_or_unsolved() -> None:
    puzzle = model(2, 2, mask=". x . .", further={"other": (1, 2)})
    assert grids(puzzle, [1, 2, 3, 4, 5]) == {"cell": [[1, None], [2, 3]], "other": [[4, 5]]}
    assert grids(puzzle, {0: 1}) == {"cell": [[1, None], [None, None]], "other": [[None, None]]}


def test_the_whole_report_survives_json() -> None:
    size = {"variables": 729, "integers": 729, "rows": 324, "nonzeros": 2916}
    seconds = {"read": 0.0123456789, "total": 0.25}
    found = Answer("solved", tuple(ANSWER), None, None, None, "binary", "highs", size, seconds)
    answer = report(found, model(9, 9, givens=CLASSIC))
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert list(answer) == [
        "status", "unique", "grids", "variables", "objective", "show", "encoding", "solver", "size", "nodes",
            "statistics", "seconds",
    ]  # fmt: skip
    assert answer["grids"] == {"cell": [ANSWER[start : start + 9] for start in range(0, 81, 9)]}
    assert answer["objective"] is None


def test_objective_bound_and_gap() -> None:
    puzzle, found = model(1, 1), replace(NOTHING, values=(1,))
    answer = report(replace(found, objective=Fraction(9, 2), bound=float("inf"), gap=0.5), puzzle)
    assert (answer["objective"], answer["bound"], answer["gap"]) == (4.5, None, 0.5)
    whole = report(replace(found, objective=Fraction(8, 2)), puzzle)["objective"]
    assert whole == 4
    assert isinstance(whole, int)


def test_real_variables_are_floats_and_others_integers() -> None:
    real = Variable("hours", Domain(()), bounds=(Fraction(0), None))
    puzzle = model(1, 1, variables=[Variable("total", Domain.range(0, 10**30)), real])
    answer = report(replace(NOTHING, values=(1, 10**30, Fraction(3))), puzzle)
    assert answer["variables"] == {"total": 10**30, "hours": 3.0}
    assert json.dumps(answer["variables"]) == f'{{"total": {10**30}, "hours": 3.0}}'


def test_nothing_found() -> None:
    answer = report(replace(NOTHING, status="infeasible"), model(2, 2))
    assert answer["grids"] == {}
    assert answer["variables"] == {}
    assert answer["status"] == "infeasible"
