"""Borders between cells and the rooms that they make, and marks on the sides of cells."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.codec import CELLS, ROOMS, SIDES, Apart, Marks, Rooms, Walls
from puzzledsl.formats.sites.puzzlink.codes import NUMBER, after, digits, empty, hexadecimal, packed, signs, table
from puzzledsl.formats.sites.puzzlink.decoders.cells import blocks, further_circles_and_squares, squares

rooms = Rooms()
"""Borders between cells, five a character: first those within rows, then those within columns."""

rooms_and_blocks = Rooms(squares, shown=True)
"""Borders as in `rooms`, then black cells as in `squares`, which belong to no room.

Three layouts: the rooms, the black cells, and ``x`` for each border, in a layout as that of `dots`.
"""

rooms_and_black = Rooms(blocks)
"""Borders as in `rooms`, then black cells as in `blocks`, which belong to no room."""

rooms_and_holes = Rooms(squares)
"""Borders as in `rooms`, then cells as in `squares` that are not there, which belong to no room."""

rooms_and_poles = Rooms(further_circles_and_squares)
"""Borders as in `rooms`, then circles and black cells, which belong to no room, if there are any."""

rooms_and_numbers = Rooms(
    Apart(
        Marks(
            CELLS,
            signs("abcde", "abcde"),
            digits(1, 10, 1),
            after("-", digits(2, 10, 1)),
            empty(),
        ),
        dict(zip("abcde", "xnswe", strict=True)),
    )
)
"""Borders as in `rooms`, then numbers and black cells, which belong to no room.

A digit is a number less 1, as are two digits behind ``-``; letters from ``g`` are empty cells. Four layouts:
the rooms, the numbers, the black cells (``x``, or the direction of their arrow), and the black cells as a mask.
"""

walls = Walls()
"""Borders between cells as in `rooms`, if there are any, which part no rooms: the layout `wall`."""

room_numbers = Marks(ROOMS, NUMBER, empty())
"""Numbers of rooms, in the order of their first cells, as `numbers`; each is in the first cell of its room."""

dots = Marks(SIDES, packed([None, "w", "b"], 3))
"""White and black dots on the sides of cells, in the order of `rooms`: ``w`` and ``b`` between the cells.

The layout has the cells at its odd rows and columns.
"""

differences = Marks(SIDES, signs("gh", "<>"), NUMBER, empty("i"))
"""Numbers and signs ``<`` ``>`` on the sides of cells, in a layout as that of `dots`."""


def _shaded(code: int) -> str | None:
    """The mark that a number codes: twice the double of a number and 1, 1 more for a dark room."""
    number = ["", "?"][code // 4] if code < 8 else str(code // 4 - 1)
    return ",".join(part for part in ("x" * (code % 2), number) if part) or None


shaded_room_numbers = Marks(
    ROOMS, table({hexadecimal(code): _shaded(code) for code in range(4096) if code % 4 < 2}), empty()
)
"""Numbers of rooms, ``x`` for a dark room, or both: ``x,2``; each is in the first cell of its room."""
