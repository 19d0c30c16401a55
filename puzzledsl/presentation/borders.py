"""Where the thick lines of a grid run, and how its masked places look; shared by terminal and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.model import all_places
from puzzledsl.presentation.geometry import sides
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.model import Cell, Grid, Mark, Model

Edge = tuple[int, int]


@record
class Borders:
    """The thick unit edges of a grid.

    Attributes:
        horizontal: ``(r, c)``: below row r (0: above the first) in column c.
        vertical: ``(c, r)``: right of column c (0: left of the first) in row r.
    """

    horizontal: frozenset[Edge]
    vertical: frozenset[Edge]


def borders(grid: Grid, groups: Iterable[Sequence[Cell]], filled: bool) -> Borders:
    """Edges between neighbours that belong to different groups, and the outer edge.

    Groups may overlap: two cells are on the same side when they belong to the same groups. Where masked
    places are ``filled`` they are part of the sheet and no line separates them from a cell; where they are
    not, the outer edge follows the cells.
    """
    cells = grid.cells
    membership: dict[Cell, set[int]] = {}
    for number, group in enumerate(sorted({tuple(sorted(set(group))) for group in groups})):
        for cell in group:
            membership.setdefault(cell, set()).add(number)

    def separated(one: Cell, other: Cell) -> bool:
        if one in cells and other in cells:
            return membership.get(one) != membership.get(other)
        if filled:
            return is_inside(grid, one) != is_inside(grid, other)
        return (one in cells) != (other in cells)

    height, width = grid.height, grid.width
    return Borders(
        frozenset((r, c) for r in range(height + 1) for c in range(1, width + 1) if separated((r, c), (r + 1, c))),
        frozenset((c, r) for c in range(width + 1) for r in range(1, height + 1) if separated((r, c), (r, c + 1))),
    )


def model_borders(model: Model, grid: Grid) -> tuple[Borders, bool]:
    """The borders of one grid of a model, and whether its masked places are filled.

    Where the answer may draw along the outer edge, the edge is no border.
    """
    filled = masks_are_filled(grid, model.marks)
    found = borders(grid, model.boxes.get(grid.name, ()), filled)
    cells = grid.cells
    drawn = [mark for mark in model.marks if mark.kind == "edge" and mark.grid == grid.name]
    level, upright = sides(mark for mark in drawn if not all(cell in cells for cell in mark.cells))
    return Borders(found.horizontal - level, found.vertical - upright), filled


def masked_places(grid: Grid) -> set[Cell]:
    """The places that hold no variable."""
    return set(all_places(grid.height, grid.width)) - grid.cells.keys()


def masks_are_filled(grid: Grid, marks: Iterable[Mark]) -> bool:
    """Whether masked places are black squares (kakuro, str8ts) rather than blank paper (samurai).

    They are when one of them has cells on all four sides, near or far, or a clue stands in one. Openings that take in a
    3×3 block do not count: those are the room between overlapping grids.
    """
    masked = masked_places(grid)
    narrow = set(masked)
    for r, c in masked:
        block = {(r + i, c + j) for i in range(3) for j in range(3)}
        if block <= masked:
            narrow -= block
    if any(
        mark.kind == "outside" and mark.grid == grid.name and mark.cells and before(grid, mark.cells)[0] in narrow
        for mark in marks
    ):
        return True
    rows: dict[int, set[int]] = {}
    columns: dict[int, set[int]] = {}
    for r, c in grid.cells:
        rows.setdefault(r, set()).add(c)
        columns.setdefault(c, set()).add(r)
    return any(
        r in rows and c in columns and min(rows[r]) < c < max(rows[r]) and min(columns[c]) < r < max(columns[c])
        for r, c in narrow
    )


def before(grid: Grid, cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """The place where a line's outside clue stands, and the step from there into the line.

    It is the first place that is not a cell when the line is followed backwards, so it is masked or lies
    outside (row or column 0, or one more than there are). A single cell is read from its nearest side.
    """
    (r, c), step = cells[0], _step(cells)
    if step is None:
        sides = [(c, (0, 1)), (r, (1, 0)), (grid.width + 1 - c, (0, -1)), (grid.height + 1 - r, (-1, 0))]
        step = min(sides, key=lambda side: side[0])[1]
    members = grid.cells
    while (r, c) in members:
        r, c = r - step[0], c - step[1]
    return (r, c), step


def _step(cells: Sequence[Cell]) -> Cell | None:
    for r, c in cells[1:]:
        step = ((r > cells[0][0]) - (r < cells[0][0]), (c > cells[0][1]) - (c < cells[0][1]))
        if step != (0, 0):
            return step
    return None


def is_inside(grid: Grid, place: Cell) -> bool:
    """Whether a place is within the rectangle of a grid, masked or not."""
    return 1 <= place[0] <= grid.height and 1 <= place[1] <= grid.width
