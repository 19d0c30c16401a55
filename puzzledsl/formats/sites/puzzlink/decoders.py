"""The codings of puzz.link, one function each: it reads its part of a text and gives the layouts that this fills.

The same codings serve many genres; a genre names them in its lines ``# reads: DECODER NAME…``. An unknown number is
``?``. Learnt from pzprjs (MIT licence), ``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows
from puzzledsl.model import Cell

_WAYS = (None, "n", "s", "w", "e")
_LARGE = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""The digits of a large number in hexadecimal behind its sign, and what is added to it."""


def numbers(body: Body) -> list[Rows]:
    """Numbers in cells: hexadecimal digits, signs for larger ones, letters from ``g`` for up to 20 empty cells."""
    return [body.table(_numbers(body, body.height * body.width))]


def small_numbers(body: Body) -> list[Rows]:
    """Numbers 0 to 9 in cells, letters for up to 26 empty cells; behind ``-`` as `numbers`."""
    if body.peek() == "-":
        body.take()
        return numbers(body)
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark == ".":
            marks.append("?")
        elif mark in "0123456789":
            marks.append(mark)
        elif "a" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("a") + 1))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def few_numbers(body: Body) -> list[Rows]:
    """Numbers 0 to 4 in cells; each says by 5 and 10 more that one or two empty cells follow."""
    return [body.table(_few(body, body.height * body.width))]


def corner_numbers(body: Body) -> list[Rows]:
    """As `few_numbers`, at the corners of cells."""
    return [body.table(_few(body, (body.height + 1) * (body.width + 1)), body.width + 1)]


def arrows(body: Body) -> list[Rows]:
    """Numbers with an arrow: ``n,2`` for two northwards, ``2`` without an arrow."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark in "01234":
            number = "?" if body.peek() == "." else str(int(body.peek() or "x", 16)) if _is_hex(body.peek()) else None
            if number is None:
                raise body.unexpected(body.peek())
            body.take()
            marks.append(_arrow(int(mark), number))
        elif mark in "56789":
            marks.append(_arrow(int(mark) - 5, str(body.number(2, 16))))
        elif mark == "-":
            way = body.number(1, 16)
            marks.append(_arrow(way, str(body.number(3, 16))) if way < 5 else None)
        elif "a" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("a") + 1))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def rooms(body: Body) -> list[Rows]:
    """Borders between cells, five a character: first the upright ones row by row, then the level ones."""
    upright, level = _borders(body)
    return [rooms_between(body, upright, level)]


def rooms_and_blocks(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then black cells as in `squares`, which belong to no room.

    Fills three layouts: the rooms, the black cells, and ``x`` for each border, in a layout as that of `dots`.
    """
    upright, level = _borders(body)
    (black,) = squares(body)
    found = rooms_between(body, upright, level, _marked(black))
    body.walls.clear()
    walls = _between(body)
    for (r, c), drawn in upright.items():
        walls[2 * r - 2][2 * c - 1] = "x" if drawn else "."
    for (r, c), drawn in level.items():
        walls[2 * r - 1][2 * c - 2] = "x" if drawn else "."
    return [found, black, walls]


def rooms_between(body: Body, upright: dict[Cell, bool], level: dict[Cell, bool], black: Container[Cell] = ()) -> Rows:
    """The rooms that borders make, with a label in each of their cells; they are noted in ``body``.

    Args:
        upright, level: whether a border is right of a cell, and below it.
        black: cells that are in no room.
    """
    label: dict[Cell, int] = {}
    for start in _cells(body):
        if start in label or start in black:
            continue
        room, todo = [start], [start]
        label[start] = len(body.rooms)
        while todo:
            r, c = todo.pop()
            steps = (
                ((r, c + 1), c < body.width and not upright[r, c]),
                ((r, c - 1), c > 1 and not upright[r, c - 1]),
                ((r + 1, c), r < body.height and not level[r, c]),
                ((r - 1, c), r > 1 and not level[r - 1, c]),
            )
            for cell, is_open in steps:
                if is_open and cell not in label and cell not in black:
                    label[cell] = len(body.rooms)
                    room.append(cell)
                    todo.append(cell)
        body.rooms.append(room)
    for side, drawn, step in (("e", upright, (0, 1)), ("s", level, (1, 0))):
        borders = [cell for cell, there in drawn.items() if there]
        body.walls += [((r, c), side) for r, c in borders if label.get((r, c)) == label.get((r + step[0], c + step[1]))]
    names = _labels(len(body.rooms))
    return [[names[label[cell]] if (cell := (r, c)) in label else "." for c in _columns(body)] for r in _lines(body)]


