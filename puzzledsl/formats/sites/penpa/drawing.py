"""What is drawn in a sudoku of Penpa+, as a drawing that the rules in prose explain."""

from __future__ import annotations

from collections.abc import Iterator

from puzzledsl.formats.drawing.geometry import bends, cell_of, middle
from puzzledsl.formats.drawing.records import Cage, Drawing, Point, Shape, Stroke
from puzzledsl.formats.sites.penpa.layouts import BORDERS, grid_of, named_entries
from puzzledsl.formats.sites.penpa.places import middle_of
from puzzledsl.formats.sites.penpa.puzzle import PenpaPuzzle
from puzzledsl.formats.tables import table
from puzzledsl.model import Cell

_GRAY, _DARK, _WHITE, _BLACK = "#c0c0c0", "#808080", "#ffffff", "#000000"
_STYLES = {row["style"]: row for row in table(__file__, "styles.tsv")}
"""By style: the colours of shaded cells, lines, and circles or squares; a sign; the step of a short arrow."""
_SIZES = {"L": 0.8, "M": 0.6, "S": 0.4, "SS": 0.25}
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
                color = _look(style, "line")
                if len(ends) == 2 and (is_border or color):
                    self._used.add((layer, middle_of(*ends)))
                    if not is_border:
                        pieces.setdefault(self._puzzle.color(layer, key, color), []).append(ends)
            for color, found in pieces.items():
                yield from (Stroke(points, color, 0.1) for points in chained(found))

        for at, (style, name) in self._puzzle.symbols.items():
            if name == "arrow_Short" and _look(style, "down"):
                self._used.add(("symbol", at))
                step = [int(_look(style, side)) for side in ("down", "right")]
                tail, head = ((at[0] + far * step[0], at[1] + far * step[1]) for far in (0.1, 0.45))
                yield Stroke((tail, head), _BLACK, 0.05, True)

    def _shapes(self) -> Iterator[Shape]:
        puzzle = self._puzzle
        for cell, style in puzzle.shades.items():
            if color := _look(style, "shade"):
                self._used.add(("surface", middle([cell])))
                yield Shape(middle([cell]), 1, 1, fill=color)
        for layer, color in (("thermo", _GRAY), ("arrows", "")):
            for points in puzzle.paths(layer).values():
                yield Shape(points[0], 0.8, 0.8, True, fill=color, border=color or _DARK)
        for at, (style, name) in puzzle.symbols.items():
            what, _, size = name.partition("_")
            shape, fill = None, _look(style, "fill")
            if what in ("circle", "square") and size in _SIZES and fill:
                border = _BLACK if style in (1, 8) else ""
                shape = Shape(at, _SIZES[size], _SIZES[size], what == "circle", 0, fill, border)
            elif what == "inequality" and (sign := _look(style, "sign")):
                shape = Shape(at, 0.3, 0.3, text=sign, ink=_BLACK)
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
            cells = sorted(map(cell_of, points))
            if all(0 < r <= puzzle.height and 0 < c <= puzzle.width for r, c in cells):
                self._used.add(("killercages", points[0]))
                labelled = next((cell for cell in cells if cell in puzzle.small_texts), cells[0])
                self._used.add(("numberS", middle([labelled])))
                yield Cage(tuple(cells), puzzle.small_texts.get(labelled, ""), _BLACK)


def _look(style: object, what: str) -> str:
    """What a style means, as a colour or a sign; empty for none."""
    return str(_STYLES[style].get(what, "")) if isinstance(style, int) and style in _STYLES else ""


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
