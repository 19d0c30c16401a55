"""Marks in cells, or at their corners."""

from __future__ import annotations

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import DIGITS, SITE, Body, Mark, Rows, marks_of, number_text, packed, spaced

_WAYS = ("o", "n", "s", "w", "e")
_DIGITS = DIGITS[:10]
_BASE_36 = {mark: code for code, mark in enumerate(DIGITS)}
_FEW: dict[str, str | list[Mark]] = {
    ".": "?",
    **{mark: [str(code % 5), *[None] * (code // 5)] for mark, code in _BASE_36.items() if code < 15},
}
_TREES: dict[str, list[Mark]] = {
    mark: ["x", *[None] * code] if code < 18 else [None] * (code - 17) for mark, code in _BASE_36.items()
}
_BLOCKS: dict[str, list[Mark]] = {".": [None] * 36, **{mark: [*[None] * code, "x"] for mark, code in _BASE_36.items()}}
_STARS: dict[str, list[Mark]] = {
    mark: ["wb"[code % 2], *[None] * (code // 2)] for mark, code in _BASE_36.items() if code < 16
}
_MAZE: dict[str, list[Mark]] = {
    mark: ["SGov"[code - 1]] if code < 5 else [None] * (code - 4) for mark, code in _BASE_36.items() if code
}
_TAPA = {**{mark: f"{mark}," for mark in _DIGITS}, "9": "1,1,1,1", ".": "?,"}


def numbers(body: Body) -> list[Rows]:
    """Numbers in cells: hexadecimal digits, signs for larger ones, letters from ``g`` for up to 20 empty cells."""
    return [body.table(body.marks(body.large_number))]


def numbers_text(found: list[Rows], _: Body) -> str:
    """The text of `numbers`."""
    return spaced(marks_of(found[0]))


def small_numbers(body: Body) -> list[Rows]:
    """Numbers 0 to 9 in cells, letters for up to 26 empty cells; behind ``-`` as `numbers`."""
    if body.peek() == "-":
        body.take()
        return numbers(body)
    digits = {".": "?", **{digit: digit for digit in _DIGITS}}
    return [body.table(body.marks(digits.get, "a"))]


def small_numbers_text(found: list[Rows], _: Body) -> str:
    """The text of `small_numbers`."""
    if any(mark.isdigit() and int(mark) > 9 for row in found[0] for mark in row):
        return f"-{numbers_text(found, _)}"
    return spaced(marks_of(found[0]), lambda mark: "." if mark == "?" else str(range(10)[int(mark)]), "a")


def numbers_and_holes(body: Body) -> list[Rows]:
    """Numbers 0 to 6 in cells, 7 for a cell that is not there, letters for empty cells: numbers, and a mask."""
    (rows,) = small_numbers(body)
    number = [["." if mark == "7" else mark for mark in row] for row in rows]
    return [number, [["x" if mark == "7" else "." for mark in row] for row in rows]]


def numbers_and_holes_text(found: list[Rows], grid: Body) -> str:
    """The text of `numbers_and_holes`."""
    number, *masks = found
    for mask in masks:
        pairs = [zip(row, holes, strict=True) for row, holes in zip(number, mask, strict=True)]
        number = [["7" if hole == "x" else mark for mark, hole in row] for row in pairs]
    return small_numbers_text([number], grid)


def few_numbers(body: Body) -> list[Rows]:
    """Numbers 0 to 4 in cells; each says by 5 and 10 more that one or two empty cells follow."""
    return [body.table(body.marks(_FEW.get))]


def few_numbers_text(found: list[Rows], _: Body) -> str:
    """The text of `few_numbers`."""
    marks, parts, k = marks_of(found[0]), [], 0
    while k < len(marks):
        mark, empty = marks[k], 0
        k += 1
        if mark is None or mark == "?":
            empty = next((i for i, other in enumerate(marks[k:]) if other is not None), len(marks) - k)
            parts.append("." if mark else spaced([None] * (empty + 1)))
            k += 0 if mark else empty
            continue
        while empty < 2 and k < len(marks) and marks[k] is None:
            empty, k = empty + 1, k + 1
        parts.append(DIGITS[range(5)[int(mark)] + 5 * empty])
    return "".join(parts)


def corner_numbers(body: Body) -> list[Rows]:
    """As `few_numbers`, at the corners of cells."""
    return [body.table(body.marks(_FEW.get, count=(body.height + 1) * (body.width + 1)), body.width + 1)]


def corner_numbers_text(found: list[Rows], grid: Body) -> str:
    """The text of `corner_numbers`."""
    return few_numbers_text(found, grid)


def every_number(body: Body) -> list[Rows]:
    """A number in each cell, without a coding for empty ones: base 36, two such digits behind ``-``."""

    def read(mark: str) -> list[Mark]:
        if mark in "%.":
            return [None]
        code = body.number(2, 36) if mark == "-" else _BASE_36.get(mark)
        return [] if code is None else [str(code)]

    return [body.table(body.marks(read, ""))]


def every_number_text(found: list[Rows], _: Body) -> str:
    """The text of `every_number`."""
    marks = [None if mark is None else int(mark) for mark in marks_of(found[0])]
    return "".join(
        "." if mark is None else DIGITS[mark] if mark < 36 else f"-{DIGITS[mark // 36]}{DIGITS[mark % 36]}"
        for mark in marks
    )


def tapa_numbers(body: Body) -> list[Rows]:
    """Up to four numbers a cell, parted by commas; ``0,`` for a single one, so that each is a list."""

    def read(mark: str) -> str | None:
        if not "a" <= mark <= "f":
            return _TAPA.get(mark)
        code = _BASE_36[mark] * 36 + body.number(1, 36)
        for start, end, base, count in ((360, 396, 6, 2), (396, 460, 4, 3), (460, 476, 2, 4)):
            if start <= code < end:
                values = [(code - start) // base**k % base for k in reversed(range(count))]
                return ",".join([str(value) if value else "?" for value in values])
        raise body.unexpected("these numbers")

    return [body.table(body.marks(read))]


def compasses(body: Body) -> list[Rows]:
    """Four numbers a cell, ``north,south,west,east``; ``?`` for none."""

    def read(mark: str) -> str:
        return ",".join([body.large_number(mark), *[body.large_number(body.take()) for _ in range(3)]])

    return [body.table(body.marks(read))]


def arrows(body: Body) -> list[Rows]:
    """Numbers with an arrow: ``n,2`` for two northwards, ``2`` without an arrow."""
    return [body.table(body.marks(lambda mark: _aimed(mark, body).removeprefix("o,"), "a"))]


def arrows_text(found: list[Rows], _: Body) -> str:
    """The text of `arrows`."""
    return spaced(marks_of(found[0]), _aimed_text, "a")


def castle_clues(body: Body) -> list[Rows]:
    """Colour, direction (``o`` for none) and number: ``white,n,3``."""

    def read(mark: str) -> str | None:
        colour = {"0": "grey", "1": "white", "2": "black"}.get(mark)
        return colour and f"{colour},{_aimed(body.take(), body)}"

    return [body.table(body.marks(read, "a"))]


def _aimed(mark: str, body: Body) -> str:
    """A direction and a number: of one digit, or ``?``; of two behind a direction and 5 more; of three behind ``-``."""
    if mark == "-":
        return f"{_WAYS[body.number(1, 5)]},{body.number(3, 16)}"
    if mark not in _DIGITS:
        raise body.unexpected(mark)
    way = _WAYS[int(mark) % 5]
    if mark < "5" and body.peek() == ".":
        return f"{way},{body.take().replace('.', '?')}"
    return f"{way},{body.number(1 if mark < '5' else 2, 16)}"


def _aimed_text(mark: str) -> str:
    way, comma, number = mark.rpartition(",")
    code = _WAYS.index(way) if comma else 0
    if number == "?" or int(number) < 16:
        return f"{code}{number_text(number)}"
    if int(number) < 256:
        return f"{code + 5}{int(number):02x}"
    return f"-{code}{range(4096)[int(number)]:03x}"


def corners_and_arrows(body: Body) -> list[Rows]:
    """Circles with a number, ``o`` for one without, and arrows ``n``, ``s``, ``w``, ``e``."""
    signs = {".": "o", "g": "n", "h": "s", "i": "w", "j": "e"}
    return [body.table(body.marks(lambda mark: signs.get(mark) or body.large_number(mark), "k"))]


def maze_marks(body: Body) -> list[Rows]:
    """Start ``S``, goal ``G``, circles ``o`` and triangles ``v``."""
    return [body.table(body.marks(_MAZE.get, ""))]


def circles(body: Body) -> list[Rows]:
    """White and black circles, three cells a character: ``w`` and ``b``."""
    return [body.table([(None, "w", "b")[value] for value in body.packed(3, 3)])]


def circles_text(found: list[Rows], _: Body) -> str:
    """The text of `circles`."""
    return packed([".wb".index(mark) for row in found[0] for mark in row], 3, 3)


def squares(body: Body) -> list[Rows]:
    """Marked cells, five a character: ``x``."""
    return [body.table(["x" if value else None for value in body.packed(2, 5)])]


def squares_text(found: list[Rows], _: Body) -> str:
    """The text of `squares`."""
    return packed([".x".index(mark) for row in found[0] for mark in row], 2, 5)


def trees(body: Body) -> list[Rows]:
    """Marked cells, each with the number of empty cells behind it, to ``h``; from ``i`` on only these: ``x``."""
    return [body.table(body.marks(_TREES.get, ""))]


def blocks(body: Body) -> list[Rows]:
    """Black cells, each behind the number of cells before it in base 36; ``.`` for 36 cells without one: ``x``."""
    return [body.table(body.marks(_BLOCKS.get, ""))]


def stars(body: Body) -> list[Rows]:
    """White and black points in cells, on their sides and corners, in a layout as that of `dots`: ``w`` and ``b``."""
    width = 2 * body.width - 1
    return [body.table(body.marks(_STARS.get, count=(2 * body.height - 1) * width), width)]


def bars(body: Body) -> list[Rows]:
    """Numbers in white cells, then black cells with a number or ``x``, and black cells as a mask."""
    black = {"x": "x", **{mark: str(k) for k, mark in enumerate("opqrs")}}

    def read(mark: str) -> str | list[Mark]:
        if mark in "ni":
            return [None] * (1 if mark == "n" else body.number(1, 16))
        return mark if mark in black else body.large_number(mark)

    return white_and_black(body, body.marks(read, ""), black)


def white_and_black(body: Body, marks: list[Mark], black: dict[str, str]) -> list[Rows]:
    """The marks of white cells, those of black ones by what they mean, and black cells as a mask."""
    meant = [mark and black.get(mark) for mark in marks]
    white = [None if other else mark for mark, other in zip(marks, meant, strict=True)]
    return [body.table(white), body.table(meant), body.table([mark and "x" for mark in meant])]


def field(body: Body) -> list[Rows]:
    """A number up to the next ``/``."""
    text = body.field()
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise unreadable(SITE, f"`{text[:20]}` is where a number is needed")
    return [[[text]]]


def field_text(found: list[Rows], _: Body) -> str:
    """The text of `field`."""
    return f"{found[0][0][0]}/"


def slash(body: Body) -> list[Rows]:
    """A ``/`` between two parts."""
    if body.peek() == "/":
        body.take()
    return []


def slash_text(_found: list[Rows], _: Body) -> str:
    """The text of `slash`."""
    return "/"