def room_numbers(body: Body) -> list[Rows]:
    """Numbers of rooms, in the order of their first cells, as `numbers`; each stands in the first cell."""
    marks = _numbers(body, len(body.rooms))
    found = {min(room): mark for room, mark in zip(body.rooms, marks, strict=True) if mark is not None}
    return [[[found.get((r, c), ".") for c in _columns(body)] for r in range(1, body.height + 1)]]


def circles(body: Body) -> list[Rows]:
    """White and black circles, three cells a character: ``w`` and ``b``."""
    return [body.table([(None, "w", "b")[value] for value in _packed(body, 27, (9, 3, 1), 3)])]


def squares(body: Body) -> list[Rows]:
    """Marked cells, five a character: ``x``."""
    return [body.table(["x" if value else None for value in _packed(body, 32, (16, 8, 4, 2, 1), 2)])]


def outside(body: Body) -> list[Rows]:
    """Numbers outside the grid: above, below, left, right; four rows."""
    marks = _numbers(body, 2 * (body.width + body.height))
    return _sides(marks, body.width, body.width, body.height, body.height)


def above_and_left(body: Body) -> list[Rows]:
    """Numbers outside the grid: above and left; two rows."""
    return _sides(_numbers(body, body.width + body.height), body.width, body.height)


def trees(body: Body) -> list[Rows]:
    """Marked cells, each with the number of empty cells behind it, to ``h``; from ``i`` on only these: ``x``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        code = int(mark, 36) if mark.isalnum() and mark.isascii() else -1
        if code < 0:
            raise body.unexpected(mark)
        marks.extend(["x", *[None] * code] if code < 18 else [None] * (code - 17))

    return [body.table(_all(body, marks, body.height * body.width, read))]


def field(body: Body) -> list[Rows]:
    """A number up to the next ``/``."""
    text = body.field()
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise unreadable(SITE, f"`{text[:20]}` stands where a number is needed")
    return [[[text]]]


def every_number(body: Body) -> list[Rows]:
    """A number in each cell, without a coding for empty ones: base 36, two hexadecimal digits behind ``-``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark == "-":
            marks.append(str(body.number(2, 36)))
        elif mark in "%.":
            marks.append(None)
        elif mark.isalnum() and mark.isascii():
            marks.append(str(int(mark, 36)))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def tapa_numbers(body: Body) -> list[Rows]:
    """Up to four numbers a cell, parted by commas; ``0,`` for a single one, so that each is a list."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark in "012345678":
            marks.append(f"{mark},")
        elif mark == "9":
            marks.append("1,1,1,1")
        elif mark == ".":
            marks.append("?,")
        elif "a" <= mark <= "f":
            marks.append(",".join(_several((ord(mark) - ord("a") + 10) * 36 + body.number(1, 36), body)))
        elif "g" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("g") + 1))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def _several(code: int, body: Body) -> list[str]:
    for start, end, base, count in ((360, 396, 6, 2), (396, 460, 4, 3), (460, 476, 2, 4)):
        if start <= code < end:
            values = [(code - start) // base ** (count - 1 - k) % base for k in range(count)]
            return [str(value) if value else "?" for value in values]
    raise body.unexpected("these numbers")


def kakuro(body: Body) -> list[Rows]:
    """Sums below and right of black cells, with a further row above the grid and a column left of it."""
    height, width = body.height + 1, body.width + 1
    below = [["." for _ in range(width)] for _ in range(height)]
    right = [["." for _ in range(width)] for _ in range(height)]
    black = {(0, c) for c in range(width)} | {(r, 0) for r in range(height)}
    place = 0
    while place < body.height * body.width and body.more():
        mark = body.take()
        if "k" <= mark <= "z":
            place += ord(mark) - ord("k") + 1
            continue
        r, c = place // body.width + 1, place % body.width + 1
        black.add((r, c))
        if mark != ".":
            below[r][c], right[r][c] = _sum(mark, body), _sum(body.take(), body)
        place += 1
    for c in range(1, width):
        if (1, c) not in black and body.more():
            below[0][c] = _sum(body.take(), body)
    for r in range(1, height):
        if (r, 1) not in black and body.more():
            right[r][0] = _sum(body.take(), body)
    mask = [["x" if (r, c) in black else "." for c in range(width)] for r in range(height)]
    return [below, right, mask]


def _sum(mark: str, body: Body) -> str:
    if mark in ".-0":
        return "."
    if mark.isdigit() or "a" <= mark <= "j":
        return str(int(mark, 36))
    if "A" <= mark <= "Z":
        return str(int(mark, 36) + 10)
    raise body.unexpected(mark)


def dots(body: Body) -> list[Rows]:
    """White and black dots on the sides of cells, upright sides first: ``w`` and ``b`` between the cells.

    The layout has the cells at its odd rows and columns.
    """
    places = _sides_of_cells(body)
    rows = _between(body)
    values = _packed(body, 27, (9, 3, 1), 3, len(places))
    for (y, x), value in zip(places, values, strict=True):
        rows[y][x] = (".", "w", "b")[value]
    return [rows]


def differences(body: Body) -> list[Rows]:
    """Numbers and signs ``<`` ``>`` on the sides of cells, in a layout as that of `dots`."""
    places = _sides_of_cells(body)
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark in "gh":
            marks.append("<" if mark == "g" else ">")
        elif "i" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("i") + 1))
        elif mark == "-":
            marks.append(str(body.number(2, 16)))
        elif mark == "." or _is_hex(mark):
            marks.append("?" if mark == "." else str(int(mark, 16)))
        else:
            raise body.unexpected(mark)

    rows = _between(body)
    for (y, x), found in zip(places, _all(body, marks, len(places), read), strict=True):
        rows[y][x] = found or "."
    return [rows]


def stars(body: Body) -> list[Rows]:
    """White and black points in cells, on their sides and corners, in a layout as that of `dots`: ``w`` and ``b``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if _is_hex(mark):
            marks.extend(["wb"[int(mark, 16) % 2], *[None] * (int(mark, 16) // 2)])
        elif "g" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("g") + 1))
        else:
            raise body.unexpected(mark)

    width = 2 * body.width - 1
    return [body.table(_all(body, marks, (2 * body.height - 1) * width, read), width)]


def castle_clues(body: Body) -> list[Rows]:
    """Colour, direction (``o`` for none) and number: ``white,n,3``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if "a" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("a") + 1))
            return
        if mark not in "012":
            raise body.unexpected(mark)
        colour = ("grey", "white", "black")[int(mark)]
        way = body.take()
        if way == "-":
            code, number = body.number(1, 5), str(body.number(3, 16))
        elif way in "01234":
            code, number = int(way), "?" if body.peek() == "." else str(body.number(1, 16))
            if number == "?":
                body.take()
        elif way in "56789":
            code, number = int(way) - 5, str(body.number(2, 16))
        else:
            raise body.unexpected(way)
        marks.append(f"{colour},{_WAYS[code] or 'o'},{number}")

    return [body.table(_all(body, marks, body.height * body.width, read))]


def maze_marks(body: Body) -> list[Rows]:
    """Start ``S``, goal ``G``, circles ``o`` and triangles ``v``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark in "1234":
            marks.append("SGov"[int(mark) - 1])
        elif mark.isalnum() and mark.isascii() and mark != "0":
            marks.extend([None] * (int(mark, 36) - 4))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def corners_and_arrows(body: Body) -> list[Rows]:
    """Circles with a number, ``o`` for one without, and arrows ``n``, ``s``, ``w``, ``e``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark == ".":
            marks.append("o")
        elif mark == "-":
            marks.append(str(body.number(2, 16)))
        elif _is_hex(mark):
            marks.append(str(int(mark, 16)))
        elif "g" <= mark <= "j":
            marks.append("nswe"[ord(mark) - ord("g")])
        elif "k" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("k") + 1))
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def compasses(body: Body) -> list[Rows]:
    """Four numbers a cell, ``north,south,west,east``; ``?`` for none."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if "g" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("g") + 1))
            return
        found = [_one_number(mark, body)]
        while len(found) < 4:
            found.append(_one_number(body.take(), body))
        marks.append(",".join(found))

    return [body.table(_all(body, marks, body.height * body.width, read))]


def runs_above_and_left(body: Body) -> list[Rows]:
    """The lengths of runs outside the grid: for each column, then for each row, half as many places as it has cells."""
    deep, wide = (body.height + 1) // 2, (body.width + 1) // 2
    marks = _numbers(body, deep * body.width + wide * body.height)
    above, left = marks[: deep * body.width], marks[deep * body.width :]
    return [
        [[_list(above[k : k + deep]) for k in range(0, len(above), deep)]],
        [[_list(left[k : k + wide]) for k in range(0, len(left), wide)]],
    ]


def _list(marks: list[str | None]) -> str:
    found = [mark for mark in reversed(marks) if mark is not None]
    return ",".join(found) + ("," if len(found) == 1 else "") or "."


def numbers_and_holes(body: Body) -> list[Rows]:
    """Numbers 0 to 6 in cells, 7 for a cell that is not there, letters for empty cells: numbers, and a mask."""
    (rows,) = small_numbers(body)
    number = [["." if mark == "7" else mark for mark in row] for row in rows]
    return [number, [["x" if mark == "7" else "." for mark in row] for row in rows]]


def bars(body: Body) -> list[Rows]:
    """Numbers in white cells, then black cells with a number or ``x``, and black cells as a mask."""
    number: list[str | None] = []
    black: list[str | None] = []

    def read(mark: str) -> None:
        if mark in "ni":
            empty = [None] * (1 if mark == "n" else body.number(1, 16))
            number.extend(empty)
            black.extend(empty)
        elif mark in "xopqrs":
            number.append(None)
            black.append("x" if mark == "x" else str("opqrs".index(mark)))
        else:
            number.append(_one_number(mark, body))
            black.append(None)

    count = body.height * body.width
    _all(body, number, count, read)
    black = (black + [None] * count)[:count]
    mask: list[str | None] = ["x" if mark else None for mark in black]
    return [body.table((number + [None] * count)[:count]), body.table(black), body.table(mask)]


def kinkonkan_clues(body: Body) -> list[Rows]:
    """Letters with numbers outside the grid: above, below, left, right; four rows of ``A,2``. Letters come first."""
    lengths = (body.width, body.width, body.height, body.height)
    letters: list[str | None] = []

    def read(mark: str) -> None:
        if "A" <= mark <= "Z":
            letters.append(mark)
        elif mark in "0123":
            letters.append(f"{body.take()}{int(mark) + 2}")
        elif "a" <= mark <= "z":
            letters.extend([None] * (ord(mark) - ord("a") + 1))
        else:
            raise body.unexpected(mark)

    places = _all(body, letters, sum(lengths), read)
    return _sides([letter and f"{letter},{_one_number(body.take(), body)}" for letter in places], *lengths)


def blocks(body: Body) -> list[Rows]:
    """Black cells, each behind the number of cells before it in base 36; ``.`` for 36 cells without one: ``x``."""
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark == ".":
            marks.extend([None] * 36)
        elif mark.isalnum() and mark.isascii():
            marks.extend([*[None] * int(mark, 36), "x"])
        else:
            raise body.unexpected(mark)

    return [body.table(_all(body, marks, body.height * body.width, read))]


def rooms_and_black(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then black cells as in `blocks`, which belong to no room."""
    upright, level = _borders(body)
    (black,) = blocks(body)
    found = rooms_between(body, upright, level, _marked(black))
    return [found, black]


def rooms_and_numbers(body: Body) -> list[Rows]:
    """Borders as in `rooms`, then numbers and black cells, which belong to no room.

    A digit is a number less 1, as are two digits behind ``-``; letters from ``g`` are empty cells. Fills four layouts:
    the rooms, the numbers, the black cells (``x``, or the direction of their arrow), and the black cells as a mask.
    """
    upright, level = _borders(body)
    numbers: list[str | None] = []
    black: list[str | None] = []

    def read(mark: str) -> None:
        if "g" <= mark <= "z":
            empty = [None] * (ord(mark) - ord("g") + 1)
            numbers.extend(empty)
            black.extend(empty)
            return
        is_black = "a" <= mark <= "e"
        black.append(("x", *_WAYS[1:])["abcde".index(mark)] if is_black else None)
        numbers.append(None if is_black else str(1 + body.number(2, 10) if mark == "-" else 1 + _digit(mark, body)))

    count = body.height * body.width
    _all(body, numbers, count, read)
    rows = body.table((black + [None] * count)[:count])
    mask = [["x" if mark != "." else "." for mark in row] for row in rows]
    found = rooms_between(body, upright, level, _marked(rows))
    return [found, body.table((numbers + [None] * count)[:count]), rows, mask]


def _marked(rows: Rows) -> set[Cell]:
    return {(r, c) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "."}


def _digit(mark: str, body: Body) -> int:
    if not (mark.isascii() and mark.isdigit()):
        raise body.unexpected(mark)
    return int(mark)


def slash(body: Body) -> list[Rows]:
    """A ``/`` between two parts."""
    if body.peek() == "/":
        body.take()
    return []


# ── shared by several codings ────────────────────────────────────────────────────────────────────


def _numbers(body: Body, count: int) -> list[str | None]:
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if "g" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("g") + 1))
        else:
            marks.append(_one_number(mark, body))

    return _all(body, marks, count, read)


def _one_number(mark: str, body: Body) -> str:
    """The number that begins with a mark: a hexadecimal digit, a sign before several, or ``.`` for an unknown one."""
    if mark in _LARGE:
        digits, base = _LARGE[mark]
        return str(body.number(digits, 16) + base)
    if mark == ".":
        return "?"
    if _is_hex(mark):
        return str(int(mark, 16))
    raise body.unexpected(mark)


def _few(body: Body, count: int) -> list[str | None]:
    marks: list[str | None] = []

    def read(mark: str) -> None:
        if mark == ".":
            marks.append("?")
        elif mark in "0123456789abcde":
            value = int(mark, 16)
            marks.extend([str(value % 5), *[None] * (value // 5)])
        elif "g" <= mark <= "z":
            marks.extend([None] * (ord(mark) - ord("g") + 1))
        else:
            raise body.unexpected(mark)

    return _all(body, marks, count, read)


def _all(body: Body, marks: list[str | None], count: int, read: Callable[[str], None]) -> list[str | None]:
    """Read marks until there are so many; empty places at the end of a text may be left out, and too many given."""
    while len(marks) < count and body.more() and body.peek() != "/":
        read(body.take())
    return (marks + [None] * count)[:count]


def _packed(body: Body, base: int, weights: tuple[int, ...], states: int, places: int | None = None) -> list[int]:
    count = body.height * body.width if places is None else places
    values: list[int] = []
    while len(values) < count and body.more() and body.peek() != "/":
        code = body.number(1, base)
        values += [code // weight % states for weight in weights]
    return (values + [0] * count)[:count]


def _borders(body: Body) -> tuple[dict[Cell, bool], dict[Cell, bool]]:
    """Whether a border is right of a cell, and below it."""
    inner = [(r, c) for r in range(1, body.height + 1) for c in range(1, body.width)]
    lower = [(r, c) for r in range(1, body.height) for c in _columns(body)]
    return _bits(body, inner), _bits(body, lower)


def _sides_of_cells(body: Body) -> list[Cell]:
    """The places of the sides between cells in a layout that `_between` makes: upright sides, then level ones."""
    upright = [(2 * r, 2 * c + 1) for r in range(body.height) for c in range(body.width - 1)]
    return upright + [(2 * r + 1, 2 * c) for r in range(body.height - 1) for c in range(body.width)]


def _between(body: Body) -> Rows:
    return [["." for _ in range(2 * body.width - 1)] for _ in range(2 * body.height - 1)]


def _bits(body: Body, places: list[Cell]) -> dict[Cell, bool]:
    bits: list[bool] = []
    while len(bits) < len(places):
        code = body.number(1, 32)
        bits += [bool(code & weight) for weight in (16, 8, 4, 2, 1)]
    return dict(zip(places, bits, strict=False))


def _sides(marks: list[str | None], *lengths: int) -> list[Rows]:
    sides, start = [], 0
    for length in lengths:
        sides.append([[mark or "." for mark in marks[start : start + length]]])
        start += length
    return sides


def _arrow(way: int, number: str) -> str:
    name = _WAYS[way]
    return number if name is None else f"{name},{number}"


def _labels(count: int) -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return list(letters[:count]) if count <= len(letters) else [str(k + 1) for k in range(count)]


def _cells(body: Body) -> list[Cell]:
    return [(r, c) for r in range(1, body.height + 1) for c in _columns(body)]


def _lines(body: Body) -> range:
    return range(1, body.height + 1)


def _columns(body: Body) -> range:
    return range(1, body.width + 1)


def _is_hex(mark: str) -> bool:
    return len(mark) == 1 and mark in "0123456789abcdef"


DECODERS: dict[str, Callable[[Body], list[Rows]]] = {
    decoder.__name__: decoder
    for decoder in (
        numbers,
        small_numbers,
        few_numbers,
        corner_numbers,
        arrows,
        rooms,
        rooms_and_blocks,
        room_numbers,
        circles,
        squares,
        outside,
        above_and_left,
        field,
        trees,
        every_number,
        tapa_numbers,
        kakuro,
        compasses,
        runs_above_and_left,
        slash,
        numbers_and_holes,
        bars,
        blocks,
        rooms_and_black,
        rooms_and_numbers,
        kinkonkan_clues,
        dots,
        differences,
        stars,
        castle_clues,
        maze_marks,
        corners_and_arrows,
    )
}
"""By name, as ``# reads:`` names them."""
