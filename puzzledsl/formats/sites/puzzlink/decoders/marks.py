"""Marks that one genre, or a few related ones, have."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.codec import ABOVE_AND_LEFT, CELLS, CENTRES, Apart, Marks, Places
from puzzledsl.formats.sites.puzzlink.codes import (
    PAIRS_OF_EMPTY,
    UNKNOWN,
    UP_TO_TWO,
    digits,
    empty,
    first_of,
    packed,
    pairs,
    signs,
    table,
    with_empty,
)

_WAYS = (None, "n", "s", "w", "e")

tile_numbers = Marks(CELLS, pairs(first_of(UNKNOWN, digits(1, 16)), digits(2, 16)), empty())
"""Numbers in black cells, for the cells below and right of them: ``2,?``; a sign says which of them has two digits."""

hexadecimal_above_and_left = Marks(ABOVE_AND_LEFT, table({".": None}), UP_TO_TWO)
"""Numbers above and left of the grid, ``.`` for none."""

room_arrows = Marks(CELLS, signs("1234", "nswe"), UNKNOWN, empty("5"))
"""Arrows ``n``, ``s``, ``w``, ``e``; digits and letters from ``5`` are empty cells."""

few_arrows_and_holes = Apart(Marks(CELLS, empty(), with_empty(_WAYS, 3), UNKNOWN), {"?": "x"})
"""Arrows ``n``, ``s``, ``w``, ``e``, coded as the numbers 1 to 4 of `few_numbers`, and black cells as a mask."""

tatami_marks = Marks(CELLS, empty(), signs("0123", (None, *"123")), UNKNOWN)
"""Marks 1 to 3 for a rectangle that is taller than wide, wider than tall, or a square."""

shading_circles = Marks(CENTRES, PAIRS_OF_EMPTY, packed([None, "b", "g", "w"], 2))
"""Circles ``b``, ``g`` and ``w`` on cells, their sides and corners: two of these places a digit."""

borders_in_rows = Marks(Places(lambda h, w: [(h, w - 1)], CELLS.order), packed([None, "x"], 5))
"""Borders between a cell and the next of its row, ``x``, five a character."""

borders_in_columns = Marks(Places(lambda h, w: [(h - 1, w)], CELLS.order), packed([None, "x"], 5))
"""Borders between a cell and the next of its column, ``x``, five a character."""
