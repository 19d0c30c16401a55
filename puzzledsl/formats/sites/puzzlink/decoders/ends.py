"""Where lines begin and end."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows, blank
from puzzledsl.formats.sites.puzzlink.codec import CELLS, SIDES, Codec, Marks, Places
from puzzledsl.formats.sites.puzzlink.codes import (
    DIGITS,
    NUMBER,
    aimed,
    empty,
    ending,
    first_of,
    needed,
    read_marks,
    signs,
    table,
    write_marks,
)


def _index(body: Body, count: int) -> int:
    """The number of one of so many places up to the next ``/``, from 0."""
    text = body.field()
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(count)) and int(text) < count):
        raise unreadable(SITE, f"`{text[:20]}` is where the number of a place is needed")
    return int(text)


class _Ends(Codec):
    """Two cells, each given by the numbers of its column and its row."""

    def read(self, body: Body) -> list[Rows]:
        rows = blank(body.height, body.width)
        for mark in "SG":
            c, r = (int((needed(NUMBER, body)[0] or "?").replace("?", "0")) for _ in range(2))
            if not (0 < r <= body.height and 0 < c <= body.width and rows[r - 1][c - 1] == "."):
                raise unreadable(SITE, f"row {r}, column {c} is no place for `{mark}`")
            rows[r - 1][c - 1] = mark
        return [rows]

    def write(self, layouts: Sequence[Rows], _: Body) -> str:
        places = {mark: (c, r) for r, row in enumerate(layouts[0], 1) for c, mark in enumerate(row, 1)}
        return write_marks(NUMBER, [str(number) for mark in "SG" for number in places[mark]])


ends = _Ends()
"""The cell where a line begins, ``S``, and the one where it ends, ``G``."""


_COURSE = first_of(signs("123", "xvh"), empty("4"))
_BLACK_NUMBERS = first_of(aimed(), empty())


class _Course(Codec):
    """Black cells and gates, numbers with arrows in black cells, and the number of the cell where a loop starts."""

    def read(self, body: Body) -> list[Rows]:
        course = body.table(read_marks(_COURSE, body, body.height * body.width))
        number = blank(body.height, body.width)
        black = [(r, c) for r, row in enumerate(course) for c, mark in enumerate(row) if mark == "x"]
        for (r, c), mark in zip(black, read_marks(_BLACK_NUMBERS, body, len(black)), strict=True):
            number[r][c] = mark or "."
        body.take()
        r, c = divmod(_index(body, body.height * body.width), body.width)
        if course[r][c] != ".":
            raise unreadable(SITE, "its loop starts in a black cell or a gate")
        course[r][c] = "o"
        return [course, number]

    def write(self, layouts: Sequence[Rows], _: Body) -> str:
        course, number = ([mark for row in rows for mark in row] for rows in layouts)
        gates = [mark if mark in "xvh" else None for mark in course]
        numbers = [None if n == "." else n for mark, n in zip(course, number, strict=True) if mark == "x"]
        return f"{write_marks(_COURSE, gates)}{write_marks(_BLACK_NUMBERS, numbers)}/{course.index('o')}"


course = _Course()
"""Black cells ``x``, upright (``v``) and level (``h``) gates, and the start ``o``; then the numbers in black cells."""


class _InAndOut(Codec):
    """The numbers of two sides of the grid, each behind a ``/``: those above, below, left and right."""

    places = Places(lambda h, w: [(h + 2, w + 2)], CELLS.order)

    def read(self, body: Body) -> list[Rows]:
        body.take()
        around = body.around()
        gate = blank(body.height + 2, body.width + 2)
        mask = [
            ["." if r % (body.height + 1) and c % (body.width + 1) else "x" for c in range(body.width + 2)]
            for r in range(body.height + 2)
        ]
        for mark in ("IN", "OUT"):
            r, c = around[_index(body, len(around))]
            if gate[r][c] != ".":
                raise unreadable(SITE, "its line begins where it ends")
            gate[r][c], mask[r][c] = mark, "."
        return [gate, mask]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        marks = [layouts[0][r][c] for r, c in grid.around()]
        return f"/{marks.index('IN')}/{marks.index('OUT')}"


in_and_out = _InAndOut()
"""Where a line comes into the grid, ``IN``, and where it leaves it, ``OUT``, in a further row or column on each side.

The second layout is a mask of the other places there.
"""


marked_sides = Marks(
    SIDES,
    ending(34),
    table({mark: [*[None] * run, "x"] for run, mark in enumerate(DIGITS[:35])} | {"z": [None] * 35}),
)
"""Marked sides of cells, each behind the number of sides before it in base 36; ``z`` for 35 without one: ``x``."""


class _SideArrows(Codec):
    """Arrows up or to the left on the sides of cells, then those down or to the right."""

    places = SIDES

    def read(self, body: Body) -> list[Rows]:
        (back,), (forth,) = (marked_sides.read(body) for _ in range(2))
        found = blank(len(back), len(back[0]))
        for r, rows in enumerate(zip(back, forth, strict=True)):
            for c, marks in enumerate(zip(*rows, strict=True)):
                if marks == ("x", "x"):
                    raise unreadable(SITE, f"two arrows cross one side of r{r // 2 + 1}c{c // 2 + 1}")
                if "x" in marks:
                    found[r][c] = ("we", "ns")[r % 2][marks.index("x")]
        return [found]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        return "".join(
            marked_sides.write([[["x" if mark in ways else "." for mark in row] for row in layouts[0]]], grid)
            for ways in ("nw", "se")
        )


side_arrows = _SideArrows()
"""Arrows ``n``, ``s``, ``w``, ``e`` on the sides of cells, in a layout as that of `dots`."""
