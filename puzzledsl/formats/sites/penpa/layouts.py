"""The clues of a genre, taken from the drawing: for each coding of puzz.link the layouts that it fills there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.sites.penpa.borders import regions_of, small_texts, text_of, walls_of
from puzzledsl.formats.sites.penpa.payload import SITE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.formats.sites.penpa.places import Places
    from puzzledsl.model import Cell

Rows = list[list[str]]
_DARK = frozenset({1, 4, 8})
"""Styles of dark cells."""
_WAYS = "nwes"
"""The directions of numbers with an arrow: ``3_0`` is a 3 that points up."""
_WHITE, _BLACK = (1, 8), (2,)


LAYERS = {
    "number": "numbers",
    "numberS": "small texts",
    "symbol": "symbols",
    "surface": "shaded cells",
    "lineE": "borders",
    "line": "lines",
    "thermo": "thermometers",
    "nobulbthermo": "thermometers without a bulb",
    "arrows": "arrows",
    "killercages": "cages",
    "cage": "cages",
    "wall": "walls",
    "freeline": "free lines",
    "freelineE": "free lines along sides",
    "direction": "lines with a direction",
    "squareframe": "frames",
    "polygon": "polygons",
}
"""Layers that may hold clues, with their names."""


class Layouts:
    """Fills layouts.

    Attributes:
        rooms: the rooms, once they were asked for.
        walls: borders inside rooms: a cell, and ``e`` for the border right of it, ``s`` for the one below it.
        used: the layers that gave clues.
    """

    def __init__(self, payload: Payload, places: Places) -> None:
        self._payload, self._places = payload, places
        self.rooms: tuple[tuple[Cell, ...], ...] = ()
        self.walls: list[tuple[Cell, str]] = []
        self.used: set[str] = set()
        self._texts = {
            cell: text
            for place, entry in places.entries(payload.layers.get("number"))
            if (cell := places.cell(place)) is not None and (text := text_of(entry))
        }
        surface = {
            cell: style
            for place, style in places.entries(payload.layers.get("surface"))
            if (cell := places.cell(place)) is not None
        }
        self._shaded = set(surface)
        self._dark = {cell for cell, style in surface.items() if style in _DARK}

    def fill(self, coding: str, masked: bool = False) -> list[Rows] | None:
        """The layouts that a coding fills; none if it is one of those that no drawing is read for.

        Args:
            masked: dark cells and those with a clue are no cells of the grid.

        Raises:
            PuzzleError: a text is no number.
        """
        match coding:
            case "numbers" | "small_numbers" | "every_number":
                return [self._numbers()]
            case "few_numbers" if not masked:
                return [self._numbers()]
            case "few_numbers":
                self.used.add("surface")
                numbers = {**dict.fromkeys(self._dark, "?"), **self._number_texts()}
                return [self._rows(numbers), self._rows(dict.fromkeys(numbers, "x"))]
            case "rooms":
                self.used.add("lineE")
                self.rooms = regions_of(self._payload, self._places) or (tuple(self._cells()),)
                self.walls = walls_of(self._payload, self._places, self.rooms)
                names = _labels(len(self.rooms))
                return [self._rows({cell: name for name, room in zip(names, self.rooms, strict=True) for cell in room})]
            case "room_numbers":
                return [self._rows(self._of_rooms())]
            case "corner_numbers":
                return [self._corners()]
            case "circles":
                return [self._circles()]
            case "squares":
                self.used.add("surface")
                return [self._rows(dict.fromkeys(self._dark, "x"))]
            case "arrows":
                return [self._arrows()]
        return None

    def unused(self) -> list[str]:
        """The layers that hold something and gave no clue; not colour below clues, nor borders that cut nothing."""
        found = [layer for layer in LAYERS if self._payload.layers.get(layer) and layer not in self.used]
        if "surface" in found and self._shaded <= self._texts.keys():
            found.remove("surface")
        if "lineE" in found and not regions_of(self._payload, self._places):
            found.remove("lineE")
        return found

    def _cells(self) -> list[Cell]:
        return [(r, c) for r in range(1, self._places.height + 1) for c in range(1, self._places.width + 1)]

    def _rows(self, marks: Mapping[Cell, str]) -> Rows:
        columns = range(1, self._places.width + 1)
        return [[marks.get((r, c), ".") for c in columns] for r in range(1, self._places.height + 1)]

    def _number_texts(self) -> dict[Cell, str]:
        self.used.add("number")
        for cell, text in self._texts.items():
            if not re.fullmatch(r"[0-9]{1,5}|\?", text):
                raise unreadable(SITE, f"“{text[:20]}” in {cell_name(cell)} is no number")
        return self._texts

    def _numbers(self) -> Rows:
        return self._rows(self._number_texts())

    def _of_rooms(self) -> dict[Cell, str]:
        """The number of each room, in its first cell."""
        texts = {**small_texts(self._places, self._payload.layers), **self._number_texts()}
        self.used.add("numberS")
        found = {}
        for room in self.rooms:
            numbers = [texts[cell] for cell in room if cell in texts]
            if len(numbers) > 1:
                raise unreadable(SITE, f"the room of {cell_name(min(room))} has {len(numbers)} numbers")
            found.update({min(room): number for number in numbers})
        return found

    def _corners(self) -> Rows:
        self.used.add("number")
        marks = {}
        for place, entry in self._places.entries(self._payload.layers.get("number")):
            point = self._places.point(place)
            if point is not None and point[0] % 1 == point[1] % 1 == 0 and (text := text_of(entry)):
                marks[int(point[0]), int(point[1])] = text
        columns = range(self._places.width + 1)
        return [[marks.get((r, c), ".") for c in columns] for r in range(self._places.height + 1)]

    def _circles(self) -> Rows:
        self.used.add("symbol")
        marks = {}
        for place, entry in self._places.entries(self._payload.layers.get("symbol")):
            cell = self._places.cell(place)
            if cell is None or not isinstance(entry, list) or len(entry) < 2:
                continue
            mark = "w" if entry[0] in _WHITE else "b" if entry[0] in _BLACK else ""
            if not mark or not str(entry[1]).startswith("circle_"):
                raise unreadable(SITE, f"the symbol in {cell_name(cell)} is neither a white nor a black circle")
            marks[cell] = mark
        return self._rows(marks)

    def _arrows(self) -> Rows:
        self.used.add("number")
        marks = {}
        for cell, text in self._texts.items():
            found = re.fullmatch(r"([0-9]{1,3}|\?)(?:_([0-3]))?", text)
            if found is None:
                raise unreadable(SITE, f"“{text[:20]}” in {cell_name(cell)} is no number with an arrow")
            marks[cell] = found[1] if found[2] is None else f"{_WAYS[int(found[2])]},{found[1]}"
        return self._rows(marks)


def _labels(count: int) -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return list(letters[:count]) if count <= len(letters) else [str(k + 1) for k in range(count)]
