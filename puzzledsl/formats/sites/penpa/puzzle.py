"""The puzzle of a link as records: its grid, its texts, and what is drawn in cells and on borders."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import accumulate
from typing import Any, TypeVar

from puzzledsl.formats.bounds import LARGEST_SIDE, from_json, unreadable
from puzzledsl.formats.drawing.records import Point
from puzzledsl.formats.json_values import as_list, as_object
from puzzledsl.formats.sites.penpa.payload import SITE, lines_of, part_of, unescaped
from puzzledsl.formats.sites.penpa.places import MARGIN, Places
from puzzledsl.formats.tables import pairs
from puzzledsl.model import Cell, all_places
from puzzledsl.records import record

_T = TypeVar("_T")
LAYERS = pairs(__file__, "layers.tsv")
"""Layers that may hold clues, with their names."""
_PROBLEM, _ANSWERS, _CENTERS, _COLORS, _TAGS, _FIRST_TEXT = 3, 4, 5, 14, 17, 15
_COLOR = re.compile("#[0-9a-fA-F]{6}")
_NUMBERS = 4
"""Where numbers are among the kinds of what is compared with answers."""


@record
class PenpaPuzzle:
    """What a link holds.

    Attributes:
        kind: the kind of grid: ``square``, ``sudoku``, ``kakuro``, ``hex``, ….
        height, width: of the rectangle that the cells fill.
        gaps: cells of it that are not in the puzzle.
        texts: in and between cells.
        small_texts: in the corners of cells.
        symbols: style and name of what is drawn in and between cells.
        shades: styles of shaded cells.
        edges: styles of lines along sides, or across cells, by their middles.
        colors: those that entries of layers have in place of their style's, as `entries`.
        answers: texts in cells of the layer in which people solve.
        entries: all that is drawn, by layer and place; entries of layers that are lists have their numbers.
        places: where each place is.
        tags: genres, as the setter chose them.
    """

    kind: str
    height: int
    width: int
    gaps: list[Cell]
    texts: dict[Point, str]
    small_texts: dict[Cell, str]
    symbols: dict[Point, tuple[Any, str]]
    shades: dict[Cell, Any]
    edges: dict[Point, Any]
    colors: dict[str, dict[str, Any]]
    answers: dict[Cell, str]
    entries: dict[str, dict[str, Any]]
    places: Places
    title: str
    author: str
    source: str
    rules: str
    tags: list[str]

    def at(self, layer: str, key: str) -> Point | None:
        """Return the position of an entry of a layer; the first place of one that has several."""
        if layer == "numberS":
            return self.places.small_point(key)
        if layer in ("number", "symbol", "surface"):
            return self.places.point(key)
        entry = self.entries[layer][key]
        return self.places.point(str(entry[0])) if isinstance(entry, list) and entry else self.places.middle(key)

    def unused(self, used: Collection[tuple[str, Point]]) -> Iterator[tuple[str, list[Point | None], int]]:
        """Yield each layer with the positions of its entries that are not used, if there are any, and their number."""
        for layer, entries in self.entries.items():
            left = [at for key in entries if (at := self.at(layer, key)) is None or (layer, at) not in used]
            if left:
                yield layer, left, len(entries)

    def color(self, layer: str, key: str, default: str) -> str:
        """Return the colour of an entry of a layer, which has another by its style."""
        found = str(self.colors.get(layer, {}).get(key))
        return found if _COLOR.fullmatch(found) else default

    def paths(self, layer: str) -> dict[str, list[Point]]:
        """Return the points of each entry of a layer whose entries are lists of places."""
        entries = ((key, entry) for key, entry in self.entries.get(layer, {}).items() if isinstance(entry, list))
        found = {key: [self.places.point(str(place)) for place in entry] for key, entry in entries}
        return {key: points for key, points in found.items() if points and None not in points}  # type: ignore[misc]

    def in_cells(self) -> dict[Cell, str]:
        """Return the texts in the middles of cells."""
        return _in_cells(self.texts, self.height, self.width)


def puzzle_of(link: str) -> PenpaPuzzle:
    """Read what a link holds.

    Raises:
        PuzzleError: it has no puzzle, or is damaged.
    """
    lines = lines_of(link)
    if len(lines) <= _CENTERS:
        raise unreadable(SITE, "it ends too early; perhaps a part of the link is missing")
    lines += [""] * _TAGS
    head = [*lines[0].split(","), *[""] * 20]
    layers, answers, centers, tags = (_json(lines[k]) for k in (_PROBLEM, _ANSWERS, _CENTERS, _TAGS))
    colors = _json(lines[_COLORS]) if lines[_COLORS].startswith("{") else {}
    columns, rows = (_side(head[k]) + 2 * MARGIN for k in (1, 2))
    if not isinstance(layers, dict) or not isinstance(centers, list):
        raise unreadable(SITE, "what it draws is missing")
    steps = (step for step in centers[: LARGEST_SIDE**2] if isinstance(step, int))
    cells = [divmod(place, columns) for place in accumulate(steps) if 0 <= place < rows * columns]
    if not cells:
        raise unreadable(SITE, "its grid has no cells")
    ys, xs = ({cell[k] for cell in cells} for k in (0, 1))
    top, left = min(ys), min(xs)
    height, width = max(ys) - top + 1, max(xs) - left + 1
    whole = set(all_places(height, width))
    places = Places(rows, columns, top, left)
    texts, solved, small = (
        {at: text for at, entry in _drawn(layer, name, point) if (text := _text(entry))}
        for layer, name, point in (
            (layers, "number", places.point),
            (as_object(answers), "number", places.point),
            (layers, "numberS", places.small_point),
        )
    )
    symbols = {
        at: (entry[0], str(entry[1]))
        for at, entry in _drawn(layers, "symbol", places.point)
        if isinstance(entry, list) and len(entry) > 1
    }
    title, author, source, rules = map(unescaped, head[_FIRST_TEXT : _FIRST_TEXT + 4])
    return PenpaPuzzle(
        head[0],
        height,
        width,
        sorted(whole - {(y - top + 1, x - left + 1) for y, x in cells}),
        texts,
        _in_cells(small, height, width),
        symbols,
        _in_cells(dict(_drawn(layers, "surface", places.point)), height, width),
        dict(_drawn(layers, "lineE", places.middle)),
        {name: _entries(found) for name, found in colors.items()},
        _in_cells(solved | _compared(link, places), height, width),
        {layer: found for layer in LAYERS if (found := _entries(layers.get(layer)))},
        places,
        title.removeprefix("Title:").strip(),
        author.removeprefix("Author:").strip(),
        source,
        "" if rules in ("OFF", "ON", "No rules") else rules,
        [tag for tag in as_list(tags) if isinstance(tag, str)],
    )


def _compared(link: str, places: Places) -> dict[Point, str]:
    """The numbers and letters with which the site compares answers, by their points."""
    kinds = as_list(_json(part_of(link, "a") or ""))
    entries = [str(entry).partition(",") for kind in kinds[_NUMBERS : _NUMBERS + 1] for entry in as_list(kind)]
    return {at: text for key, _, text in entries if (at := places.point(key))}


def _json(line: str) -> Any:
    return from_json(line, SITE) if line.strip() else None


def _side(word: str) -> int:
    number = int(word) if word.isdecimal() and len(word) < 4 else 0
    if not 0 < number <= LARGEST_SIDE:
        raise unreadable(SITE, f"its grid has no size, or a side longer than {LARGEST_SIDE} cells")
    return number


def _entries(layer: Any) -> dict[str, Any]:
    """The entries of a layer, which is a map or a list; without empty texts, which show nothing."""
    found = layer if isinstance(layer, dict) else dict(enumerate(as_list(layer)))
    return {str(key): entry for key, entry in found.items() if entry not in (None, []) and not _is_blank(entry)}


def _is_blank(entry: Any) -> bool:
    return isinstance(entry, list) and isinstance(entry[0], str) and not entry[0].strip()


def _drawn(layers: Mapping[str, Any], name: str, point: Callable[[str], Point | None]) -> Iterator[tuple[Point, Any]]:
    """What a layer has, by the point at which it is drawn."""
    for key, entry in as_object(layers.get(name)).items():
        if (at := point(key)) is not None and entry is not None:
            yield at, entry


def _in_cells(found: Mapping[Point, _T], height: int, width: int) -> dict[Cell, _T]:
    """The entries in the middles of cells."""
    return {
        (int(y + 0.5), int(x + 0.5)): value
        for (y, x), value in found.items()
        if y % 1 == x % 1 == 0.5 and 0 < y < height and 0 < x < width
    }


def _text(entry: Any) -> str:
    """The text of an entry ``[text, colour, kind]``; empty for candidates and the like."""
    return str(entry[0]).strip() if isinstance(entry, list) and entry and isinstance(entry[0], (str, int)) else ""
