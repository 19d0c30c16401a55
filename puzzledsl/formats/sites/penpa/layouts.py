"""The clues of a genre, taken from the drawing: for each coding of puzz.link the layouts that it fills there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.depiction import middle
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.sites.penpa.payload import SITE
from puzzledsl.formats.sites.puzzlink.body import Body, Rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.formats.sites.penpa.puzzle import PenpaPuzzle
    from puzzledsl.model import Cell

BORDERS = (2, 21)
"""Styles of the borders of regions."""
_DARK = (1, 4, 8)
"""Styles of dark cells."""
_CIRCLES = {1: "w", 8: "w", 2: "b"}
"""White and black circles by style."""
_NUMBER = re.compile(r"([0-9]{1,5}|\?)(?:_([0-3]))?")
"""A number, perhaps with an arrow: ``3_0`` is a 3 that points up."""


def grid_of(puzzle: PenpaPuzzle) -> tuple[Body, Rows]:
    """Return the grid with its regions and the borders inside them, and the mark of each cell's region."""
    grid = Body("", puzzle.height, puzzle.width)
    return grid, grid.rooms_between([puzzle.edges.get(middle(pair)) in BORDERS for pair in grid.sides()])


class Layouts:
    """Fills layouts.

    Attributes:
        grid: with its rooms and walls, once rooms were filled in.
        used: the layers that gave clues.
    """

    def __init__(self, puzzle: PenpaPuzzle) -> None:
        self._puzzle = puzzle
        self.grid = Body("", puzzle.height, puzzle.width)
        self.used: set[str] = set()

    def fill(self, coding: str, masked: bool) -> list[Rows] | None:
        """Fill the layouts of a coding; None if it is one of those that no drawing is read for.

        Args:
            masked: dark cells and those with a clue are no cells of the grid.

        Raises:
            PuzzleError: a text is no number.
        """
        puzzle = self._puzzle
        dark = [cell for cell, style in puzzle.shades.items() if style in _DARK]
        match coding:
            case "numbers" | "small_numbers" | "every_number":
                return [self._rows(self._numbers())]
            case "few_numbers":
                numbers = self._numbers()
                if not masked:
                    return [self._rows(numbers)]
                self.used.add("surface")
                numbers = dict.fromkeys(dark, "?") | numbers
                return [self._rows(numbers), self._rows(dict.fromkeys(numbers, "x"))]
            case "rooms":
                self.used.add("lineE")
                self.grid, names = grid_of(puzzle)
                return [names]
            case "room_numbers":
                return [self._rows(self._of_rooms())]
            case "corner_numbers":
                self.used.add("number")
                columns = range(puzzle.width + 1)
                return [[[puzzle.texts.get((r, c), ".") for c in columns] for r in range(puzzle.height + 1)]]
            case "circles":
                return [self._rows(self._circles())]
            case "squares":
                self.used.add("surface")
                return [self._rows(dict.fromkeys(dark, "x"))]
            case "arrows":
                return [self._rows(self._numbers(arrows=True))]
        return None

    def unused(self) -> list[str]:
        """Return the layers that gave no clue; not colour below clues, nor borders that separate nothing."""
        empty = set(self.used)
        if self._puzzle.shades.keys() <= self._puzzle.in_cells().keys():
            empty.add("surface")
        if len(grid_of(self._puzzle)[0].rooms) == 1:
            empty.add("lineE")
        return [layer for layer in self._puzzle.layers if layer not in empty]

    def _rows(self, marks: Mapping[Cell, str]) -> Rows:
        return self.grid.table([marks.get(cell) for cell in self.grid.cells()])

    def _numbers(self, arrows: bool = False) -> dict[Cell, str]:
        self.used.add("number")
        found = {}
        for cell, text in self._puzzle.in_cells().items():
            number = _NUMBER.fullmatch(text)
            if number is None or (number[2] and not arrows):
                raise unreadable(SITE, f"“{text[:20]}” in {cell_name(cell)} is not a number")
            found[cell] = f"{'nwes'[int(number[2])]},{number[1]}" if number[2] else number[1]
        return found

    def _of_rooms(self) -> dict[Cell, str]:
        """The number of each room, in its first cell."""
        texts = self._puzzle.small_texts | self._numbers()
        self.used.add("numberS")
        found = {}
        for room in self.grid.rooms:
            numbers = [texts[cell] for cell in room if cell in texts]
            if len(numbers) > 1:
                raise unreadable(SITE, f"the room of {cell_name(min(room))} has {len(numbers)} numbers")
            found.update(dict.fromkeys([min(room)], *numbers) if numbers else {})
        return found

    def _circles(self) -> dict[Cell, str]:
        self.used.add("symbol")
        for cell, (style, name) in self._puzzle.symbols.items():
            if style not in tuple(_CIRCLES) or not name.startswith("circle_"):
                raise unreadable(SITE, f"the symbol in {cell_name(cell)} is neither a white nor a black circle")
        return {cell: _CIRCLES[style] for cell, (style, _) in self._puzzle.symbols.items()}
