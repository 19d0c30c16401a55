"""What is drawn in a sudoku of Penpa+, as a drawing that the rules in prose explain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawing.geometry import bends
from puzzledsl.formats.drawing.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.sites.penpa.layouts import BORDERS, grid_of, named_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.drawing.records import Point
    from puzzledsl.formats.sites.penpa.puzzle import PenpaPuzzle
    from puzzledsl.model import Cell

_GRAY, _DARK, _WHITE, _BLACK = "#c0c0c0", "#808080", "#ffffff", "#000000"
_SHADES = {
    1: _DARK, 2: "#a6ffa6", 3: _GRAY, 4: _BLACK, 5: "#a6d8ff", 6: "#ffa3a3", 7: "#ffff80", 8: "#d1d1d1", 9: "#ffb3ff",
    10: "#ffc266", 11: "#d0a0ff", 12: "#b37a3d",
}  # fmt: skip
"""The colours of shaded cells, by style."""
_LINES = {2: _BLACK, 3: "#339933", 5: _GRAY, 8: "#ff0000", 9: "#0000ff", 12: _BLACK}
"""The colours of lines, by style."""
_FILLS = {1: _WHITE, 2: _BLACK, 3: _GRAY, 4: "#d1d1d1", 5: "#a6ffa6", 8: _WHITE}
"""The colours of circles and squares, by style."""
_SIZES = {"L": 0.8, "M": 0.6, "S": 0.4, "SS": 0.25}
_SIGNS = {1: "<", 2: "^", 3: ">", 4: "v"}
_TURNS = {1: (0, -1), 2: (-1, -1), 3: (-1, 0), 4: (-1, 1), 5: (0, 1), 6: (1, 1), 7: (1, 0), 8: (1, -1)}
"""The step of a short arrow, by its style."""
TYPED = {
    "thermo": "Digits along a thermometer increase from the bulb end.",
    "arrows": "Digits along an arrow sum to the digit in the circle.",
    "killercages": "Digits in a cage do not repeat and sum to the number in its corner.",
}
"""Layers of tools for one kind of clue, and its usual rule, for puzzles without rules."""


class SudokuDrawing:
    """The drawing of a sudoku.

    Attributes:
        givens: the texts in cells.
        left_out: what is drawn and cannot be said, by name.
    """

    def __init__(self, puzzle: PenpaPuzzle) -> None:
        self._puzzle = puzzle
        self._used: set[tuple[str, str]] = set()
        self.givens: dict[Cell, str] = {}
        strokes, shapes, cages = [*self._strokes()], [*self._shapes()], [*self._cages()]
        regions = tuple(map(tuple, grid_of(puzzle)[0].rooms))
        own = regions if len(regions) > 1 else ()
        self.drawing = Drawing(puzzle.height, puzzle.width, tuple(strokes), tuple(shapes), tuple(cages), own)
        self.left_out = []
        for layer, entries in puzzle.entries.items():
            left = [puzzle.at(layer, key) for key in entries if (layer, key) not in self._used]
            if left:
                self.left_out.append(named_entries(layer, left, len(entries)))

    def _strokes(self) -> Iterator[Stroke]:
        for layer, color, width in (
            ("thermo", _GRAY, 0.35), ("nobulbthermo", _GRAY, 0.35), ("arrows", _DARK, 0.05), ("direction", _DARK, 0.05)
        ):  # fmt: skip
            for key, points in self._puzzle.paths(layer):
                if len(points) < 2:
                    continue
                self._used.add((layer, key))
                yield Stroke(tuple(points), color, width, layer in ("arrows", "direction"))
        for layer in ("line", "freeline", "lineE"):
            segments: dict[str, list[tuple[str, tuple[Point, Point]]]] = {}
            for key, style in self._puzzle.entries.get(layer, {}).items():
                ends = [self._puzzle.places.point(end) for end in key.split(",")]
                if layer == "lineE" and style in BORDERS:
                    self._used.add((layer, key))
                elif isinstance(style, int) and style in _LINES and len(ends) == 2 and ends[0] and ends[1]:
                    segments.setdefault(_LINES[style], []).append((key, (ends[0], ends[1])))
            for color, pieces in segments.items():
                self._used.update((layer, key) for key, _ in pieces)
                for points in chained([piece for _, piece in pieces]):
                    yield Stroke(points, color, 0.1)
        for key, entry in self._puzzle.entries.get("symbol", {}).items():
            at = self._puzzle.at("symbol", key)
            if at and isinstance(entry, list) and len(entry) > 1 and entry[1] == "arrow_Short" and entry[0] in _TURNS:
                self._used.add(("symbol", key))
                down, right = _TURNS[entry[0]]
                start = (at[0] + 0.1 * down, at[1] + 0.1 * right)
                yield Stroke((start, (at[0] + 0.45 * down, at[1] + 0.45 * right)), _BLACK, 0.05, True)

    def _shapes(self) -> Iterator[Shape]:
        puzzle = self._puzzle
        for key, style in puzzle.entries.get("surface", {}).items():
            at = puzzle.at("surface", key)
            if at and isinstance(style, int) and style in _SHADES:
                self._used.add(("surface", key))
                yield Shape(at, 1, 1, fill=_SHADES[style])
        for layer, color in (("thermo", _GRAY), ("arrows", "")):
            for _, points in puzzle.paths(layer):
                yield Shape(points[0], 0.8, 0.8, True, fill=color, border=color or _DARK)
        for key, entry in puzzle.entries.get("symbol", {}).items():
            at = puzzle.at("symbol", key)
            style, name = entry[:2] if isinstance(entry, list) and len(entry) > 1 else (0, "")
            what, _, size = str(name).partition("_")
            if at is None or not isinstance(style, int):
                continue
            if what in ("circle", "square") and size in _SIZES and style in _FILLS:
                self._used.add(("symbol", key))
                side = _SIZES[size]
                yield Shape(at, side, side, what == "circle", 0, _FILLS[style], _BLACK if style in (1, 8) else "")
            elif what == "inequality" and style in _SIGNS:
                self._used.add(("symbol", key))
                yield Shape(at, 0.3, 0.3, text=_SIGNS[style], ink=_BLACK)
        cells = {(r - 0.5, c - 0.5): (r, c) for r, c in puzzle.in_cells()}
        for key in puzzle.entries.get("number", {}):
            at = puzzle.at("number", key)
            text = puzzle.texts.get(at, "") if at else ""
            if at is None or not text or "_" in text:
                continue
            self._used.add(("number", key))
            if at in cells and text.isalnum():
                self.givens[cells[at]] = text
            else:
                yield Shape(at, 0.5, 0.5, text=text, ink=_BLACK)

    def _cages(self) -> Iterator[Cage]:
        puzzle = self._puzzle
        labels: dict[Cell, str] = {}
        for key in puzzle.entries.get("numberS", {}):
            at = puzzle.places.small_point(key)
            cell = (int(at[0] + 0.5), int(at[1] + 0.5)) if at else (0, 0)
            if cell in puzzle.small_texts:
                labels[cell] = key
        drawn = puzzle.paths("killercages")
        for key, points in drawn:
            cells = sorted((int(y // 1) + 1, int(x // 1) + 1) for y, x in points)
            if not all(0 < r <= puzzle.height and 0 < c <= puzzle.width for r, c in cells):
                continue
            self._used.add(("killercages", key))
            labelled = next((cell for cell in cells if cell in labels), None)
            if labelled:
                self._used.add(("numberS", labels[labelled]))
            yield Cage(tuple(cells), puzzle.small_texts[labelled] if labelled else "", _BLACK)
        if drawn:  # their outlines
            self._used.update(("cage", key) for key in puzzle.entries.get("cage", {}))


def chained(pieces: list[tuple[Point, Point]]) -> Iterator[tuple[Point, ...]]:
    """Join pieces of lines at their ends, where only two meet."""
    near: dict[Point, list[Point]] = {}
    for a, b in pieces:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    done: set[frozenset[Point]] = set()
    for start in sorted(near, key=lambda point: (len(near[point]) == 2, point)):  # ends and branches first
        for following in near[start]:
            line, at = [start], following
            while frozenset((line[-1], at)) not in done:
                done.add(frozenset((line[-1], at)))
                line.append(at)
                onwards = [point for point in near[at] if frozenset((at, point)) not in done]
                if len(near[at]) != 2 or not onwards:
                    break
                at = onwards[0]
            if len(line) > 1:
                yield tuple(bends(tuple(line)))
