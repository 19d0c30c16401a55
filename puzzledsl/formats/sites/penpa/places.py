"""Where things are: a number for each centre, corner and side of the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.penpa.payload import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.drawings.records import Point
    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.model import Cell

_OFFSETS = ((0.5, 0.5), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0))
"""Where a place lies in its cell: the centre, the lower right corner, the lower side, the right side."""
_QUARTERS = ((0.2, 0.2), (0.2, 0.8), (0.8, 0.2), (0.8, 0.8))


class Places:
    """The places of a puzzle, relative to the rectangle that its cells fill.

    Attributes:
        height, width: of that rectangle.
        gaps: cells of it that are not in the puzzle.
    """

    def __init__(self, payload: Payload) -> None:
        """Find the rectangle.

        Raises:
            PuzzleError: there are no cells.
        """
        self._width, self._count = payload.width, payload.width * payload.height
        rows = [place // self._width for place in payload.cells if 0 <= place < self._count]
        columns = [place % self._width for place in payload.cells if 0 <= place < self._count]
        if not rows:
            raise unreadable(SITE, "its grid has no cells")
        self._top, self._left = min(rows), min(columns)
        self.height, self.width = max(rows) - self._top + 1, max(columns) - self._left + 1
        there = {self.cell(place) for place in payload.cells}
        everything = ((r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1))
        self.gaps = [cell for cell in everything if cell not in there]

    def point(self, place: Any) -> Point | None:
        """The point of a place, in cells from the top left corner; none for what is no place."""
        if not isinstance(place, int) or not 0 <= place < len(_OFFSETS) * self._count:
            return None
        kind, number = divmod(place, self._count)
        row, column = divmod(number, self._width)
        down, right = _OFFSETS[kind]
        return row - self._top + down, column - self._left + right

    def small_point(self, place: int) -> Point | None:
        """The point of a small text: in a corner of a cell, or above and below sides."""
        number, quarter = divmod(place, 4)
        if number < self._count:  # small texts around the centre
            return self.point(number)
        center = self.point(number - self._count)
        if center is None or center[0] % 1 != 0.5 or center[1] % 1 != 0.5:
            return None
        down, right = _QUARTERS[quarter]
        return center[0] - 0.5 + down, center[1] - 0.5 + right

    def cell(self, place: Any) -> Cell | None:
        """The cell whose centre a place is; none if it is another place, or outside."""
        if not isinstance(place, int) or not 0 <= place < self._count:
            return None
        row, column = divmod(place, self._width)
        cell = (row - self._top + 1, column - self._left + 1)
        return cell if 1 <= cell[0] <= self.height and 1 <= cell[1] <= self.width else None

    def entries(self, layer: Any) -> Iterator[tuple[int, Any]]:
        """The entries of a layer by place."""
        for key, value in layer.items() if isinstance(layer, dict) else ():
            if str(key).isdecimal() and len(str(key)) < 7 and value is not None:
                yield int(key), value

    def segments(self, layer: Any) -> Iterator[tuple[Point, Point, int]]:
        """The segments of a layer, ``"p,q": style``."""
        for key, style in layer.items() if isinstance(layer, dict) else ():
            ends = [self.point(int(end)) for end in str(key).split(",") if end.isdecimal() and len(end) < 7]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None and isinstance(style, int):
                yield ends[0], ends[1], style

    def path(self, found: Any) -> list[Cell]:
        """The cells of a list of places; empty if a place is no cell."""
        cells = [self.cell(place) for place in found] if isinstance(found, list) else []
        return [cell for cell in cells if cell is not None] if None not in cells else []
