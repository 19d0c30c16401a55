"""Images of a solution under symmetries that puzzles often have.

Value and variable symmetries (Cohen et al., Symmetry Definitions for Constraint Satisfaction Problems, Constraints
2006): two values exchanged, all values reversed, a grid turned or reflected. No model is analysed; an image is a guess
that costs one verification, and a second solution where it is right.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    for turn in product((False, True), repeat=3):
        moved = _moved_by(turn, model.grids, values)
        if moved is not None and any(values[x] != v for x, v in moved.items()):
            yield _moved(values, moved)


def _moved(values: Assignment, changed: dict[int, int]) -> Assignment:
    image = list(values)
    for x, v in changed.items():
        image[x] = v
    return tuple(image)


def turned(
    transposed: bool, down: bool, across: bool, row: int, column: int, height: int, width: int
) -> tuple[int, int]:
    """Return where a place goes, rows and columns from 0: first over the main diagonal, then down, then across."""
    if transposed:
        row, column, height, width = column, row, width, height
    return height - 1 - row if down else row, width - 1 - column if across else column


def _moved_by(turn: Iterable[bool], grids: Sequence[Grid], values: Assignment) -> dict[int, int] | None:
    """The values of all grids reflected, or turned by several reflections; ``None`` where a shape does not allow it."""
    moved: dict[int, int] = {}
    transposed, down, across = turn
    for grid in grids:
        places = {(r, c): x for r, row in enumerate(grid.numbers) for c, x in enumerate(row) if x is not None}
        for place, x in places.items():
            other = places.get(turned(transposed, down, across, *place, grid.height, grid.width))
            if other is None:
                return None
            moved[x] = values[other]
    return moved
