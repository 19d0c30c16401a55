"""Marks of several kinds in one text: parts of lines, arrows, black cells, lists of numbers."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.body import DIGITS, Body, Mark, Rows, marks_of, number_text, spaced

_PIPES = ("nswe", "ns", "we", "ne", "nw", "sw", "se")
"""Where the parts of lines ``a`` to ``g`` lead."""
_CORNERS = _PIPES[3:]
_STREAMS = dict(zip("123456789", "nsweXNSWE", strict=True))
_LETTERS = {**dict(zip("1234", "NSWE", strict=True)), ".": "x"}


def numbers_and_blocks(body: Body) -> list[Rows]:
    """Numbers as in `numbers`, of at most two hexadecimal digits, and black cells: ``x``."""
    return _split(body, body.marks(lambda mark: "x" if mark == "+" else body.large_number(mark)))


def numbers_and_blocks_text(found: list[Rows], _: Body) -> str:
    """The text of `numbers_and_blocks`."""
    return spaced(_joined(found), lambda mark: "+" if mark == "x" else number_text(str(_below(mark, 256))))


def sums_and_blocks(body: Body) -> list[Rows]:
    """Numbers to 45, ``_`` for an unknown one, and black cells; letters from ``k`` for at least two empty cells.

    Fills two layouts: the numbers, and ``x`` for the black cells.
    """

    def read(mark: str) -> Mark | list[Mark]:
        return [None] if mark == "." else {"_": "?", "+": "x"}.get(mark) or _sum(mark)

    marks = body.marks(lambda mark: [None] * (ord(mark) - ord("k") + 2) if "k" <= mark <= "z" else read(mark) or [], "")
    return _split(body, marks)


def sums_and_blocks_text(found: list[Rows], _: Body) -> str:
    """The text of `sums_and_blocks`."""

    def write(mark: str) -> str:
        if mark in "x?":
            return "+" if mark == "x" else "_"
        number = _below(mark, 46)
        return DIGITS[number] if number < 20 else DIGITS[number - 10].upper()

    text = spaced(_joined(found), write, "j")
    return text.replace("j", ".")


def _sum(mark: str) -> str | None:
    """A number of one character: a small letter from 10 on, a capital from 20 on."""
    if mark in DIGITS[:20]:
        return str(int(mark, 36))
    return str(int(mark, 36) + 10) if "A" <= mark <= "Z" else None


def pipes(body: Body) -> list[Rows]:
    """Parts of lines, by where they lead: ``ns``, ``ne``, ``nswe`` for a crossing."""
    return [body.table(body.marks(lambda mark: _PIPES["abcdefg".index(mark)] if mark in "abcdefg" else [], "h"))]


def pipes_text(found: list[Rows], _: Body) -> str:
    """The text of `pipes`."""
    return spaced(marks_of(found[0]), lambda mark: "abcdefg"[_PIPES.index(mark)], "h")


def triangles(body: Body) -> list[Rows]:
    """Triangles in corners of cells, by where the line leads that turns there, perhaps with a number: ``ne,3``, ``ne``.

    A crossing is ``nswe``.
    """

    def read(mark: str) -> Mark | list[Mark]:
        if mark not in "123456789":
            return []
        code = int(mark)
        if code == 5:
            return _PIPES[0]
        number = body.number(1 if code < 5 else 2, 16)
        return _CORNERS[(code - 1) % 5] + (f",{number}" if number else "")

    return [body.table(body.marks(read, "a"))]


def triangles_text(found: list[Rows], _: Body) -> str:
    """The text of `triangles`."""

    def write(mark: str) -> str:
        corner, _, number = mark.partition(",")
        if corner == _PIPES[0]:
            return "5"
        code, value = _CORNERS.index(corner) + 1, _below(number or "0", 256)
        return f"{code}{value:x}" if value < 16 else f"{code + 5}{value:x}"

    return spaced(marks_of(found[0]), write, "a")


def streams(body: Body) -> list[Rows]:
    """Arrows ``n``, ``s``, ``w``, ``e``; the same as capitals in black cells, ``X`` for a black cell without one."""
    return [body.table(body.marks(lambda mark: _STREAMS.get(mark, []), "a"))]


def streams_text(found: list[Rows], _: Body) -> str:
    """The text of `streams`."""
    digits = {mark: digit for digit, mark in _STREAMS.items()}
    return spaced(marks_of(found[0]), lambda mark: digits[mark], "a")


def compass_letters(body: Body) -> list[Rows]:
    """Letters ``N``, ``S``, ``W``, ``E``, and ``x`` for a cell that stays empty."""

    def read(mark: str) -> Mark | list[Mark]:
        if mark in _LETTERS:
            return _LETTERS[mark]
        return [None] * (DIGITS.index(mark) - 4) if mark in DIGITS[5:] else []

    return [body.table(body.marks(read, ""))]


def compass_letters_text(found: list[Rows], _: Body) -> str:
    """The text of `compass_letters`."""
    digits = {letter: digit for digit, letter in _LETTERS.items()}
    text, empty = "", 0
    for mark in [*marks_of(found[0]), "end"]:
        if mark is None and empty < 31:
            empty += 1
            continue
        text += DIGITS[empty + 4] if empty else ""
        empty = int(mark is None)
        text += "" if mark is None or mark == "end" else digits[mark]
    return text


def lists(body: Body) -> list[Rows]:
    """Lists of numbers, separated by commas; ``2,`` for a single one, and ``?`` for an unknown one.

    A digit ends a number, the letters ``a`` to ``j`` are the digits before it. Letters from ``k`` on lead to the next
    list: ``k`` is the next cell.
    """
    cells = body.height * body.width
    found: list[Mark] = []
    listed = False
    while len(found) < cells and body.more() and body.peek() != "/":
        if body.peek() >= "k":
            found += [None] * (ord(body.take()) - ord("k") + 1 - listed)
            listed = False
            continue
        numbers = []
        while body.more() and body.peek() in DIGITS[:20]:
            number = 0
            while (mark := body.take()) in "abcdefghij":
                number = (number + DIGITS.index(mark) - 10) * 10
            if mark not in DIGITS[:10]:
                raise body.unexpected(mark)
            numbers.append(str(number + int(mark) or "?"))
        if not numbers:
            raise body.unexpected(body.peek())
        found.append(",".join(numbers) + ("," if len(numbers) == 1 else ""))
        listed = True
    if body.peek() == "/":
        body.take()
    return [body.table((found + [None] * cells)[:cells])]


def lists_text(found: list[Rows], _: Body) -> str:
    """The text of `lists`."""
    text, steps = "", 0
    for mark in marks_of(found[0]):
        if mark is None:
            steps += 1
            if steps == 16:
                text, steps = f"{text}z", 0
            continue
        numbers = [number for number in mark.split(",") if number]
        text += (DIGITS[19 + steps] if steps else "") + "".join(map(_listed, numbers))
        steps = 1
    return text + (DIGITS[19 + steps] if steps > 1 else "/")


def _listed(number: str) -> str:
    digits = "0" if number == "?" else str(int(number))
    return "".join(DIGITS[10 + int(digit)] for digit in digits[:-1]) + digits[-1]


def sums_above_and_left(body: Body) -> list[Rows]:
    """Sums above and left of the grid, in base 32; two such digits behind ``-``."""
    sums = [
        str(body.number(2, 32) if mark == "-" else int(mark, 32))
        for mark in (body.take() for _ in range(body.width + body.height))
    ]
    return [[sums[: body.width]], [sums[body.width :]]]


def sums_above_and_left_text(found: list[Rows], _: Body) -> str:
    """The text of `sums_above_and_left`."""
    sums = [_below(mark, 1024) for rows in found for row in rows for mark in row]
    return "".join(DIGITS[one] if one < 32 else f"-{DIGITS[one // 32]}{DIGITS[one % 32]}" for one in sums)


def cell_sides(body: Body) -> list[Rows]:
    """``1`` and ``2`` on the sides of cells, in a layout as that of `dots`; a hexadecimal digit for each cell."""
    return [body.between([str(mark) if mark else None for mark in _sides(body)])]


def cell_sides_text(found: list[Rows], grid: Body) -> str:
    """The text of `cell_sides`."""
    (rows,) = found
    grid.height, grid.width = (len(rows) + 1) // 2, (len(rows[0]) + 1) // 2
    return _sides_text([int(rows[r + y - 2][c + x - 2].replace(".", "0")) for (r, c), (y, x) in grid.sides()], grid)


def tiles(body: Body) -> list[Rows]:
    """Borders of two kinds, coded as `cell_sides`: the first divide the grid into blocks, both divide it into tiles."""
    marks = _sides(body)
    found = [body.rooms_between([mark == 1 for mark in marks]), body.rooms_between([mark > 0 for mark in marks])]
    body.walls.clear()
    return found


def tiles_text(found: list[Rows], grid: Body) -> str:
    """The text of `tiles`."""
    block, tile = found
    marks = [
        1 if block[r - 1][c - 1] != block[y - 1][x - 1] else 2 * (tile[r - 1][c - 1] != tile[y - 1][x - 1])
        for (r, c), (y, x) in grid.sides()
    ]
    return _sides_text(marks, grid)


def _sides(body: Body) -> list[int]:
    """The number of each side: a digit of a cell has that of its right side, times 3, and that of its lower side."""
    codes = [int(mark or 0) for mark in body.marks(body.large_number)]
    right = [codes[(r - 1) * body.width + c - 1] // 3 for r, c in body.cells() if c < body.width]
    below = [codes[(r - 1) * body.width + c - 1] % 3 for r, c in body.cells() if r < body.height]
    return right + below


def _sides_text(marks: list[int], grid: Body) -> str:
    codes = dict.fromkeys(grid.cells(), 0)
    for ((r, c), (_, x)), mark in zip(grid.sides(), marks, strict=True):
        codes[r, c] += range(3)[mark] * (3 if x > c else 1)
    return spaced([str(code) if code else None for code in codes.values()])


def points(body: Body) -> list[Rows]:
    """``1``, ``2`` and ``3`` in cells, on their sides and corners, in a layout as that of `dots`.

    A hexadecimal digit holds two of them, in four bits.
    """
    height, width = 2 * body.height - 1, 2 * body.width - 1
    codes = [int(mark or 0) for mark in body.marks(body.large_number, count=(height * width + 1) // 2)]
    marks = [str(part) if part else None for code in codes for part in divmod(code, 4)]
    return [body.table(marks[: height * width], width)]


def points_text(found: list[Rows], _: Body) -> str:
    """The text of `points`."""
    marks = [range(4)[int(mark or 0)] for mark in [*marks_of(found[0]), None]]
    codes = [4 * one + other for one, other in zip(marks[::2], marks[1::2], strict=False)]
    return spaced([str(code) if code else None for code in codes])


def triplace_clues(body: Body) -> list[Rows]:
    """Numbers below and right of black cells, and a mask; with a further row above the grid, a column to its left."""

    def read(mark: str) -> str:
        if mark in "_%@$":
            one = "" if mark == "_" else str(body.number(1, 36))
            return f"{one if mark in '%@' else ''},{one if mark == '$' else ''}"
        below = body.number(2, 16) if mark in "+=" else _digit(body.take() if mark == "-" else mark, body)
        return f"{below},{body.number(2, 16) if mark in '-=' else _digit(body.take(), body)}"

    marks = body.marks(read)
    outside = [_long(body.take(), body) if body.more() else "" for _ in range(body.width + body.height)]
    top: list[Mark] = [",", *[f"{one}," for one in outside[: body.width]]]
    rows = [[f",{one}", *marks[r * body.width :][: body.width]] for r, one in enumerate(outside[body.width :])]
    whole = [top, *rows]
    return [[[(mark or ",").split(",")[part] or "." for mark in row] for row in whole] for part in (0, 1)] + [
        [["." if mark is None else "x" for mark in row] for row in whole]
    ]


def triplace_clues_text(found: list[Rows], _: Body) -> str:
    """The text of `triplace_clues`."""
    below, right, mask = found

    def write(mark: str) -> str:
        down, across = (None if one == "." else _below(one, 256) for one in mark.split(","))
        if down is None or across is None:
            one, sign = (across, "$") if down is None else (down, "@")
            return "_" if one is None else f"{sign}{DIGITS[one]}"
        return f"{['', '-', '+', '='][2 * (down > 15) + (across > 15)]}{down:x}{across:x}"

    marks = [
        f"{down},{across}" if hole == "x" else None
        for rows in zip(below[1:], right[1:], mask[1:], strict=True)
        for down, across, hole in list(zip(*rows, strict=True))[1:]
    ]
    outside = [*below[0][1:], *[row[0] for row in right[1:]]]
    return spaced(marks, write) + "".join(
        "." if one == "." else f"{number:x}" if (number := _below(one, 256)) < 16 else f"-{number:x}" for one in outside
    )


def _digit(mark: str, body: Body) -> str:
    return "" if mark == "." else body.large_number(mark)


def _long(mark: str, body: Body) -> str:
    return str(body.number(2, 16)) if mark == "-" else _digit(mark, body)


def _split(body: Body, marks: list[Mark]) -> list[Rows]:
    """Numbers, and ``x`` for black cells, as two layouts."""
    return [
        body.table([None if mark == "x" else mark for mark in marks]),
        body.table([mark if mark == "x" else None for mark in marks]),
    ]


def _joined(found: list[Rows]) -> list[Mark]:
    """The marks of two layouts as one."""
    number, black, *_ = map(marks_of, found)
    return [other or mark for mark, other in zip(number, black, strict=True)]


def _below(mark: str, bound: int) -> int:
    """A number below a bound; ``IndexError`` for others: no link can hold them."""
    return range(bound)[int(mark)]
