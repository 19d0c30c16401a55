"""A lower bound on the number of givens of a puzzle, known before any puzzle is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.primitives.alldifferent import AllDifferent

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Model

CLASSIC = 17
"""McGuire, Tugemann and Civario, There Is No 16-Clue Sudoku, Experimental Mathematics 23 (2014)."""


def least_givens(flat: FlatModel, model: Model) -> tuple[int, str]:
    """The least number of givens, those of the model included, that exactly one solution needs; and the reason.

    Where all constraints are all-different, two values that are not given may change places
    everywhere, which makes another solution if one of them occurs. Zero where nothing is known.
    """
    groups: set[frozenset[int]] = set()
    domains = {variable.domain for variable in model.variables}
    if (
        len(domains) != 1
        or not model.variables
        or any(requirement.origin.is_given for requirement in model.requirements)
    ):
        return 0, ""
    for constraint in flat.constraints:
        match constraint.primitive:
            case AllDifferent(variables, ignoring, offsets) if not ignoring and not any(offsets):
                groups.add(frozenset(variables))
            case _:
                return 0, ""
        if constraint.condition:
            return 0, ""
    if _is_classic(model, groups):
        return CLASSIC, f"no sudoku with fewer than {CLASSIC} givens has exactly one solution"
    size = next(iter(domains)).size
    occurring = max(map(len, groups), default=0)
    return min(occurring, size - 1), "two values that are not given could change places everywhere"


def _is_classic(model: Model, groups: set[frozenset[int]]) -> bool:
    grid = model.grids[0]
    if (grid.height, grid.width, grid.domain.size, len(model.variables)) != (9, 9, 9, 81):
        return False
    cells = [[number for number in row if number is not None] for row in grid.numbers]
    if any(len(row) != 9 for row in cells):
        return False
    nine = range(9)
    houses = {frozenset(row) for row in cells} | {frozenset(row[c] for row in cells) for c in nine}
    houses |= {frozenset(cells[3 * (k // 3) + i][3 * (k % 3) + j] for i in range(3) for j in range(3)) for k in nine}
    return groups == houses
