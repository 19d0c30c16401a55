"""How Penpa+ numbers the places of a square grid.

Around the grid there are two further rows and columns on each side. Row by row, first come the centres of all these
cells, then their lower right corners, then the middles of their lower sides, then those of their right sides; and
behind these, four for each, places within the corners of a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.sites.penpa.payload import MARGIN
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.model import Cell


@record(slots=True)
class Points:
    """The places of one grid.

    Attributes:
        height, width: of the grid of the model.
        margin: rows and columns on each side that belong to the drawing only.
    """

    height: int
    width: int
    margin: int

    @property
    def tall(self) -> int:
        """Rows of the drawing."""
        return self.height + 2 * self.margin

    @property
    def wide(self) -> int:
        """Columns of the drawing."""
        return self.width + 2 * self.margin

    @property
    def count(self) -> int:
        """How many places of one kind there are."""
        return (self.tall + 2 * MARGIN) * (self.wide + 2 * MARGIN)

    def cell(self, cell: Cell) -> int:
        """The centre of a cell."""
        row, column = (part - 1 + self.margin + MARGIN for part in cell)
        return row * (self.wide + 2 * MARGIN) + column

    def vertex(self, cell: Cell) -> int:
        """The lower right corner of a cell."""
        return self.count + self.cell(cell)

    def between(self, a: Cell, b: Cell) -> int:
        """The middle of the side that two cells share."""
        return (3 if a[0] == b[0] else 2) * self.count + self.cell(min(a, b))

    def side(self, a: Cell, b: Cell) -> tuple[int, int]:
        """The ends of the side that two cells share."""
        r, c = min(a, b)
        return self.vertex((r - 1, c) if a[0] == b[0] else (r, c - 1)), self.vertex((r, c))

    def across(self, cell: Cell, down: bool) -> tuple[int, int]:
        """Two opposite corners of a cell: upper left and lower right if ``down``, else the others."""
        r, c = cell
        ends = ((r - 1, c - 1), (r, c)) if down else ((r - 1, c), (r, c - 1))
        return self.vertex(ends[0]), self.vertex(ends[1])

    def corner(self, cell: Cell, which: int) -> int:
        """A place within a corner of a cell: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
        return 4 * (self.count + self.cell(cell)) + which

    def middle(self) -> int:
        """The place in the middle of the drawing."""
        row, column = (self.tall - 1) // 2 + MARGIN, (self.wide - 1) // 2 + MARGIN
        kind = 2 * (self.wide % 2) if self.tall % 2 == 0 else 0 if self.wide % 2 else 3
        kind = 1 if self.tall % 2 == 0 and self.wide % 2 == 0 else kind
        return kind * self.count + row * (self.wide + 2 * MARGIN) + column


def cage_outline(points: Points, cells: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """The dashes around a cage, each from one place within a corner to another."""
    inside = set(cells)
    for r, c in cells:
        up, down, left, right = (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)
        corners = [points.corner((r, c), k) for k in range(4)]
        for other, a, b in ((up, 0, 1), (left, 0, 2), (right, 1, 3), (down, 2, 3)):
            if other not in inside:
                yield corners[a], corners[b]
        if right in inside:  # from cell to cell, unless both go on there
            if up not in inside or (r - 1, c + 1) not in inside:
                yield corners[1], points.corner(right, 0)
            if down not in inside or (r + 1, c + 1) not in inside:
                yield corners[3], points.corner(right, 2)
        if down in inside:
            if left not in inside or (r + 1, c - 1) not in inside:
                yield corners[2], points.corner(down, 0)
            if right not in inside or (r + 1, c + 1) not in inside:
                yield corners[3], points.corner(down, 1)
