"""Marks of several kinds in one text: parts of lines, arrows, black cells, lists of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Mark, Rows
from puzzledsl.formats.sites.puzzlink.codec import ABOVE_AND_LEFT, CELLS, CENTRES, Apart, Marks, Places, Size
from puzzledsl.formats.sites.puzzlink.codes import (
    DIGITS,
    UNKNOWN,
    Code,
    after,
    digits,
    empty,
    first_of,
    joined,
    packed,
    table,
)
from puzzledsl.formats.sites.puzzlink.decoders.ends import marked_sides
from puzzledsl.formats.sites.puzzlink.decoders.outside import Sums

_CORNERS = ("ne", "nw", "sw", "se")
_PARTS = ("nswe", "ns", "we", *_CORNERS)
_ONE, _TWO = first_of(table({".": "."}), digits(1, 16)), digits(2, 16)

numbers_and_blocks = Apart(
    Marks(CELLS, table({"+": "+"}), UNKNOWN, digits(1, 16), after("-", _TWO), empty()), {"+": "x"}
)
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

pipes = Marks(CELLS, table(dict(zip("abcdefg", _PARTS, strict=True))), empty("h"))
"""Parts of lines, by where they lead: ``ns``, ``ne``, ``nswe`` for a crossing."""

numbers_and_pipes = Apart(
    Marks(CELLS, table(dict(zip("ghijklm", _PARTS, strict=True))), digits(1, 16), after("-", _TWO), empty("n")),
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

streams = Marks(CELLS, table(dict(zip("123456789", "nsweXNSWE", strict=True))), empty("a"))
"""Arrows ``n``, ``s``, ``w``, ``e``; the same as capitals in black cells, ``X`` for a black cell without one."""

compass_letters = Marks(CELLS, table(dict(zip("1234.", "NSWEx", strict=True))), empty("5"))
"""Letters ``N``, ``S``, ``W``, ``E``, and ``x`` for a cell that stays empty."""


def _read_list(body: Body) -> Sequence[Mark] | None:
    numbers = []
    while body.more() and body.peek() in DIGITS[:20]:
        number = 0
        while (mark := body.take()) in DIGITS[10:20]:
            number = (number + int(mark, 36) - 10) * 10
        if mark not in DIGITS[:10]:
            raise body.unexpected(mark)
        numbers.append(str(number + int(mark) or "?"))
    if not numbers:
        return None
    run = int(body.take(), 36) - 20 if body.more() and body.peek() in DIGITS[20:] else 0
    return [",".join(numbers) + ("," if len(numbers) == 1 else ""), *[None] * run]


def _write_list(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
    numbers = [number.replace("?", "0") for number in (marks[at] or "").split(",") if number]
    if not numbers or not all(number.isdecimal() for number in numbers):
        return None
    run = next((k for k, mark in enumerate(marks[at + 1 : at + 16]) if mark), len(marks[at + 1 : at + 16]))
    text = "".join("".join(DIGITS[10 + int(digit)] for digit in number[:-1]) + number[-1] for number in numbers)
    return text + (DIGITS[20 + run] if run or at + 1 < len(marks) else "/"), 1 + run


lists = Marks(CELLS, Code(_read_list, _write_list), empty("k"))
"""Lists of numbers, separated by commas; ``2,`` for a single one, and ``?`` for an unknown one.

A digit ends a number, the letters ``a`` to ``j`` are the digits before it. Letters from ``k`` on lead to the next
list: ``k`` is the next cell.
"""


def _read_digits(body: Body) -> Sequence[Mark] | None:
    found = []
    while body.more() and body.peek() in DIGITS[:10]:
        found.append(body.take().replace("0", "?"))
    if not found:
        return None
    run = DIGITS.index(body.take()) - 10 if body.more() and body.peek() in DIGITS[10:] else 0
    return [",".join(found) + ("," if len(found) == 1 else ""), *[None] * run]


def _write_digits(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
    numbers = [number.replace("?", "0") for number in (marks[at] or "").split(",") if number]
    if not numbers or any(number not in DIGITS[:10] for number in numbers):
        return None
    run = next((k for k, mark in enumerate(marks[at + 1 : at + 26]) if mark), len(marks[at + 1 : at + 26]))
    return "".join(numbers) + ("" if at + 1 == len(marks) else DIGITS[10 + run]), 1 + run


digit_lists = Marks(CELLS, Code(_read_digits, _write_digits), empty("a"))
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
_TWO_SIDES = {DIGITS[3 * a + b]: [str(a or "") or None, str(b or "") or None] for a in range(3) for b in range(3)}
_RUNS = table({letter: [None] * (2 * run) for run, letter in enumerate(DIGITS[16:], 1)})

cell_sides = Marks(_CELL_SIDES, _RUNS, table(_TWO_SIDES))
"""``1`` and ``2`` on the sides of cells, in a layout as that of `dots`; a digit for the right and lower side of each.

