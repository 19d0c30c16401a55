"""Marks of several kinds in one text: parts of lines, arrows, black cells, lists of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Mark, Rows, blank, list_mark
from puzzledsl.formats.sites.puzzlink.codec import ABOVE_AND_LEFT, CELLS, CENTRES, Apart, Codec, Marks, Places
from puzzledsl.formats.sites.puzzlink.codes import (
    DIGITS,
    PAIRS_OF_EMPTY,
    UNKNOWN,
    UP_TO_TWO,
    Code,
    after,
    digits,
    empty,
    first_of,
    packed,
    pairs,
    signs,
    table,
)
from puzzledsl.formats.sites.puzzlink.decoders.ends import side_arrows
from puzzledsl.formats.sites.puzzlink.decoders.outside import Sums

_CORNERS = ("ne", "nw", "sw", "se")
_PARTS = ("nswe", "ns", "we", *_CORNERS)
_ONE, _TWO = first_of(table({".": "."}), digits(1, 16)), digits(2, 16)

numbers_and_blocks = Apart(Marks(CELLS, table({"+": "+"}), UNKNOWN, UP_TO_TWO, empty()), {"+": "x"})
"""Numbers as in `numbers`, of at most two hexadecimal digits, and black cells: ``x``."""

sums_and_blocks = Apart(
    Marks(
        CELLS,
        table({mark: str(number) for number, mark in enumerate(DIGITS[:20] + ascii_uppercase)}),
        table({"+": "+", "_": "?", ".": None} | {mark: [None] * run for run, mark in enumerate(DIGITS[20:], 2)}),
    ),
    {"+": "x"},
    third=False,
)
"""Numbers to 45, ``_`` for an unknown one, and black cells; ``.`` and letters from ``k`` on are empty cells."""

pipes = Marks(CELLS, signs("abcdefg", _PARTS), empty("h"))
"""Parts of lines, by where they lead: ``ns``, ``ne``, ``nswe`` for a crossing."""

numbers_and_pipes = Apart(
    Marks(CELLS, signs("ghijklm", _PARTS), UP_TO_TWO, empty("n")),
    {part: part for part in _PARTS},
    third=False,
)
"""Numbers, and parts of lines as in `pipes`: two layouts."""

triangles = Marks(
    CELLS,
    table(
        {
            f"{code + more}{number:0{width}x}": f"{corner},{number}" if number else corner
            for more, width in ((1, 1), (6, 2))
            for code, corner in enumerate(_CORNERS)
            for number in range(16**width)
        }
        | {"5": "nswe"}
    ),
    empty("a"),
)
"""Triangles in corners of cells, by where the line leads that turns there, perhaps with a number: ``ne,3``, ``ne``.

A crossing is ``nswe``.
"""

streams = Marks(CELLS, signs("123456789", "nsweXNSWE"), empty("a"))
"""Arrows ``n``, ``s``, ``w``, ``e``; the same as capitals in black cells, ``X`` for a black cell without one."""

compass_letters = Marks(CELLS, signs("1234.", "NSWEx"), empty("5"))
"""Letters ``N``, ``S``, ``W``, ``E``, and ``x`` for a cell that stays empty."""


def _lists(tens: int, end: str) -> Code:
    """The code of a list of numbers and of the places up to the next list.

    Args:
        tens: how many letters are the digits before the last one of a number. The letters behind them lead on.
        end: what follows the list of the last place.
    """
    first = 10 + tens

    def read(body: Body) -> Sequence[Mark] | None:
        numbers = []
        while body.more() and body.peek() in DIGITS[:first]:
            number = 0
            while (mark := body.take()) in DIGITS[10:first]:
                number = (number + DIGITS.index(mark) - 10) * 10
            if mark not in DIGITS[:10]:
                raise body.unexpected(mark)
            numbers.append(str(number + int(mark) or "?"))
        if not numbers:
            return None
        run = DIGITS.index(body.take()) - first if body.more() and body.peek() in DIGITS[first:] else 0
        return [list_mark(numbers), *[None] * run]

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        numbers = [number.replace("?", "0") for number in (marks[at] or "").split(",") if number]
        if not numbers or not all(number.isdecimal() and len(number) < 2 + tens for number in numbers):
            return None
        ahead = marks[at + 1 : at + 36 - first]
        run = next((k for k, mark in enumerate(ahead) if mark), len(ahead))
        text = "".join("".join(DIGITS[10 + int(digit)] for digit in number[:-1]) + number[-1] for number in numbers)
        return text + (DIGITS[first + run] if at + 1 < len(marks) else end), 1 + run

    return Code(read, write)


lists = Marks(CELLS, _lists(10, "/"), empty("k"))
"""Lists of numbers, separated by commas; ``2,`` for a single one, and ``?`` for an unknown one.

