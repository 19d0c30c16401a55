"""The clues of a genre, taken from the drawing: for each coding of puzz.link the layouts that it fills there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawing.geometry import cell_of, middle
from puzzledsl.formats.drawing.records import Point
from puzzledsl.formats.sites.penpa.payload import SITE
from puzzledsl.formats.sites.penpa.puzzle import LAYERS, PenpaPuzzle
from puzzledsl.formats.sites.puzzlink.body import Body, Rows, blank, list_mark, places_of
from puzzledsl.formats.sites.puzzlink.codec import CELLS, CENTRES, CORNERS, OUTSIDE, SIDES, Marks, Places
from puzzledsl.formats.sites.puzzlink.decoders import decoders
from puzzledsl.formats.tables import table
from puzzledsl.model import Cell

BORDERS = (2, 21)
"""Styles of the borders of regions."""
_DARK = (1, 3, 4, 8)
"""Styles of dark cells: grey of three shades, and black."""
_SYMBOLS = [(row["coding"], row["symbol"], row["style"], str(row["mark"])) for row in table(__file__, "symbols.tsv")]
"""What symbols mean in a coding, by the beginning of their name and their style."""
_NUMBER = re.compile(r"([0-9]{1,5}|\?)(?:_([0-3]))?")
"""A number, perhaps with an arrow: ``3_0`` is a 3 that points up."""
_LETTER = re.compile(r"[A-Za-z]|\?")
_DIGITS = re.compile(r"[0-9?]{1,4}")
_LETTERS = ("letters", "known_letters", "pentomino_letters", "tetromino_letters")
_LISTS = ("tapa_numbers", "tapa_loop_numbers", "digit_lists")
_MARKS = (
    *("numbers", "small_numbers", "every_number", "numbers_or_crosses", "corner_numbers", "side_numbers", "side_marks"),
    *("outside", "above_and_left", "arrows", "letters", "known_letters", *_LISTS, *(row[0] for row in _SYMBOLS)),
)
"""Codings of marks, each at a place of its own."""


def grid_of(puzzle: PenpaPuzzle, black: Rows | None = None) -> tuple[Body, Rows]:
    """Return the grid with its regions and the borders inside them, and the mark of each cell's region.

    Args:
        black: marks cells that are in no region.
    """
    grid = Body("", puzzle.height, puzzle.width)
    return grid, grid.rooms_between([puzzle.edges.get(middle(pair)) in BORDERS for pair in grid.sides()], black)


class Layouts:
    """Fills layouts.

    Attributes:
        grid: with its rooms and walls, once rooms were filled in.
        used: the entries that gave clues: layer and position.
    """

    def __init__(self, puzzle: PenpaPuzzle) -> None:
        self._puzzle = puzzle
        self.grid = Body("", puzzle.height, puzzle.width)
        self.used: set[tuple[str, Point]] = set()

    def fill(self, coding: str, masked: bool) -> list[Rows] | None:
        """Fill the layouts of a coding; None if it is one of those that no drawing is read for.

        Args:
            masked: dark cells and those with a clue are no cells of the grid.

        Raises:
            PuzzleError: a room has two numbers.
        """
        if coding in _MARKS:
            return self._marks(coding)
        match coding:
            case "few_numbers":
                [numbers] = self._marks(coding)
                if masked:
                    dark = self._dark("?")
                    rows = zip(numbers, dark, strict=True)
                    numbers = [[b if a == "." else a for a, b in zip(*row, strict=True)] for row in rows]
                return [numbers, places_of(numbers)][: 1 + masked]
            case "pentomino_letters" | "tetromino_letters" | "sums_and_blocks" | "numbers_and_blocks":
                [marks] = self._marks(coding)
                black = self._dark("x", marks)
                return [marks, black, places_of(marks, black)][: 2 + (coding not in _LETTERS)]
            case "rooms":
                return [self._rooms()]
            case "rooms_and_blocks" | "rooms_and_black" | "rooms_and_holes":
                blocks = self._dark()
                return [self._rooms(blocks), blocks]
            case "room_numbers":
                return [self._rows(self._of_rooms())]
            case "walls":
                self.grid.walls = self._drawn_sides(self.grid.sides())
                return []
            case "borders_in_rows" | "borders_in_columns":
                level = coding == "borders_in_rows"
                sides = [(a, b) for a, b in self.grid.sides() if (a[0] == b[0]) == level]
                drawn = self._drawn_sides(sides)
                return [self.grid.table(["x" if side in drawn else None for side in sides], self.grid.width - level)]
            case "squares" | "further_squares":
                return [self._dark()]
            case "field":
                return [[[self._lone_number()]]]
            case "runs_above_and_left":
                return self._runs()
        return None

    def unused(self) -> list[str]:
        """Name what gave no clue; not colour below clues, nor borders around the grid or that separate nothing."""
        clues = {at for layer, at in self.used if layer in ("number", "symbol")}
        idle = len(grid_of(self._puzzle)[0].rooms) == 1
        found = []
        for layer, places, count in self._puzzle.unused(self.used):
            left = places
            if layer == "surface":
                left = [at for at in places if at not in clues]
            elif layer == "lineE":
                left = [at for at in places if at is None or not (idle or self._is_rim(at))]
            found += [named_entries(layer, left, count)] if left else []
        return found

    def _is_rim(self, at: Point) -> bool:
        return not (0 < at[0] < self._puzzle.height and 0 < at[1] < self._puzzle.width)

    def _rows(self, marks: Mapping[Cell, str]) -> Rows:
        return self.grid.table([marks.get(cell) for cell in self.grid.cells()])

    def _use(self, layer: str, points: Iterable[Point]) -> None:
        self.used.update((layer, at) for at in points)

    def _dark(self, mark: str = "x", marks: Rows | None = None) -> Rows:
        """A mark for each dark cell, except for those that other marks are in."""
        dark = [cell for cell, style in self._puzzle.shades.items() if style in _DARK]
        self._use("surface", (middle([cell]) for cell in dark))
        return self._rows({(r, c): mark for r, c in dark if marks is None or marks[r - 1][c - 1] == "."})

    def _rooms(self, black: Rows | None = None) -> Rows:
        self._use("lineE", (at for at, style in self._puzzle.edges.items() if style in BORDERS))
        self.grid, rooms = grid_of(self._puzzle, black)
        return rooms

    def _marks(self, coding: str) -> list[Rows]:
        """The layouts of a coding that has a mark for each of its places."""
        codec = decoders()[coding]
        places = codec.places if isinstance(codec, Marks) else CELLS
        sizes = places.sizes(self.grid.height, self.grid.width)
        layouts = [blank(*size) for size in sizes]
        for layout, r, c in places.order(self.grid, sizes):
            layouts[layout][r][c] = self._mark(coding, self._point(places, layout, r, c)) or "."
        return layouts

    def _point(self, places: Places, layout: int, r: int, c: int) -> Point:
        """Where a place is that a mark of a layout belongs to."""
        if places in (CENTRES, SIDES):
            return (r + 1) / 2, (c + 1) / 2
        if places is CORNERS:
            return float(r), float(c)
        if places is CELLS:
            return r + 0.5, c + 0.5
        height, width = self.grid.height, self.grid.width
        lines = [(-0.5, c + 0.5), (height + 0.5, c + 0.5), (c + 0.5, -0.5), (c + 0.5, width + 0.5)]
        return lines[layout if places is OUTSIDE else 2 * layout]

    def _mark(self, coding: str, at: Point) -> str:
        """The mark at a place, as a coding reads it; empty for none."""
        mark, layer = "", "number"
        text, (style, name) = self._puzzle.texts.get(at, ""), self._puzzle.symbols.get(at, (0, ""))
        known = [(begin, each, meant) for own, begin, each, meant in _SYMBOLS if own == coding]
        if known and name:
            layer = "symbol"
            mark = next((meant for begin, each, meant in known if name.startswith(begin) and each == style), "")
            if coding == "points" and name.startswith("tri") != (at[0] % 1 == at[1] % 1 == 0.5):
                mark = ""  # triangles are in cells, dots between them
        elif known:
            mark = "?" if coding == "tatami_marks" and text == "?" else ""
        elif coding in _LETTERS:
            mark = text if _LETTER.fullmatch(text) else ""
        elif coding in _LISTS:
            mark = list_mark(text) if _DIGITS.fullmatch(text) else ""
        elif found := _NUMBER.fullmatch(text):
            way = f"{'nwes'[int(found[2])]}," if found[2] else ""
            mark = f"{way}{found[1]}" if coding == "arrows" or not way else ""
        if mark:
            self.used.add((layer, at))
        return mark

    def _drawn_sides(self, sides: Sequence[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
        """Those of some sides that have a border."""
        drawn = [side for side in sides if self._puzzle.edges.get(middle(side)) in BORDERS]
        self._use("lineE", map(middle, drawn))
        return drawn

    def _of_rooms(self) -> dict[Cell, str]:
        """The number of each room, in its first cell."""
        small = {cell: text for cell, text in self._puzzle.small_texts.items() if _NUMBER.fullmatch(text)}
        texts = small | {cell: mark for cell in self.grid.cells() if (mark := self._mark("numbers", middle([cell])))}
        self._use("numberS", (middle([cell]) for cell in small))
        found = {}
        for room in self.grid.rooms:
            numbers = [texts[cell] for cell in room if cell in texts]
            if len(numbers) > 1:
                raise unreadable(SITE, f"the room of {cell_name(min(room))} has {len(numbers)} numbers")
            found.update(dict.fromkeys([min(room)], *numbers) if numbers else {})
        return found

    def _lone_number(self) -> str:
        """The number of stars, which stands outside the grid, beside a star; 1 if nothing does."""
        outside = [at for at, text in self._puzzle.texts.items() if self._is_rim(at) and text.isdecimal()]
        self._use("number", outside[:1])
        self._use("symbol", filter(self._is_rim, self._puzzle.symbols))
        return self._puzzle.texts[outside[0]] if outside else "1"

    def _runs(self) -> list[Rows]:
        """Lists of numbers above and left of the grid, in order towards it; a list with anything else is left out."""
        found: list[Rows] = []
        for side, count in ((1, self._puzzle.width), (0, self._puzzle.height)):
            row = []
            for k in range(count):
                outside = [at for at in sorted(self._puzzle.texts) if at[1 - side] < 0 and at[side] == k + 0.5]
                texts = [self._puzzle.texts[at] for at in outside]
                is_list = all(map(str.isdecimal, texts))
                self._use("number", outside if is_list else ())
                row.append(list_mark(texts if is_list else ()))
            found.append([row])
        return found


def named_entries(layer: str, places: Iterable[Point | None], count: int) -> str:
    """Name entries of a layer: all of them, or some with their cells."""
    left = [at for at in places if at is not None]
    cells = [*dict.fromkeys(map(cell_name, map(cell_of, left)))]
    if len(left) in (0, count):
        return f"{LAYERS[layer]} that are drawn"
    return f"{len(left)} of the {LAYERS[layer]} that are drawn, at {', '.join(cells[:4])}{', …' * (len(cells) > 4)}"
