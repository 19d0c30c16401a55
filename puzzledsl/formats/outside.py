"""Lines of cells that are seen from a place outside the grid, the nearest cell first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell


def line_from(draft: Draft, place: Cell) -> list[Cell]:
    """The row or column that a place beside the grid looks into; empty at a corner or within the grid."""
    row, column = place
    down, across = range(1, draft.height + 1), range(1, draft.width + 1)
    if column in across and row not in down:
        cells = [(r, column) for r in down]
        return cells if row < 1 else cells[::-1]
    if row in down and column not in across:
        cells = [(row, c) for c in across]
        return cells if column < 1 else cells[::-1]
    return []


def diagonal_from(draft: Draft, place: Cell, step: Cell) -> list[Cell]:
    """The diagonal that begins one step beside a place outside the grid.

    Args:
        step: rows and columns from each cell to the next, each 1 or -1.
    """
    cells: list[Cell] = []
    row, column = place[0] + step[0], place[1] + step[1]
    while draft.inside((row, column)):
        cells.append((row, column))
        row, column = row + step[0], column + step[1]
    return cells
