"""How Penpa+ numbers the places of a square grid.

Around the grid there is a ring of further rows and columns. Row by row, first come the centres of all these cells, then
their lower right corners, then the middles of their lower sides, then those of their right sides; and behind these,
four for each, places within the corners of a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from puzzledsl.formats.drawing.records import Point
from puzzledsl.model import Cell
from puzzledsl.records import record

MARGIN = 2
"""Rows and columns on each side around the drawing that have places, too."""
_OFFSETS = ((0.5, 0.5), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0))
"""Where a place lies in its cell: the centre, the lower right corner, the lower side, the right side."""


@record
class Places:
    """The places of a drawing; points are row and column in cells from the upper left corner of r1c1.

    Attributes:
        rows, columns: of cells, with the ring.
        top, left: rows above r1c1, columns left of it.
    """

    rows: int
    columns: int
    top: int
    left: int

    def point(self, place: str) -> Point | None:
        """Return the position of a place; None for one within the corner of a cell, and for anything else."""
        kind, number = divmod(_number(place), self.rows * self.columns)
        if not 0 <= kind < len(_OFFSETS):
            return None
        (row, column), (down, right) = divmod(number, self.columns), _OFFSETS[kind]
        return row - self.top + down, column - self.left + right

    def small_point(self, place: str) -> Point | None:
        """Return the centre of the cell around or within which a small text stands; None for one beside a cell."""
        kind, number = divmod(_number(place) // 4, self.rows * self.columns)
        return self.point(str(number)) if kind in (0, 1) else None

    def ends(self, segment: str) -> list[Point]:
        """Return the ends of a segment ``p,q`` as far as they are places."""
        return [point for end in segment.split(",") if (point := self.point(end)) is not None]

    def middle(self, segment: str) -> Point | None:
        """Return the middle of a segment ``p,q``; None for what is none."""
        ends = self.ends(segment)
        return middle_of(*ends) if len(ends) == 2 and segment.count(",") == 1 else None

    def place(self, point: Point) -> int:
        """Return the place at a point."""
        row, column = (ceil(part) - 1 for part in point)
        kind = _OFFSETS.index((point[0] - row, point[1] - column))
        return (kind * self.rows + row + self.top) * self.columns + column + self.left

    def spot(self, point: Point) -> int:
        """Return the nearest place within the corner of a cell."""
        row, column = (floor(2 * part) for part in point)
        return self.corner((row // 2 + 1, column // 2 + 1), 2 * (row % 2) + column % 2)

    def corner(self, cell: Cell, which: int) -> int:
        """Return a place within a corner of a cell: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
        return 4 * self.place(cell) + which

    def outline(self, cells: Sequence[Cell]) -> Iterator[tuple[int, int]]:
        """Yield the dashes around a cage, each from one place within a corner to another."""
        inside = set(cells)
        for r, c in cells:
            for down, right in ((0, 1), (1, 0)):  # along a row, along a column
                for side in (0, 1):  # above and below, or left and right
                    beyond = (2 * side - 1) * right, (2 * side - 1) * down
                    for step in (0, 1):  # within the cell, and on to the next
                        following = r + step * down, c + step * right
                        beside = {(y + beyond[0], x + beyond[1]) for y, x in ((r, c), following)}
                        if following in inside and not beside <= inside:
                            weight, far = (2, 1) if right else (1, 2)
                            yield (
                                self.corner((r, c), weight * side + far * step),
                                self.corner(following, weight * side + far * (1 - step)),
                            )


def nearest(point: Point) -> Point:
    """Return the nearest middle or corner of a cell, or middle of a side."""
    return round(2 * point[0]) / 2, round(2 * point[1]) / 2


def middle_of(a: Point, b: Point) -> Point:
    """Return the middle between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _number(place: str) -> int:
    return int(place) if place.isdecimal() and len(place) < 7 else -1
