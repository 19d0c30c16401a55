"""What is drawn in a sudoku of Penpa+, as a drawing that the rules in prose explain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawing.geometry import bends, middle
from puzzledsl.formats.drawing.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.sites.penpa.layouts import BORDERS, grid_of, named_entries
from puzzledsl.formats.sites.penpa.places import middle_of

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
_FILLS = {1: _WHITE, 2: _BLACK, 3: _GRAY, 4: "#d1d1d1", 5: _GRAY, 8: _WHITE}
"""The colours of circles and squares, by style."""
_SIZES = {"L": 0.8, "M": 0.6, "S": 0.4, "SS": 0.25}
_SIGNS = {1: "<", 2: "^", 3: ">", 4: "v"}
_TURNS = {1: (0, -1), 2: (-1, -1), 3: (-1, 0), 4: (-1, 1), 5: (0, 1), 6: (1, 1), 7: (1, 0), 8: (1, -1)}
"""The step of a short arrow, by its style."""
_LINED = (
    ("thermo", _GRAY, 0.35), ("nobulbthermo", _GRAY, 0.35), ("arrows", _DARK, 0.05), ("direction", _DARK, 0.05)
)  # fmt: skip
"""Layers of lines through cells, with the colour and width of each."""
TYPED = {"thermo": "thermo", "arrows": "arrow", "killercages": "cage"}
"""Layers of tools for one kind of clue, and its rule, for puzzles without rules."""


class SudokuDrawing:
    """The drawing of a sudoku.

    Attributes:
        givens: the texts in cells.
        left_out: what is drawn and cannot be said, by name.
    """

    def __init__(self, puzzle: PenpaPuzzle) -> None:
        self._puzzle = puzzle
        self._used: set[tuple[str, Point]] = set()
        self.givens: dict[Cell, str] = {}
        strokes, shapes, cages = tuple(self._strokes()), tuple(self._shapes()), tuple(self._cages())
        regions = tuple(map(tuple, grid_of(puzzle)[0].rooms))
        own = regions if len(regions) > 1 else ()
        self.drawing = Drawing(puzzle.height, puzzle.width, strokes, shapes, cages, own)
        hidden = ("cage",) if puzzle.entries.get("killercages") else ()  # their outlines
        self.left_out = [named_entries(*found) for found in puzzle.unused(self._used) if found[0] not in hidden]

    def _strokes(self) -> Iterator[Stroke]:
        for layer, color, width in _LINED:
            for key, points in self._puzzle.paths(layer).items():
                if len(points) > 1:
                    self._used.add((layer, points[0]))
                    own = self._puzzle.color(layer, key, color)
                    yield Stroke(tuple(points), own, width, layer in ("arrows", "direction"))
        for layer in ("line", "freeline", "lineE"):
            pieces: dict[str, list[list[Point]]] = {}
            for key, style in self._puzzle.entries.get(layer, {}).items():
                ends = self._puzzle.places.ends(key)
                is_border = layer == "lineE" and style in BORDERS
                if len(ends) == 2 and isinstance(style, int) and (is_border or style in _LINES):
                    self._used.add((layer, middle_of(*ends)))
                    if not is_border:
                        pieces.setdefault(self._puzzle.color(layer, key, _LINES[style]), []).append(ends)
            for color, found in pieces.items():
                yield from (Stroke(points, color, 0.1) for points in chained(found))

        for at, (style, name) in self._puzzle.symbols.items():
            if name == "arrow_Short" and isinstance(style, int) and style in _TURNS:
                self._used.add(("symbol", at))
                tail, head = ((at[0] + far * _TURNS[style][0], at[1] + far * _TURNS[style][1]) for far in (0.1, 0.45))
                yield Stroke((tail, head), _BLACK, 0.05, True)

    def _shapes(self) -> Iterator[Shape]:
        puzzle = self._puzzle
        for cell, style in puzzle.shades.items():
            if isinstance(style, int) and style in _SHADES:
                self._used.add(("surface", middle([cell])))
                yield Shape(middle([cell]), 1, 1, fill=_SHADES[style])
        for layer, color in (("thermo", _GRAY), ("arrows", "")):
            for points in puzzle.paths(layer).values():
                yield Shape(points[0], 0.8, 0.8, True, fill=color, border=color or _DARK)
        for at, (style, name) in puzzle.symbols.items():
            what, _, size = name.partition("_")
            shape = None
            if not isinstance(style, int):
                continue
            if what in ("circle", "square") and size in _SIZES and style in _FILLS:
                border = _BLACK if style in (1, 8) else ""
                shape = Shape(at, _SIZES[size], _SIZES[size], what == "circle", 0, _FILLS[style], border)
            elif what == "inequality" and style in _SIGNS:
                shape = Shape(at, 0.3, 0.3, text=_SIGNS[style], ink=_BLACK)
            if shape is not None:
                self._used.add(("symbol", at))
                yield shape
        cells = puzzle.in_cells()
        for at, text in puzzle.texts.items():
            cell = (int(at[0] + 0.5), int(at[1] + 0.5))
            if "_" in text:
                continue
            self._used.add(("number", at))
            if cell in cells and at == middle([cell]) and text.isalnum():
                self.givens[cell] = text
            else:
                yield Shape(at, 0.5, 0.5, text=text, ink=_BLACK)

    def _cages(self) -> Iterator[Cage]:
        puzzle = self._puzzle
        for points in puzzle.paths("killercages").values():
            cells = sorted((int(y // 1) + 1, int(x // 1) + 1) for y, x in points)
            if all(0 < r <= puzzle.height and 0 < c <= puzzle.width for r, c in cells):
                self._used.add(("killercages", points[0]))
                labelled = next((cell for cell in cells if cell in puzzle.small_texts), cells[0])
                self._used.add(("numberS", middle([labelled])))
                yield Cage(tuple(cells), puzzle.small_texts.get(labelled, ""), _BLACK)


def chained(pieces: list[list[Point]]) -> Iterator[tuple[Point, ...]]:
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
