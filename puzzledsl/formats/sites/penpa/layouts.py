"""The clues of a genre, taken from the drawing: for each coding of puzz.link the layouts that it fills there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.depiction import middle
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.sites.penpa.payload import SITE
from puzzledsl.formats.sites.penpa.puzzle import LAYERS
from puzzledsl.formats.sites.puzzlink.body import Body, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from puzzledsl.formats.drawing.records import Point
    from puzzledsl.formats.sites.penpa.puzzle import PenpaPuzzle
    from puzzledsl.model import Cell

BORDERS = (2, 21)
"""Styles of the borders of regions."""
_DARK = (1, 3, 4, 8)
"""Styles of dark cells: grey of three shades, and black."""
_SYMBOLS: dict[str, dict[Any, str]] = {
    "circle_": {1: "w", 8: "w", 2: "b"},
    "sun_moon": {1: "w", 2: "b"},
    "line": {1: "2", 2: "1", 5: "3"},
    "tents": {1: "x"},
    "star": {1: "w", 2: "b"},
}
"""What symbols mean, by the beginning of their name and their style."""
_DOTS = {1: "3", 8: "3", 2: "1", 3: "2"}
"""White, black and grey dots as numbers, by style."""
_NUMBER = re.compile(r"([0-9]{1,5}|\?)(?:_([0-3]))?")
"""A number, perhaps with an arrow: ``3_0`` is a 3 that points up."""
_LETTER = re.compile(r"[A-Za-z]|\?")
_DIGITS = re.compile(r"[0-9?]{1,4}")


def grid_of(puzzle: PenpaPuzzle) -> tuple[Body, Rows]:
    """Return the grid with its regions and the borders inside them, and the mark of each cell's region."""
    grid = Body("", puzzle.height, puzzle.width)
    return grid, grid.rooms_between(_borders(puzzle, grid))