A side that is not there has the place of its cell.
"""


_TILES = Marks(_CELL_SIDES, table(_TWO_SIDES), _RUNS)


class _Tiles:
    """Borders of two kinds: the first divide the grid into blocks, both divide it into tiles."""

    def read(self, body: Body) -> list[Rows]:
        (rows,) = _TILES.read(body)
        marks = [rows[r + y - 2][c + x - 2] for (r, c), (y, x) in body.sides()]
        found = []
        for kinds in ("1", "12"):
            body.rooms.clear()
            found.append(body.rooms_between([mark in kinds for mark in marks]))
        body.walls.clear()
        return found

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        block, tile = layouts
        marks: list[Mark] = [
            next(
                (
                    kind
                    for kind, rows in zip("12", (block, tile), strict=True)
                    if rows[r - 1][c - 1] != rows[y - 1][x - 1]
                ),
                None,
            )
            for (r, c), (y, x) in grid.sides()
        ]
        return _TILES.write([grid.between(marks)], grid)

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        return Marks(CELLS).size(layouts)


tiles = _Tiles()
"""Borders of two kinds, coded as `cell_sides`; the layouts are the blocks, and the tiles of which they consist."""

points = Marks(
    CENTRES,
    table({DIGITS[code]: [str(code // 4 or "") or None, str(code % 4 or "") or None] for code in range(1, 16)}),
    table({letter: [None] * (2 * run) for run, letter in enumerate(DIGITS[16:], 1)} | {"0": [None, None]}),
)
"""``1``, ``2`` and ``3`` in cells, on their sides and corners, in a layout as that of `dots`: two of these a digit."""

triplace_clues = Sums(
    first_of(
        table(
            {"_": ".,."}
            | {f"@{digit}": f"{number},." for number, digit in enumerate(DIGITS)}
            | {f"${digit}": f".,{number}" for number, digit in enumerate(DIGITS)}
            | {f"%{digit}": f"{number},." for number, digit in enumerate(DIGITS)}
        ),
        joined(_ONE, _ONE),
        *[after("-", joined(_ONE, _TWO)), after("+", joined(_TWO, _ONE)), after("=", joined(_TWO, _TWO))],
        empty(),
    ),
    first_of(_ONE, after("-", _TWO)),
    everywhere=True,
)
"""Numbers below and right of black cells, and a mask; with a further row above the grid, a column to its left."""

numbers_and_tips = Marks(
    CELLS,
    digits(1, 16),
    after("-", _TWO),
    UNKNOWN,
    table(dict(zip("ghij", "nswe", strict=True))),
    empty("k"),
)
"""Numbers as in `numbers`, of at most two hexadecimal digits, and points of pencils: ``n``, ``s``, ``w``, ``e``."""

blocks_and_squares = Marks(CELLS, packed([None, "x", "s"], 3))
"""Black cells ``x`` and squares ``s``, three cells a character."""


class _Steps:
    """Arrows along cells: all steps up and left, then all steps down and right, as marks of sides."""

    def read(self, body: Body) -> list[Rows]:
        layout = body.table([None] * (body.height * body.width))
        back, forth = (marked_sides.read(body)[0] for _ in range(2))
        for (r, c), (y, x) in body.sides():
            way = "we" if r == y else "ns"
            for rows, here, mark in ((back, (y, x), way[0]), (forth, (r, c), way[1])):
                if rows[r + y - 2][c + x - 2] == "x":
                    if layout[here[0] - 1][here[1] - 1] != ".":
                        raise unreadable(SITE, f"two arrows begin in r{here[0]}c{here[1]}")
                    layout[here[0] - 1][here[1] - 1] = mark
        return [layout]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        (layout,) = layouts
        sides = [(a, b, "we" if a[0] == b[0] else "ns") for a, b in grid.sides()]
        back = ["x" if layout[y - 1][x - 1] == way[0] else None for _, (y, x), way in sides]
        forth = ["x" if layout[r - 1][c - 1] == way[1] else None for (r, c), _, way in sides]
        return "".join(marked_sides.write([grid.between(marks)], grid) for marks in (back, forth))

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        return Marks(CELLS).size(layouts)


steps = _Steps()
"""Arrows along cells: where they lead on from a cell, ``n``, ``s``, ``w`` or ``e``."""
