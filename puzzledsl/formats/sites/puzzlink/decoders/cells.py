"""Marks in cells, at their corners, or in both and on their sides."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.codec import (
    CELLS,
    CENTRES,
    CORNERS,
    Alternatives,
    Apart,
    Field,
    Marks,
    Optional,
    Slash,
)
from puzzledsl.formats.sites.puzzlink.codes import (
    CROSSES,
    LISTS,
    NUMBER,
    UNKNOWN,
    after,
    aimed,
    digits,
    empty,
    joined,
    packed,
    several,
    signs,
    table,
    with_empty,
)

_FEW = with_empty("01234", 3, beyond=True)

numbers = Marks(CELLS, NUMBER, empty())
"""Numbers in cells: hexadecimal digits, signs for larger ones, letters from ``g`` for up to 20 empty cells."""

small_numbers = Alternatives(Marks(CELLS, digits(1, 10), UNKNOWN, empty("a")), "-", numbers)
"""Numbers 0 to 9 in cells, letters for up to 26 empty cells; behind ``-`` as `numbers`."""

numbers_and_holes = Apart(small_numbers, {"7": "x"})
"""Numbers 0 to 6 in cells, 7 for a cell that is not there, letters for empty cells: numbers, and a mask."""

few_numbers = Marks(CELLS, _FEW, UNKNOWN, empty())
"""Numbers 0 to 4 in cells; 5 or 10 is added if one or two empty cells follow."""

corner_numbers = Marks(CORNERS, _FEW, UNKNOWN, empty())
"""As `few_numbers`, at the corners of cells."""

every_number = Marks(CELLS, digits(1, 36), after("-", digits(2, 36)), table(dict.fromkeys(".%@")))
"""A number in each cell, without a coding for empty ones: base 36, two such digits behind ``-``."""

tapa_numbers = Marks(
    CELLS,
    LISTS,
    table({"9": "1,1,1,1"} | several("", 2, 6, 360) | several("", 3, 4, 396) | several("", 4, 2, 460)),
    empty(),
)
"""Up to four numbers a cell, separated by commas; ``0,`` for a single one, so that each is a list."""

compasses = Marks(CELLS, joined(NUMBER, NUMBER, NUMBER, NUMBER), empty())
"""Four numbers a cell, ``north,south,west,east``; ``?`` for none."""

arrows = Marks(CELLS, aimed(), empty("a"))
"""Numbers with an arrow: ``n,2`` for two northwards, ``2`` without an arrow."""

castle_clues = Marks(CELLS, joined(table({"0": "grey", "1": "white", "2": "black"}), aimed("o")), empty("a"))
"""Colour, direction (``o`` for none) and number: ``white,n,3``."""

corners_and_arrows = Marks(CELLS, signs(".ghij", "onswe"), NUMBER, empty("k"))
"""Circles with a number, ``o`` for one without, and arrows ``n``, ``s``, ``w``, ``e``."""

maze_marks = Marks(CELLS, signs("1234", "SGov"), empty("5"))
"""Start ``S``, goal ``G``, circles ``o`` and triangles ``v``; digits and letters from ``5`` are empty cells."""

circles = Marks(CELLS, packed([None, "w", "b"], 3))
"""White and black circles, three cells a character: ``w`` and ``b``."""

squares = Marks(CELLS, packed([None, "x"], 5))
"""Marked cells, five a character: ``x``."""

further_squares = Optional((squares,))
"""Marked cells as `squares` behind other parts; nothing where there are none."""

further_circles_and_squares = Optional((circles, squares))
"""White and black circles, then marked cells, in two layouts; nothing where there are neither."""

trees = Marks(CELLS, with_empty("x", 18), empty("i"))
"""Marked cells, each with the number of empty cells behind it, to ``h``; from ``i`` on only these: ``x``."""

blocks = Marks(CELLS, CROSSES)
"""Black cells, each behind the number of cells before it in base 36; ``.`` for 36 cells without one: ``x``."""

stars = Marks(CENTRES, with_empty("wb", 8, beyond=True), empty())
"""White and black points in cells, on their sides and corners: ``w`` and ``b``."""

_BLACK = {"x": "x", **{mark: str(k) for k, mark in enumerate("opqrs")}}

bars = Apart(
    Marks(
        CELLS,
        table({"n": None, **{f"i{k:x}": [None] * k for k in range(1, 16)}}),
        table({mark: mark for mark in _BLACK}),
        NUMBER,
    ),
    _BLACK,
)
"""Numbers in white cells, then black cells with a number or ``x``, and black cells as a mask."""

field = Field()
"""A number up to the next ``/``."""

slash = Slash()
"""A ``/`` between two parts."""
