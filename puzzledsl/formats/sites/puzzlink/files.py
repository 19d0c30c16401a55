"""Files of pzprjs: ``pzprv3``, the genre, rows, columns, then rows of marks; lines may be parted by ``/``.

What a genre reads from a link stands in its file in the same order, so a file needs no description of its own. Behind
it come the marks of somebody who was solving it, which are not read.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import Draft
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows
from puzzledsl.formats.sites.puzzlink.genre import Genre

_WAYS = {"1": "n", "2": "s", "3": "w", "4": "e"}


def read_file(text: str) -> Draft:
    """The puzzle of a file.

    Raises:
        PuzzleError: it is damaged, or of a genre that is not read, or only from links.
    """
    from puzzledsl.formats.sites.puzzlink.reading import filled, named

    lines = [line.strip() for line in text.replace("\r", "").replace("/", "\n").split("\n")][1:]
    written = lines.pop(0) if lines else ""
    name, form = named(written)
    height = _size(lines)
    width = height if name == "sudoku" else _size(lines)
    body = Body("", height, width)
    return filled(name, form, body, _layouts(name, form, body, lines))


def _layouts(name: str, form: Genre, body: Body, lines: list[str]) -> list[list[Rows]]:
    found = []
    for decoder, _ in form.reads:
        reader = _READERS.get(decoder)
        if reader is None or name in _LINKS_ONLY:
            raise unreadable(SITE, f"its genre `{name}` is read from links, not from files")
        found.append([reader(body, lines)])
    return found


_LINKS_ONLY = frozenset({"shakashaka", "tents", "snake", "doppelblock"})
"""Genres whose files write the same data in another way."""


def _size(lines: list[str]) -> int:
    text = lines.pop(0) if lines else ""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise unreadable(SITE, "it does not say the size of its grid")
    return int(text)


def _marks(lines: list[str], height: int, width: int) -> Rows:
    rows = [lines.pop(0).split() for _ in range(min(height, len(lines)))]
    if len(rows) < height or any(len(row) != width for row in rows):
        raise unreadable(SITE, f"{height} rows of {width} marks are expected; perhaps a part of the file is missing")
    return rows


def _each(rows: Rows, meaning: Callable[[str], str]) -> Rows:
    return [[meaning(mark) for mark in row] for row in rows]


def _number(mark: str) -> str:
    if mark == "-":
        return "?"
    return str(int(mark)) if mark.isascii() and mark.isdigit() and len(mark) < 7 else "."


def _numbers(body: Body, lines: list[str]) -> Rows:
    return _each(_marks(lines, body.height, body.width), _number)


def _corners(body: Body, lines: list[str]) -> Rows:
    return _each(_marks(lines, body.height + 1, body.width + 1), _number)


def _circles(body: Body, lines: list[str]) -> Rows:
    return _each(_marks(lines, body.height, body.width), lambda mark: {"1": "w", "2": "b"}.get(mark, "."))


def _arrows(body: Body, lines: list[str]) -> Rows:
    def meaning(mark: str) -> str:
        way, comma, number = mark.partition(",")
        return f"{_WAYS[way]},{_number(number)}" if comma and way in _WAYS else _number(number if comma else mark)

    return _each(_marks(lines, body.height, body.width), meaning)


def _several(body: Body, lines: list[str]) -> Rows:
    def meaning(mark: str) -> str:
        numbers = [_number(part) for part in mark.split(",")]
        return "." if "." in numbers else ",".join(numbers) + ("," if len(numbers) == 1 else "")

    return _each(_marks(lines, body.height, body.width), meaning)


def _line(_body: Body, lines: list[str]) -> Rows:
    return [[_number(lines.pop(0) if lines else "")]]


def _rooms(body: Body, lines: list[str]) -> Rows:
    """Rooms: their number and the room of each cell; or 1 for each border, those within rows first."""
    if len(lines) > 1 and lines[0].isdigit() and len(lines[1].split()) == body.width > 1:
        lines.pop(0)
        room = _marks(lines, body.height, body.width)
        borders = [room[r - 1][c - 1] != room[y - 1][x - 1] for (r, c), (y, x) in body.sides()]
    else:
        rows = _marks(lines, body.height, body.width - 1) + _marks(lines, body.height - 1, body.width)
        borders = [mark == "1" for row in rows for mark in row]
    return body.rooms_between(borders)


def _room_numbers(body: Body, lines: list[str]) -> Rows:
    marks = _numbers(body, lines)
    rows = [["." for _ in row] for row in marks]
    for room in body.rooms:
        number = next((mark for r, c in room if (mark := marks[r - 1][c - 1]) != "."), ".")
        r, c = min(room)
        rows[r - 1][c - 1] = number
    return rows


def _stars(body: Body, lines: list[str]) -> Rows:
    rows = [list(lines.pop(0)) for _ in range(min(2 * body.height - 1, len(lines)))]
    if len(rows) < 2 * body.height - 1 or any(len(row) != 2 * body.width - 1 for row in rows):
        raise unreadable(SITE, "rows of its stars are missing")
    return _each(rows, lambda mark: {"1": "w", "2": "b"}.get(mark, "."))


_READERS: dict[str, Callable[[Body, list[str]], Rows]] = {
    "numbers": _numbers,
    "small_numbers": _numbers,
    "few_numbers": _numbers,
    "every_number": _numbers,
    "corner_numbers": _corners,
    "circles": _circles,
    "arrows": _arrows,
    "tapa_numbers": _several,
    "field": _line,
    "rooms": _rooms,
    "room_numbers": _room_numbers,
    "stars": _stars,
}
"""How a file writes what a decoder reads from a link."""
