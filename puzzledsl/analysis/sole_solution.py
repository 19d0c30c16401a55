"""The one solution of a puzzle, to be sent along with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.analysis.uniqueness import Uniqueness
    from puzzledsl.model import Model

_REASONS = {
    "none": "this puzzle has no solution to be sent along",
    "several": "this puzzle has more than one solution, so none is sent along",
    "unknown": "the time limit came before the solution was proven to be the only one",
}


def sole_solution(model: Model, found: Uniqueness) -> str:
    """The values of the main grid, row by row and separated by blanks; a masked place is ``.``.

    Raises:
        PuzzleError: it is not proven that there is exactly one solution.
    """
    if found.status != "unique":
        helps = ("`puzzledsl unique` shows two of them",) if found.status == "several" else ()
        raise failure(_REASONS[found.status], helps=helps, code="solution")
    values = found.solutions[0]
    numbers = (number for row in model.grids[0].numbers for number in row) if model.grids else ()
    return " ".join("." if number is None else str(values[number]) for number in numbers)
