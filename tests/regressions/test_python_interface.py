"""Arguments that are no good, and are said to be."""

from __future__ import annotations

from typing import Any, cast

import pytest

import puzzledsl

MODEL = "grid cell[1, 2] in 1..2\nr1c1 < r1c2"


def test_a_presolve_without_that_name_is_a_puzzle_error() -> None:
    with pytest.raises(puzzledsl.PuzzleError, match="no presolve is called `strong`"):
        puzzledsl.parse(MODEL).solve(presolve="strong")  # type: ignore[arg-type]


def test_verify_does_not_round() -> None:
    model = puzzledsl.parse(MODEL)
    assert not model.verify({"cell": [[1, 2]]})
    assert model.verify({"cell": cast(Any, [[1.9, 2]])})


@pytest.mark.parametrize("solver", ["auto", "highs"])
def test_solutions_do_not_begin_anew_when_they_are_closed(solver: Any) -> None:
    puzzle = puzzledsl.parse("grid cell[1, 2] in 1..3\nalldifferent: rows\n")
    with puzzle.solutions(solver=solver) as stream:
        next(stream)
    assert list(stream) == []
    assert not stream.complete
