"""Borders between cells and the rooms that they make, and marks on the sides of cells."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.body import Body, Rows, packed, spaced
from puzzledsl.formats.sites.puzzlink.decoders.cells import blocks, squares, white_and_black


def rooms(body: Body) -> list[Rows]:
    """Borders between cells, five a character: first those within rows, then those within columns."""
    return [body.rooms_between(body.borders())]


def rooms_text(found: list[Rows], grid: Body) -> str:
    """The text of `rooms`, which are noted in ``grid``."""
    (label,) = found
    walls = set(grid.walls)
    borders = [
        label[r - 1][c - 1] != label[y - 1][x - 1] or ((r, c), "e" if r == y else "s") in walls
        for (r, c), (y, x) in grid.sides()
    ]
    grid.rooms_between(borders)
    within_rows = grid.height * (grid.width - 1)
    return packed(borders[:within_rows], 2, 5) + packed(borders[within_rows:], 2, 5)


def rooms_and_blocks(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then black cells as in `squares`, which belong to no room.

    Fills three layouts: the rooms, the black cells, and ``x`` for each border, in a layout as that of `dots`.
    """
    borders = body.borders()
    (black,) = squares(body)
    found = body.rooms_between(borders, black)
    body.walls.clear()
    return [found, black, body.between(["x" if drawn else None for drawn in borders])]


def rooms_and_black(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then black cells as in `blocks`, which belong to no room."""
    borders = body.borders()
    (black,) = blocks(body)
    return [body.rooms_between(borders, black), black]


def rooms_and_numbers(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then numbers and black cells, which belong to no room.

    A digit is a number less 1, as are two digits behind ``-``; letters from ``g`` are empty cells. Fills four layouts:
    the rooms, the numbers, the black cells (``x``, or the direction of their arrow), and the black cells as a mask.
    """
    borders = body.borders()
    black = dict(zip("abcde", "xnswe", strict=True))

    def read(mark: str) -> str | None:
        if mark in "0123456789-":
            return str(1 + (body.number(2, 10) if mark == "-" else int(mark)))
        return mark if mark in black else None

    number, arrow, mask = white_and_black(body, body.marks(read), black)
    return [body.rooms_between(borders, arrow), number, arrow, mask]


def room_numbers(body: Body) -> list[Rows]:
    """Numbers of rooms, in the order of their first cells, as `numbers`; each is in the first cell of its room."""
    marks = body.marks(body.large_number, count=len(body.rooms))
    found = {min(room): mark for room, mark in zip(body.rooms, marks, strict=True)}
    return [body.table([found.get(cell) for cell in body.cells()])]


def room_numbers_text(found: list[Rows], grid: Body) -> str:
    """The text of `room_numbers`."""
    return spaced([found[0][r - 1][c - 1].replace(".", "") or None for r, c in map(min, grid.rooms)])


def dots(body: Body) -> list[Rows]:
    """White and black dots on the sides of cells, in the order of `rooms`: ``w`` and ``b`` between the cells.

    The layout has the cells at its odd rows and columns.
    """
    return [body.between([(None, "w", "b")[value] for value in body.packed(3, 3, len(body.sides()))])]


def differences(body: Body) -> list[Rows]:
    """Numbers and signs ``<`` ``>`` on the sides of cells, in a layout as that of `dots`."""
    signs = {"g": "<", "h": ">"}
    marks = body.marks(lambda mark: signs.get(mark) or body.large_number(mark), "i", len(body.sides()))
    return [body.between(marks)]