def _borders(puzzle: PenpaPuzzle, grid: Body) -> list[bool]:
    return [puzzle.edges.get(middle(pair)) in BORDERS for pair in grid.sides()]


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
        match coding:
            case "numbers" | "small_numbers" | "every_number" | "numbers_or_crosses":
                return [self._rows(self._texts(_NUMBER, _plain))]
            case "few_numbers":
                numbers = self._texts(_NUMBER, _plain)
                if not masked:
                    return [self._rows(numbers)]
                numbers = dict.fromkeys(self._dark(), "?") | numbers
                return [self._rows(numbers), self._rows(dict.fromkeys(numbers, "x"))]
            case "arrows":
                return [self._rows(self._texts(_NUMBER, _aimed))]
            case "letters" | "known_letters":
                return [self._rows(self._texts(_LETTER, str))]
            case "pentomino_letters" | "tetromino_letters" | "sums_and_blocks" | "numbers_and_blocks":
                form = _LETTER if coding.endswith("letters") else _NUMBER
                numbers = self._texts(form, lambda text: text.partition("_")[0])
                dark = [cell for cell in self._dark() if cell not in numbers]
                black = self._rows(dict.fromkeys(dark, "x"))
                if coding.endswith("letters"):
                    return [self._rows(numbers), black]
                return [self._rows(numbers), black, self._rows(dict.fromkeys([*dark, *numbers], "x"))]
            case "tapa_numbers" | "tapa_loop_numbers" | "digit_lists":
                return [self._rows(self._texts(_DIGITS, lambda text: ",".join(text) + "," * (len(text) == 1)))]
            case "corner_numbers":
                return [self._points(lambda r, c: (float(r), float(c)), _NUMBER)]
            case "rooms":
                return [self._rooms()]
            case "rooms_and_blocks" | "rooms_and_black" | "rooms_and_holes":
                dark = dict.fromkeys(self._dark(), "x")
                return [self._rooms(self._rows(dark)), self._rows(dark)]
            case "room_numbers":
                return [self._rows(self._of_rooms())]
            case "walls":
                drawn = _borders(self._puzzle, self.grid)
                sides = [side for side, border in zip(self.grid.sides(), drawn, strict=True) if border]
                self._use("lineE", map(middle, sides))
                self.grid.walls = [(a, "e" if a[0] == b[0] else "s") for a, b in sides]
                return []
            case "borders_in_rows" | "borders_in_columns":
                level = coding == "borders_in_rows"
                sides = [pair for pair in self.grid.sides() if (pair[0][0] == pair[1][0]) == level]
                drawn = [self._puzzle.edges.get(middle(pair)) in BORDERS for pair in sides]
                self._use("lineE", map(middle, sides))
                return [self.grid.table(["x" if one else None for one in drawn], self.grid.width - level)]
            case "circles" | "shaded_circles":
                return [self._rows(self._symbols("circle_", "sun_moon"))]
            case "tatami_marks":
                unknown = {cell: "?" for cell, text in self._texts(_NUMBER, _plain).items() if text == "?"}
                return [self._rows(unknown | self._symbols("line"))]
            case "trees":
                return [self._rows(self._symbols("tents"))]
            case "squares" | "further_squares":
                return [self._rows(dict.fromkeys(self._dark(), "x"))]
            case "stars" | "points" | "dots" | "side_numbers" | "side_marks":
                return [self._between(coding)]
            case "field":
                return [[[self._lone_number()]]]
            case "outside" | "above_and_left":
                return self._outside(coding == "outside")
            case "runs_above_and_left":
                return self._runs()
        return None

    def unused(self) -> list[str]:
        """Name what gave no clue; not colour below clues, nor borders around the grid or that separate nothing."""
        puzzle = self._puzzle
        clues = {at for layer, at in self.used if layer in ("number", "symbol")}
        idle = len(grid_of(puzzle)[0].rooms) == 1
        found = []
        for layer, entries in puzzle.entries.items():
            places = {key: puzzle.at(layer, key) for key in entries}
            left = [at for at in places.values() if at is None or (layer, at) not in self.used]
            if layer == "surface":
                left = [at for at in left if at not in clues]
            if layer == "lineE":
                left = [at for at in left if at is None or not (idle or self._is_rim(at))]
            if left:
                found.append(named_entries(layer, left, len(entries)))
        return found

    def _is_rim(self, at: Point) -> bool:
        (y, x), height, width = at, self._puzzle.height, self._puzzle.width
        return y <= 0 or x <= 0 or y >= height or x >= width

    def _rows(self, marks: Mapping[Cell, str]) -> Rows:
        return self.grid.table([marks.get(cell) for cell in self.grid.cells()])

    def _use(self, layer: str, points: Iterable[Point]) -> None:
        self.used.update((layer, at) for at in points)

    def _dark(self) -> list[Cell]:
        dark = [cell for cell, style in self._puzzle.shades.items() if style in _DARK]
        self._use("surface", (middle([cell]) for cell in dark))
        return dark

    def _rooms(self, black: Rows | None = None) -> Rows:
        self._use("lineE", (at for at, style in self._puzzle.edges.items() if style in BORDERS))
        self.grid = Body("", self._puzzle.height, self._puzzle.width)
        return self.grid.rooms_between(_borders(self._puzzle, self.grid), black)

    def _texts(self, form: re.Pattern[str], read: Callable[[str], str]) -> dict[Cell, str]:
        """The texts in cells that have a form, each as it is read; an empty one is not."""
        found = {}
        for cell, text in self._puzzle.in_cells().items():
            if form.fullmatch(text) and (mark := read(text)):
                found[cell] = mark
                self._use("number", [middle([cell])])
        return found

    def _symbols(self, *names: str) -> dict[Cell, str]:
        found = {}
        for cell, (style, name) in self._puzzle.symbols.items():
            known = next((_SYMBOLS[each] for each in names if name.startswith(each)), {})
            if isinstance(style, int) and style in known:
                found[cell] = known[style]
                self._use("symbol", [middle([cell])])
        return found

    def _of_rooms(self) -> dict[Cell, str]:
        """The number of each room, in its first cell."""
        small = {cell: text for cell, text in self._puzzle.small_texts.items() if _NUMBER.fullmatch(text)}
        texts = small | self._texts(_NUMBER, _plain)
        self._use("numberS", (middle([cell]) for cell in small))
        found = {}
        for room in self.grid.rooms:
            numbers = [texts[cell] for cell in room if cell in texts]
            if len(numbers) > 1:
                raise unreadable(SITE, f"the room of {cell_name(min(room))} has {len(numbers)} numbers")
            found.update(dict.fromkeys([min(room)], *numbers) if numbers else {})
        return found

    def _points(self, at: Callable[[int, int], Point], form: re.Pattern[str]) -> Rows:
        """The texts at the corners of cells."""
        rows = [["."] * (self._puzzle.width + 1) for _ in range(self._puzzle.height + 1)]
        for r, row in enumerate(rows):
            for c in range(len(row)):
                if form.fullmatch(text := self._puzzle.texts.get(at(r, c), "")):
                    row[c] = text
                    self._use("number", [at(r, c)])
        return rows

    def _between(self, coding: str) -> Rows:
        """Dots and numbers in cells, on their sides and corners, in a layout that has the cells at its odd places."""
        rows = [["."] * (2 * self._puzzle.width - 1) for _ in range(2 * self._puzzle.height - 1)]
        layer = "number" if coding.startswith("side") else "symbol"
        for key, entry in self._puzzle.entries.get(layer, {}).items():
            at = self._puzzle.at(layer, key)
            mark = ""
            if layer == "number":
                text = self._puzzle.texts.get(at, "") if at else ""
                mark = text if _NUMBER.fullmatch(text) and "_" not in text else ""
            elif isinstance(entry, list) and len(entry) > 1 and isinstance(entry[0], int):
                style, name = entry[0], str(entry[1])
                if name.startswith("circle_"):
                    mark = (_DOTS if coding == "points" else _SYMBOLS["circle_"]).get(style, "")
                elif name.startswith("tri") and coding == "points":
                    mark = "1"
            if at is None or not mark:
                continue
            r, c = int(2 * at[0]) - 1, int(2 * at[1]) - 1
            is_cell = r % 2 == c % 2 == 0
            if 0 <= r < len(rows) and 0 <= c < len(rows[0]) and (not is_cell or coding in ("stars", "points")):
                rows[r][c] = mark
                self._use(layer, [at])
        return rows

    def _lone_number(self) -> str:
        """The number of stars, which stands outside the grid; 1 if nothing does."""
        outside = [(at, text) for at, text in self._puzzle.texts.items() if self._is_rim(at) and text.isdecimal()]
        if len(outside) != 1:
            return "1"
        at, text = outside[0]
        self._use("number", [at])
        beside = (self._puzzle.at("symbol", key) for key in self._puzzle.entries.get("symbol", {}))
        self._use("symbol", (place for place in beside if place is not None and self._is_rim(place)))
        return text

    def _outside(self, all_sides: bool) -> list[Rows]:
        """Numbers right outside the grid: above, below, left, right, or above and left only."""
        height, width = self._puzzle.height, self._puzzle.width
        lines = [[(-0.5, c + 0.5) for c in range(width)], [(height + 0.5, c + 0.5) for c in range(width)]]
        lines += [[(r + 0.5, -0.5) for r in range(height)], [(r + 0.5, width + 0.5) for r in range(height)]]
        rows = []
        for line in lines if all_sides else lines[::2]:
            texts = [text if _NUMBER.fullmatch(text := self._puzzle.texts.get(at, "")) else "." for at in line]
            self._use("number", (at for at, text in zip(line, texts, strict=True) if text != "."))
            rows.append([texts])
        return rows

    def _runs(self) -> list[Rows]:
        """Lists of numbers above and left of the grid, in order towards it."""
        found: list[Rows] = []
        for side, count in ((1, self._puzzle.width), (0, self._puzzle.height)):
            lists: list[dict[float, str]] = [{} for _ in range(count)]
            for at, text in self._puzzle.texts.items():
                if at[1 - side] < 0 < at[side] < count and text.isdecimal():
                    lists[int(at[side])][at[1 - side]] = text
                    self._use("number", [at])
            rows = [[one[place] for place in sorted(one)] for one in lists]
            found.append([[",".join(row) + "," * (len(row) == 1) or "." for row in rows]])
        return found


def named_entries(layer: str, places: Iterable[Point | None], count: int) -> str:
    """Name entries of a layer: all of them, or some with their cells."""
    left = list(places)
    where = [cell_name((int(at[0] // 1) + 1, int(at[1] // 1) + 1)) for at in left if at is not None]
    if len(left) == count or not where:
        return f"{LAYERS[layer]} that are drawn"
    shown = ", ".join(list(dict.fromkeys(where))[:4]) + (", …" if len(set(where)) > 4 else "")
    return f"{len(left)} of the {LAYERS[layer]} that are drawn, at {shown}"


def _plain(text: str) -> str:
    """A number without an arrow."""
    return "" if "_" in text else text


def _aimed(text: str) -> str:
    number, _, way = text.partition("_")
    return f"{'nwes'[int(way)]},{number}" if way else number
