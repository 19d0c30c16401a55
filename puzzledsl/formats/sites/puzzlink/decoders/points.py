"""Marks at corners and on sides of cells, cells that are not there, and numbers of two colours."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.codec import CELLS, CORNERS, SIDES, Apart, Marks, Places
from puzzledsl.formats.sites.puzzlink.codes import (
    CROSSES,
    NUMBER,
    UP_TO_TWO,
    empty,
    ending,
    first_of,
    hexadecimal,
    joined,
    signs,
    table,
    with_empty,
)

_CROSSES = first_of(ending(35), CROSSES)

crosses = Marks(Places(lambda h, w: [(h - 1, w - 1)], CELLS.order), _CROSSES)
"""Marked corners that four cells share, coded as `blocks`: ``x``."""

all_crosses = Marks(CORNERS, _CROSSES)
"""Marked corners of cells, those at the outline included, coded as `blocks`: ``x``."""

side_numbers = Marks(SIDES, NUMBER, empty())
"""Numbers on the sides of cells, as `numbers`, in a layout as that of `dots`."""

side_marks = Marks(SIDES, with_empty("01234", 3), empty())
"""Marks ``0`` to ``4`` on the sides of cells, coded as `few_numbers`, in a layout as that of `dots`."""

holes = Marks(CELLS, table({"7": "x"}), empty("a"))
"""``7`` for a cell that is not there, letters for up to 26 other cells: a mask."""

compasses_and_holes = Apart(
    Marks(CELLS, table({"_": "_"}), joined(NUMBER, NUMBER, NUMBER, NUMBER), empty()), {"_": "x"}
)
"""Four numbers a cell as `compasses`, and the cells that are not there (``x``)."""

light_numbers = Marks(
    CELLS, table({hexadecimal(code): f"{'wb'[code % 2]},{code // 2 or '?'}" for code in range(4096)}), empty()
)
"""Numbers of white and black cells: ``w,2``; ``?`` for an unknown one. Coded as twice the number, 1 more if black."""

balls_and_holes = Marks(CELLS, table({"h": "H"}), UP_TO_TWO, empty("i"))
"""Numbers of balls as `numbers`, ``H`` for a hole, letters from ``i`` for up to 18 empty cells."""

wedges = Marks(CELLS, signs("123.", "=sl?"), empty("a"))
"""Circles whose arms are equal (``=``), shorter (``s``), longer (``l``), or any (``?``); letters are empty cells."""

shaded_circles = Marks(CELLS, signs("123", "bgw"), empty("a"))
"""Black, grey and white circles: ``b``, ``g`` and ``w``; letters are empty cells."""