A digit ends a number, the letters ``a`` to ``j`` are the digits before it. Letters from ``k`` on lead to the next
list: ``k`` is the next cell.
"""


digit_lists = Marks(CELLS, _lists(0, ""), empty("a"))
"""Lists of digits, separated by commas; ``2,`` for a single one, and ``?`` for an unknown one.

A letter leads to the next list: ``a`` is the next cell. Before the first list, letters are empty cells.
"""

sums_above_and_left = Marks(ABOVE_AND_LEFT, digits(1, 32), after("-", digits(2, 32)))
"""Sums above and left of the grid, in base 32; two such digits behind ``-``."""

_CELL_SIDES = Places(
    CENTRES.sizes,
    lambda body, _: [
        place
        for r, c in body.cells()
        for place in (
            (0, 2 * r - 2, 2 * c - 2 + (c < body.width)),
            (0, 2 * r - 2 + (r < body.height), 2 * c - 2),
        )
    ],
)
_TWO_SIDES = packed([None, "1", "2"], 2)

cell_sides = Marks(_CELL_SIDES, PAIRS_OF_EMPTY, _TWO_SIDES)
"""``1`` and ``2`` on the sides of cells, in a layout as that of `dots`; a digit for the right and lower side of each.

A side that is not there has the place of its cell.
"""


_TILES = Marks(_CELL_SIDES, _TWO_SIDES, PAIRS_OF_EMPTY)


class _Tiles(Codec):
    """Borders of two kinds: the first divide the grid into blocks, both divide it into tiles."""

    def read(self, body: Body) -> list[Rows]:
        (rows,) = _TILES.read(body)
        marks = body.on_sides(rows)
        found = []
        for kinds in ("1", "12"):
            body.rooms.clear()
            found.append(body.rooms_between([mark in kinds for mark in marks]))
        body.walls.clear()
        return found

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        blocks, parts = map(grid.across, layouts)
        marks = ["1" if a != b else "2" if c != d else None for (a, b), (c, d) in zip(blocks, parts, strict=True)]
        return _TILES.write([grid.between(marks)], grid)


tiles = _Tiles()
"""Borders of two kinds, coded as `cell_sides`; the layouts are the blocks, and the tiles of which they consist."""

points = Marks(CENTRES, PAIRS_OF_EMPTY, packed([None, "1", "2", "3"], 2))
"""``1``, ``2`` and ``3`` in cells, on their sides and corners, in a layout as that of `dots`: two of these a digit."""

triplace_clues = Sums(
    first_of(
        table(
            {"_": ".,."}
            | {f"@{digit}": f"{number},." for number, digit in enumerate(DIGITS)}
            | {f"${digit}": f".,{number}" for number, digit in enumerate(DIGITS)}
            | {f"%{digit}": f"{number},." for number, digit in enumerate(DIGITS)}
        ),
        pairs(_ONE, _TWO),
        empty(),
    ),
    first_of(_ONE, after("-", _TWO)),
    everywhere=True,
)
"""Numbers below and right of black cells, and a mask; with a further row above the grid, a column to its left."""

numbers_and_tips = Marks(CELLS, UP_TO_TWO, UNKNOWN, signs("ghij", "nswe"), empty("k"))
"""Numbers as in `numbers`, of at most two hexadecimal digits, and points of pencils: ``n``, ``s``, ``w``, ``e``."""

blocks_and_squares = Marks(CELLS, packed([None, "x", "s"], 3))
"""Black cells ``x`` and squares ``s``, three cells a character."""


class _Steps(Codec):
    """Arrows along cells: their steps, coded as `side_arrows`."""

    def read(self, body: Body) -> list[Rows]:
        (rows,), layout = side_arrows.read(body), blank(body.height, body.width)
        for side, way in zip(body.sides(), body.on_sides(rows), strict=True):
            if way != ".":
                row, column = side[way in "nw"]
                if layout[row - 1][column - 1] != ".":
                    raise unreadable(SITE, f"two arrows begin in r{row}c{column}")
                layout[row - 1][column - 1] = way
        return [layout]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        sides = zip(grid.sides(), grid.across(layouts[0]), strict=True)
        marks = []
        for ((r, _), (y, _)), (a, b) in sides:
            back, forth = ("w", "e") if r == y else ("n", "s")
            marks.append(b if b == back else a if a == forth else None)
        return side_arrows.write([grid.between(marks)], grid)


steps = _Steps()
"""Arrows along cells: where they lead on from a cell, ``n``, ``s``, ``w`` or ``e``."""
