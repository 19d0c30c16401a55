"""Codecs: each reads one part of a link's text into layouts, and writes the same layouts as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.bounds import LARGEST_SIDE, unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Mark, Rows, blank, places_of
from puzzledsl.formats.sites.puzzlink.codes import Code, first_of, needed, packed, read_marks, write_marks
from puzzledsl.records import record

Size = tuple[int, int]
"""Rows and columns."""


@record
class Places:
    """The places that marks belong to.

    Attributes:
        sizes: of the layouts, for a grid of a size.
        order: layout, row and column of each place.
    """

    sizes: Callable[[int, int], Sequence[Size]]
    order: Callable[[Body, Sequence[Size]], Sequence[tuple[int, int, int]]]


def _all(_: Body, sizes: Sequence[Size]) -> Sequence[tuple[int, int, int]]:
    return [(k, r, c) for k, (height, width) in enumerate(sizes) for r in range(height) for c in range(width)]


CELLS = Places(lambda h, w: [(h, w)], _all)
CORNERS = Places(lambda h, w: [(h + 1, w + 1)], _all)
"""The corners of cells, with those at the border of the grid."""
CENTRES = Places(lambda h, w: [(2 * h - 1, 2 * w - 1)], _all)
"""The cells, the sides between them and the corners between those, all in reading order."""
SIDES = Places(
    CENTRES.sizes,
    lambda body, _: [(0, r + y - 2, c + x - 2) for (r, c), (y, x) in body.sides()],
)
"""The sides between cells, those of rows first, in a layout that has the cells at its odd rows and columns."""
ROOMS = Places(CELLS.sizes, lambda body, _: [(0, r - 1, c - 1) for r, c in map(min, body.rooms)])
"""The first cells of the rooms that were read."""
OUTSIDE = Places(lambda h, w: [(1, w), (1, w), (1, h), (1, h)], _all)
"""Above, below, left and right of the grid."""
ABOVE_AND_LEFT = Places(lambda h, w: [(1, w), (1, h)], _all)
NOWHERE = Places(lambda *_: [], _all)


class Codec:
    """What reads and writes a part of a link.

    Attributes:
        places: what its layouts have the size of.
    """

    places = CELLS

    def read(self, body: Body) -> list[Rows]:
        """Read layouts from the text.

        Raises:
            PuzzleError: the text ends too early, or something in it means nothing.
        """
        raise NotImplementedError

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """Write layouts; those at the end may be missing.

        Args:
            grid: its size and walls, and its rooms once they are written.

        Raises:
            Unsayable: they have a mark that no link can hold; the second argument is its layout, if known.
            LookupError, ValueError: they are of another size, or hold something else.
        """
        raise NotImplementedError

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        """Return the size of the grid that has these layouts, unless they do not tell it."""
        layouts = layouts[: len(self.places.sizes(1, 1))]
        found = [(len(rows), len(rows[0])) for rows in layouts if rows]
        sides = range(1, LARGEST_SIDE + 1)
        fitting = [size for size in product(sides, sides) if [*self.places.sizes(*size)][: len(found)] == found]
        return fitting[0] if len(fitting) == 1 and len(found) == len(layouts) else None


class Marks(Codec):
    """Marks of places, one code after another.

    Empty places at the end of a text may be left out, and too many given.

    Attributes:
        places: of the marks.
    """

    def __init__(self, places: Places, *codes: Code) -> None:
        """Take the places, and the codes of their marks."""
        self.places, self._code = places, first_of(*codes)

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        sizes = self.places.sizes(body.height, body.width)
        order = self.places.order(body, sizes)
        layouts = [blank(*size) for size in sizes]
        for (layout, r, c), mark in zip(order, read_marks(self._code, body, len(order)), strict=True):
            layouts[layout][r][c] = mark or "."
        return layouts

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        order = self.places.order(grid, self.places.sizes(grid.height, grid.width))
        found = (layouts[layout][r][c] for layout, r, c in order)
        try:
            return write_marks(self._code, [None if mark == "." else mark for mark in found])
        except Unsayable as error:
            reason, at = error.args
            layout, r, c = order[at]
            raise Unsayable(f"{reason}, as in row {r + 1}, column {c + 1}", layouts[layout]) from None


@record
class Apart(Codec):
    """Two kinds of marks in one part: those of white cells, and those of black cells by what they mean.

    The second layout has the black ones; if there is a ``third``, it marks all black cells with ``x``.
    """

    codec: Codec
    black: Mapping[str, str]
    third: bool = True

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        (rows,) = self.codec.read(body)
        black = [[self.black.get(mark, ".") for mark in row] for row in rows]
        white = [["." if mark in self.black else mark for mark in row] for row in rows]
        return [white, black, places_of(black)] if self.third else [white, black]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        marks = {meant: mark for mark, meant in self.black.items()}
        rows = [
            [marks.get(found[1], found[0]) if len(found) > 1 else found[0] for found in zip(*row, strict=True)]
            for row in zip(*layouts[:2], strict=True)
        ]
        return self.codec.write([rows], grid)

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        """See `Codec`."""
        return self.codec.size(layouts)


@record
class Alternatives(Codec):
    """Two codings of the same marks: the first if it can hold them, otherwise the second behind a sign."""

    first: Codec
    sign: str
    second: Codec

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        if body.peek() != self.sign:
            return self.first.read(body)
        body.take()
        return self.second.read(body)

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        try:
            return self.first.write(layouts, grid)
        except Unsayable:
            return self.sign + self.second.write(layouts, grid)


@record
class Rooms(Codec):
    """Borders between cells, five a character: first those within rows, then those within columns.

    The first layout has the rooms, those of ``black`` follow; cells with a mark in the last of these are in no room. If
    borders are ``shown``, one more layout has ``x`` for each border, between the cells.
    """

    black: Codec | None = None
    shown: bool = False

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        drawn = _read_borders(body, complete=True)
        others = self.black.read(body) if self.black else []
        rooms = body.rooms_between([*map(bool, drawn)], others[-1] if others else None)
        if not self.shown:
            return [rooms, *others]
        body.walls.clear()
        return [rooms, *others, body.between(drawn)]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        label, *others = layouts
        if self.shown and len(layouts) > 2:
            drawn = [mark == "x" for mark in grid.on_sides(layouts[2])]
        else:
            walls, sides = {*grid.walls}, zip(grid.sides(), grid.across(label), strict=True)
            drawn = [a != b or side in walls for side, (a, b) in sides]
        black = self.black.write(others, grid) if self.black else ""
        grid.rooms_between(drawn, others[-1] if black else None)
        return _write_borders(grid, drawn) + black


class Walls(Codec):
    """Borders between cells, coded as those of `Rooms`, if there are any. They part no rooms, and fill no layout."""

    places = NOWHERE

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        drawn = _read_borders(body, complete=False)
        body.walls = [side for side, border in zip(body.sides(), drawn, strict=True) if border]
        return []

    def write(self, _: object, grid: Body) -> str:
        """See `Codec`."""
        walls = {*grid.walls}
        return _write_borders(grid, [side in walls for side in grid.sides()]) if walls else ""


_BORDERS = packed([None, "x"], 5)


def _read_borders(body: Body, *, complete: bool) -> list[Mark]:
    """A mark for each of the sides where a border is drawn: those within rows, then those within columns."""
    counts = body.height * (body.width - 1), body.width * (body.height - 1)
    return [mark for count in counts for mark in read_marks(_BORDERS, body, count, complete=complete)]


def _write_borders(grid: Body, drawn: Sequence[bool]) -> str:
    marks = ["x" if border else None for border in drawn]
    within_rows = grid.height * (grid.width - 1)
    return write_marks(_BORDERS, marks[:within_rows]) + write_marks(_BORDERS, marks[within_rows:])


class Followed(Codec):
    """Marks, and behind all of them one more code for each, which gives its second part: ``A,2``."""

    def __init__(self, codec: Codec, code: Code) -> None:
        """Take the codec of the marks, whose places these are, and the code behind them."""
        self.places, self._codec, self._code = codec.places, codec, code

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        return [
            [[mark if mark == "." else f"{mark},{needed(self._code, body)[0]}" for mark in row] for row in rows]
            for rows in self._codec.read(body)
        ]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        first = [[[mark.rpartition(",")[0] or "." for mark in row] for row in rows] for rows in layouts]
        second = [mark.rpartition(",")[2] for rows in layouts for row in rows for mark in row if mark != "."]
        return self._codec.write(first, grid) + write_marks(self._code, second)


@record
class Optional(Codec):
    """Parts of one layout each, which are left out where none of them has a mark."""

    parts: tuple[Codec, ...]

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        return [rows for part in self.parts for rows in part.read(body)]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        if all(mark == "." for rows in layouts for row in rows for mark in row):
            return ""
        return "".join(part.write([rows], grid) for part, rows in zip(self.parts, layouts, strict=True))


class Field(Codec):
    """A number up to the next ``/``."""

    places = NOWHERE

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        text = body.field()
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise unreadable(SITE, f"`{text[:20]}` is where a number is needed")
        return [[[text]]]

    def write(self, layouts: Sequence[Rows], _: Body) -> str:
        """See `Codec`."""
        return f"{layouts[0][0][0]}/"


class Slash(Codec):
    """A ``/`` between two parts, which may be missing."""

    places = NOWHERE

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        if body.peek() == "/":
            body.take()
        return []

    def write(self, *_: object) -> str:
        """See `Codec`."""
        return "/"
