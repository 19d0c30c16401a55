"""Where the mark of a clue is, both ways: outside for a row or diagonal, on the corner of four cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from puzzledsl.expressions import regions_of
from puzzledsl.formats.board import Unsayable
from puzzledsl.model import Cell


class AnyGrid(Protocol):
    """A grid with its places, of an `ExportBoard` or a `ModelDraft`."""

    height: int
    width: int

    def inside(self, cell: Cell) -> bool:
        """Whether the grid has this place."""


DIRECTIONS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""Rows and columns from each cell of a diagonal to the next."""


def line_from(grid: AnyGrid, place: Cell) -> list[Cell]:
    """The row or column that a place beside the grid looks into; empty at a corner or within the grid."""
    (row, column), rows, columns = place, range(1, grid.height + 1), range(1, grid.width + 1)
    if (row in rows) == (column in columns):
        return []
    cells = [(row, c) for c in columns] if row in rows else [(r, column) for r in rows]
    return [cell for cell in (cells if min(place) < 1 else reversed(cells)) if grid.inside(cell)]


def line_of(grid: AnyGrid, cells: Sequence[Cell]) -> Cell:
    """The place outside the grid from which a whole row or column is seen in this order.

    Raises:
        Unsayable: the cells are no whole row or column.
    """
    row, column = cells[0]
    for place in ((row, 0), (row, grid.width + 1), (0, column), (grid.height + 1, column)):
        if len(cells) > 1 and line_from(grid, place) == list(cells):
            return place
    raise Unsayable("its cells are not a whole row or column")


def diagonal_from(grid: AnyGrid, place: Cell, step: Cell) -> list[Cell]:
    """The diagonal that begins one step beside a place outside the grid; empty if the place is within it."""
    cells: list[Cell] = []
    row, column = place
    while grid.inside(cells[-1]) if cells else not grid.inside(place):
        row, column = row + step[0], column + step[1]
        cells.append((row, column))
    return cells[:-1]


def diagonal_of(grid: AnyGrid, cells: Sequence[Cell]) -> tuple[Cell, str]:
    """The place outside from which a diagonal is seen, and its direction: ``UL``, ``UR``, ``DL`` or ``DR``.

    Raises:
        Unsayable: the cells are no diagonal from border to border.
    """
    for direction, (down, across) in DIRECTIONS.items():
        place = (cells[0][0] - down, cells[0][1] - across)
        if diagonal_from(grid, place, (down, across)) == list(cells):
            return place, direction
    raise Unsayable("its cells are not a diagonal from border to border")


def is_square(cells: Sequence[Cell]) -> bool:
    """Whether these are the four cells around a corner."""
    r, c = min(cells)
    return sorted(cells) == [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def connected(cells: Sequence[Cell], pairs: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The groups of cells that pairs join, each in the order of the cells; other pairs are passed over."""
    number = {cell: k for k, cell in enumerate(cells)}
    edges = [(number[a], number[b]) for a, b in pairs if a in number and b in number]
    groups: dict[int, list[Cell]] = {}
    for cell, first in zip(cells, regions_of(len(cells), [0] * len(edges), edges), strict=True):
        groups.setdefault(first, []).append(cell)
    return [*groups.values()]


def share_side(a: Cell, b: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
