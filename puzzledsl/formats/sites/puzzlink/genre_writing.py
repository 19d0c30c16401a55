"""From a genre's model back to its link: what its layouts hold is packed as the site does it.

A model is one of a genre if the link of its layouts is read as the same model. So its rules need not be understood, and
no link says anything else than its model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.sites.puzzlink.body import Body, Mark, Rows, number_text
from puzzledsl.formats.sites.puzzlink.genre import Genre, genre, genre_names, layout_lines

if TYPE_CHECKING:
    from puzzledsl.model import Cell, Model

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LAYOUT = r"(?m)^((?:\w+ )?{}:\n)((?: +\S.*\n?)+)"
_MISSING = re.compile(r"(?m)^# Not in this model:\n(?:# - .*\n?)+")
_WAYS = {"n": 1, "s": 2, "w": 3, "e": 4}
_FURTHER = {"corner_numbers": 1, "above_and_left": None, "outside": None, "room_numbers": None, "field": None}
"""Decoders whose layout is larger than the grid, by how many rows and columns, or is not like it."""


def genre_body(model: Model) -> str | None:
    """The genre, the sizes and the text of a link that is read as this model; ``None``: no genre has its title.

    Raises:
        Unsayable: a genre has, but there is no such link.
    """
    for name in genre_names():
        form = genre(name)
        if form is not None and f'puzzle "{model.title}"\n' in form.text:
            return _body(name, form, model)
    return None


def _body(name: str, form: Genre, model: Model) -> str:
    from puzzledsl.formats.sites.puzzlink.reading import read

    if any(decoder not in ENCODERS for decoder, _ in form.reads):
        raise Unsayable(f"links of the genre `{name}` can be imported, not exported")
    if missing := _MISSING.search(model.source.text):
        raise Unsayable(
            f"it lacks a part of the link that it came from: {'; '.join(re.findall('# - (.*)', missing[0]))}"
        )
    foreign = Unsayable(f"it is not what `puzzledsl import` writes for the genre `{name}`, apart from its clues")
    text = _as_loaded(model)
    layouts = [[_layout(text, layout) for layout in names] for _, names in form.reads]
    sizes = [
        (len(found[0]) - more, len(found[0][0]) - more)
        for (decoder, _), found in zip(form.reads, layouts, strict=True)
        if found and found[0] and (more := _FURTHER.get(decoder, 0)) is not None
    ]
    if not sizes:
        raise foreign
    (height, width), *_ = sizes
    try:
        grid = Body("", height, width)
        grid.walls = _walls(_layout(text, "wall"))
        parts = [ENCODERS[decoder](found, grid) for (decoder, _), found in zip(form.reads, layouts, strict=True)]
        body = f"{name}/{width}/{height}/{''.join(parts)}"
        back = read(f"?{body}").text()
    except (LookupError, ValueError, PuzzleError):  # layouts of other sizes, or marks that no link can hold
        raise Unsayable(f"links of the genre `{name}` cannot hold its clues") from None
    if _rules(back) != _rules(text):
        raise foreign
    return body


def _as_loaded(model: Model) -> str:
    """The text of a model whose layouts have the clues and givens that it was loaded with.

    Raises:
        Unsayable: its text has no layout for them.
    """
    text = model.source.text
    loaded = {name: [row.split() for row in rows] for name, rows in model.clues.items() if rows is not None}
    if model.givens:
        givens, grid = _layout(text, "givens"), model.grids[0]
        if sum(requirement.origin.is_given for requirement in model.requirements) > len(model.givens):
            raise Unsayable("a cell has two givens")
        for number, value in model.givens.items():
            variable = model.variables[number]
            if variable.grid != grid.name or [*map(len, givens)] != [grid.width] * grid.height:
                raise Unsayable(f"there is no place for the given {value} at {variable.name}")
            r, c = variable.cell or (0, 0)
            givens[r - 1][c - 1] = str(value)
        loaded["givens"] = givens
    for name, rows in loaded.items():
        found = re.search(_LAYOUT.format(name), text)
        if found is None:
            raise Unsayable(f"the clues `{name}` are not in the model itself")
        text = text[: found.start(2)] + layout_lines(rows) + text[found.end(2) :]
    return text


def _layout(text: str, name: str) -> Rows:
    """The rows of a layout in the text of a model."""
    found = re.search(_LAYOUT.format(name), text)
    rows = [row.strip() for row in found[2].splitlines()] if found else []
    return [row.removeprefix("| ").split() if " " in row else list(row) for row in rows]


def _walls(rows: Rows) -> list[tuple[Cell, str]]:
    """Borders inside rooms, as `Body.walls` has them."""
    drawn = [((r, c), mark) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)]
    return [(cell, side) for cell, mark in drawn for side in "es" if mark in (side, "b")]


def _rules(text: str) -> str:
    """A model in canonical layout without what is said about it."""
    from puzzledsl.formatting import format_text
    from puzzledsl.source import Source

    return re.sub(r"(?m)^(?:author|date|note|source) .*\n", "", format_text(Source("<model>", text))).strip()


def _marks(rows: Rows) -> list[Mark]:
    return [None if mark == "." else mark for row in rows for mark in row]


def spaced(marks: Sequence[Mark], text: Callable[[str], str] = number_text, empty: str = "g") -> str:
    """Marks, and for each run of empty places the letters that stand for them, of which the first is for one."""
    longest = ord("z") - ord(empty) + 1
    parts: list[str] = []
    for is_mark, run in groupby(marks, lambda mark: mark is not None):
        here = list(run)
        if is_mark:
            parts += [text(mark) for mark in here if mark is not None]
        else:
            full, rest = divmod(len(here), longest)
            parts += ["z"] * full + ([chr(ord(empty) + rest - 1)] if rest else [])
    return "".join(parts)


def _small(found: list[Rows], _: Body) -> str:
    if any(mark.isdigit() and int(mark) > 9 for row in found[0] for mark in row):
        return f"-{_several(found, _)}"
    return spaced(_marks(found[0]), lambda mark: "." if mark == "?" else str(range(10)[int(mark)]), "a")


def _with_holes(found: list[Rows], grid: Body) -> str:
    number, *masks = found
    for mask in masks:
        pairs = [zip(row, holes, strict=True) for row, holes in zip(number, mask, strict=True)]
        number = [["7" if hole == "x" else mark for mark, hole in row] for row in pairs]
    return _small([number], grid)


def _every_number(found: list[Rows], _: Body) -> str:
    marks = [None if mark is None else int(mark) for mark in _marks(found[0])]
    return "".join(
        "." if mark is None else _DIGITS[mark] if mark < 36 else f"-{_DIGITS[mark // 36]}{_DIGITS[mark % 36]}"
        for mark in marks
    )


def _few(found: list[Rows], _: Body) -> str:
    """Numbers up to 4, which say by 5 and 10 more that one or two empty places follow."""
    marks, parts, k = _marks(found[0]), [], 0
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
        parts.append(_DIGITS[range(5)[int(mark)] + 5 * empty])
    return "".join(parts)


def _arrow(mark: str) -> str:
    way, comma, number = mark.rpartition(",")
    code = _WAYS[way] if comma else 0
    if number == "?" or int(number) < 16:
        return f"{code}{number_text(number)}"
    if int(number) < 256:
        return f"{code + 5}{int(number):02x}"
    return f"-{code}{range(4096)[int(number)]:03x}"


def _packed(values: Sequence[int], states: int, places: int) -> str:
    full = [*values, *[0] * (-len(values) % places)]
    codes = (full[k : k + places] for k in range(0, len(full), places))
    return "".join(_DIGITS[sum(value * states ** (places - 1 - i) for i, value in enumerate(code))] for code in codes)


def _circles(found: list[Rows], _: Body) -> str:
    return _packed([".wb".index(mark) for row in found[0] for mark in row], 3, 3)


def _squares(found: list[Rows], _: Body) -> str:
    return _packed([".x".index(mark) for row in found[0] for mark in row], 2, 5)


def _rooms(found: list[Rows], grid: Body) -> str:
    """The borders of rooms, which are noted in ``grid``."""
    (label,) = found
    walls = set(grid.walls)
    borders = [
        label[r - 1][c - 1] != label[y - 1][x - 1] or ((r, c), "e" if r == y else "s") in walls
        for (r, c), (y, x) in grid.sides()
    ]
    grid.rooms_between(borders)
    within_rows = grid.height * (grid.width - 1)
    return _packed(borders[:within_rows], 2, 5) + _packed(borders[within_rows:], 2, 5)


def _room_numbers(found: list[Rows], grid: Body) -> str:
    return spaced([found[0][r - 1][c - 1].replace(".", "") or None for r, c in map(min, grid.rooms)])


def _several(found: list[Rows], _: Body) -> str:
    return spaced([mark for rows in found for mark in _marks(rows)])


ENCODERS: dict[str, Callable[[list[Rows], Body], str]] = {
    "numbers": _several,
    "outside": _several,
    "above_and_left": _several,
    "small_numbers": _small,
    "numbers_and_holes": _with_holes,
    "every_number": _every_number,
    "field": lambda found, _: f"{found[0][0][0]}/",
    "slash": lambda *_: "/",
    "few_numbers": _few,
    "corner_numbers": _few,
    "arrows": lambda found, _: spaced(_marks(found[0]), _arrow, "a"),
    "circles": _circles,
    "squares": _squares,
    "rooms": _rooms,
    "room_numbers": _room_numbers,
}
"""By decoder, the text that it reads as these layouts."""
