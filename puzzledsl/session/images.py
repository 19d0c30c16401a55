"""Images of a solution under symmetries that puzzles often have.

Value and variable symmetries (Cohen et al., Symmetry Definitions for Constraint Satisfaction Problems, Constraints
2006): two values exchanged, all values reversed, a grid turned or reflected. No model is analysed; an image is a guess
that costs one verification, and a second solution where it is right.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.model import Grid, Model
    from puzzledsl.session.verdict import Assignment

MOST_VALUES = 16
"""Of more values, pairs are not exchanged: there would be too many."""


def images(model: Model, values: Assignment) -> Iterator[Assignment]:
    """Assignments that differ from ``values`` in a cell of a grid; most are no solutions.

    Variables outside the grids keep their values. The model has no real variables.
    """
    cells = sorted({x for grid in model.grids for x in grid.cells.values()})
    present = sorted({values[x] for x in cells})
    if 2 <= len(present) <= MOST_VALUES:
        turned = dict(zip(present, reversed(present), strict=True))
        for exchanged in [turned] + [{a: b, b: a} for a, b in combinations(present, 2)]:
            yield _moved(values, {x: exchanged.get(values[x], values[x]) for x in cells})
    for transposed, down, across in list(product((False, True), repeat=3))[1:]:
        moved: dict[int, int] = {}
        if all(_turned(grid, transposed, down, across, values, moved) for grid in model.grids) and any(
            values[x] != v for x, v in moved.items()
        ):
            yield _moved(values, moved)


def _moved(values: Assignment, changed: dict[int, int]) -> Assignment:
    image = list(values)
    for x, v in changed.items():
        image[x] = v
    return tuple(image)


def _turned(grid: Grid, transposed: bool, down: bool, across: bool, values: Assignment, moved: dict[int, int]) -> bool:
    """Add the values of a grid reflected, or turned by several reflections; False where its shape does not allow it."""
    if transposed and grid.height != grid.width:
        return False
    for i, row in enumerate(grid.numbers):
        for j, x in enumerate(row):
            k, m = (j, i) if transposed else (i, j)
            other = grid.numbers[grid.height - 1 - k if down else k][grid.width - 1 - m if across else m]
            if (x is None) != (other is None):
                return False
            if x is not None and other is not None:
                moved[x] = values[other]
    return True
