"""Arguments of another kind than a function takes are refused in words, before any work."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import puzzledsl

MODEL = puzzledsl.parse("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n")


@pytest.mark.parametrize(
    ("name", "arguments", "what"),
    [
        ("solve", {"solver": 1}, "a text"),
        ("solve", {"time_limit": True}, "a number"),
        ("solve", {"seed": 1.5}, "a whole number"),
        ("solve", {"highs": 3}, "a mapping"),
        ("solve", {"on_progress": 3}, "a function"),
        ("solve", {"cancel": 1}, "a `CancellationToken`"),
        ("compile", {"presolve": 3}, "a text"),
        ("steps", {"until": (1, 1)}, "a text"),
        ("explain", {"keep": "givens"}, "a list"),
        ("explain", {"most": 0}, "a whole number from 1"),
        ("estimate", {"samples": 0}, "a whole number from 1"),
        ("generate", {"difficulty": 3}, "a text"),
        ("generate", {"cages": "no"}, "`True` or `False`"),
        ("to_pyomo", {"encoding": 1}, "a text"),
        ("tree", {"nodes": True}, "a whole number"),
        ("relax", {"duals": 1}, "`True` or `False`"),
        ("link", {"to": 3}, "a text"),
    ],
)
def test_another_kind_of_argument_is_refused(name: str, arguments: dict[str, Any], what: str) -> None:
    (argument,) = arguments
    with pytest.raises(ValueError, match=rf"`{argument}` is {what}"):
        getattr(MODEL, name)(**arguments)


def test_so_are_those_of_functions_and_of_what_is_no_pyomo_model() -> None:
    wrong: Any = 3
    with pytest.raises(ValueError, match="`lines` is a list, not 3"):
        puzzledsl.batch(MODEL, wrong)
    with pytest.raises(ValueError, match="`settings` is a mapping, not 3"):
        puzzledsl.parse("grid cell[1, 1] in 1..2\n", settings=wrong)
    with pytest.raises(puzzledsl.PuzzleError, match="not made by `to_pyomo`"):
        MODEL.from_pyomo(wrong)


def test_what_counts_as_a_number_of_that_kind_is_not() -> None:
    numpy = pytest.importorskip("numpy")
    assert MODEL.solve(time_limit=Fraction(5), threads=numpy.int64(1), solver=None)  # type: ignore[arg-type]
    assert MODEL.count(limit=numpy.int32(1), time_limit=numpy.float64(5)).count == 1
