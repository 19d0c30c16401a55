"""Drawings in the shapes of SudokuPad. Places are [row, column] in cells; the centre of r1c1 is [0.5, 0.5]."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.depiction import BLACK, less_sign
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.presentation.geometry import outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.formats.drawing.records import Point
    from puzzledsl.model import Cell, Mark

LINE, THERMOMETER, THIN = 9.6, 19.2, 3.2
"""Thicknesses; a cell is 64 wide."""
WHITE = "#ffffff"


def _round(size: float, fill: str = "", border: str = "", rounded: bool = True) -> dict[str, Any]:
    found = {"rounded": rounded, "backgroundColor": fill, "borderColor": border}
    return {"width": size, "height": size} | {key: value for key, value in found.items() if value}


def _text(size: float) -> dict[str, Any]:
    return {"width": 0, "height": 0.5, "fontSize": size}


_SQUARE = _round(1, "#e3e3e3", rounded=False)
_DIAMOND = _round(0.6, border="#666666", rounded=False) | {"angle": 45}
LOOKS: dict[str, tuple[str, dict[str, Any]]] = {
    "white_dot": ("overlays", _round(0.33, WHITE, BLACK)),
    "black_dot": ("overlays", _round(0.33, BLACK, BLACK)),
    "contains": ("overlays", _round(0.65, WHITE, BLACK) | {"fontSize": 14}),
    "sign": ("overlays", _text(16)),
    "outside": ("overlays", _text(28)),
    "odd": ("underlays", _round(0.8, "#cfcfcf")),
    "even": ("underlays", _round(0.8, "#cfcfcf", rounded=False)),
    "counting_circles": ("underlays", _round(0.8, border="#666666")),
    "minimum": ("underlays", _round(1, "#9fc5f8", rounded=False)),
    "maximum": ("underlays", _round(1, "#f6b26b", rounded=False)),
    "gap": ("underlays", _round(1, "#444444", rounded=False)),
}
"""Where a shape is drawn, below or above the grid's lines, and how it looks."""


class SudokuPadSheet:
    """What is drawn so far: givens, and all else by SudokuPad's keys."""

    def __init__(self) -> None:
        self.givens: dict[Cell, str] = {}
        self.parts: dict[str, list[dict[str, Any]]] = {
            key: [] for key in ("cages", "lines", "arrows", "underlays", "overlays")
        }

    def shape(self, look: str, cells: Sequence[Cell], text: str = "", color: str = BLACK) -> None:
        """Draw a shape of the table of looks, or a given."""
        if look == "given":
            self.givens[cells[0]] = text
            return
        layer, looks = LOOKS[look]
        self._put(layer, middle(cells), looks, text, color)

    def _put(self, layer: str, center: Point, looks: dict[str, Any], text: str = "", color: str = BLACK) -> None:
        written = {"text": text, "color": color} if text else {}
        self.parts[layer].append({"center": center, **looks, **written})

    def _stroke(self, points: Iterable[Point], color: str, thickness: float, layer: str = "lines", **more: Any) -> None:
        way = [[round(y, 3), round(x, 3)] for y, x in points]
        self.parts[layer].append({"wayPoints": way, "color": color, "thickness": thickness, **more})

    def line(self, cells: Sequence[Cell], color: str, ends: bool = False, thickness: float = LINE) -> None:
        """Draw a line, perhaps with a circle at either end."""
        self._stroke((middle([cell]) for cell in cells), color, thickness)
        for cell in (cells[0], cells[-1]) if ends else ():
            self._put("underlays", middle([cell]), _round(0.8, WHITE, color))

    def thermometer(self, cells: Sequence[Cell], slow: bool = False, color: str = "") -> None:
        """Draw a broad line with a bulb; a slow thermometer is blue."""
        color = color or ("#9fc5f8" if slow else "#cccccc")
        if len(cells) > 1:
            self.line(cells, color, thickness=THERMOMETER)
        self._put("underlays", middle(cells[:1]), _round(0.8, color))

    def arrow(self, circle: Sequence[Cell], shaft: Sequence[Cell]) -> None:
        """Draw a circle or pill, and a thin arrow from its rim."""
        (top, left), (bottom, right) = min(circle), max(circle)
        size = {"width": right - left + 0.8, "height": bottom - top + 0.8}
        self._put("underlays", middle(circle), _round(0.8, WHITE, "#aaaaaa") | size)
        if len(shaft) > 1:
            points = [middle([cell]) for cell in shaft]
            points[0] = _towards(points[0], _step(shaft), 0.4)
            self._stroke(points, "#aaaaaa", THIN, "arrows", headLength=0.35)

    def pointer(self, place: Cell, step: Cell, text: str) -> None:
        """Draw a number outside, moved away from its arrow."""
        at = middle([place])
        self._put("overlays", _towards(at, step, -0.12), _text(22), text)
        self._stroke([_towards(at, step, far) for far in (0.234, 0.432)], BLACK, THIN, "arrows", headLength=0.18)

    def diagonal(self, cells: Sequence[Cell]) -> None:
        """Draw a line from corner to corner."""
        ends = [_towards(middle([end]), _step(way), -0.5) for end, way in ((cells[0], cells), (cells[-1], cells[::-1]))]
        self._stroke(ends, "#34bbe6", 2)

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:
        """Draw a cage, which SudokuPad checks if values must differ."""
        checked = {"sum": int(text)} if text.isdecimal() and len(text) < 10 else {}
        places = [[r - 1, c - 1] for r, c in cells]
        self.parts["cages"].append({"cells": places, "value": text, "unique": distinct, **checked})

    def mark(self, mark: Mark) -> None:
        """Draw a mark in the shapes that there are here."""
        cells, kind, color = mark.cells, mark.kind, mark.color
        places = [middle([cell]) for cell in cells]
        text_places, size, ink = places[:1], 12, BLACK
        match kind:
            case "line" | "diagonal" | "edge":
                self.line(cells, color or "#b0b0b0", thickness=THIN if kind == "diagonal" else LINE)
            case "arrow":
                self.arrow(cells[:1], cells)
            case "thermometer":
                self.thermometer(cells, color=color)
            case "cage":
                # Not a cage of the site: that would be one whose values must differ, with their sum.
                ink = color or "#8a6d3b"
                for loop in outline(cells, 0.1):
                    self._stroke([(y, x) for x, y in (*loop, loop[0])], ink, 2)
                text_places = [_towards(places[0], (-1, -1), 0.28)]
            case "circle" | "diamond" | "square" | "shade":
                looks = {"circle": LOOKS["counting_circles"][1], "diamond": _DIAMOND}.get(kind, _SQUARE)
                for place in places:
                    self._put("underlays", place, looks | ({"backgroundColor": color} if color else {}))
                if looks is _SQUARE:
                    text_places, ink = [_towards(place, (-1, -1), 0.3) for place in places], "#666666"
            case "dot":
                text_places, ink = [middle(pair) for pair in pairwise(cells)], "#ff0000"
                for place in text_places:
                    self._put("overlays", place, _round(0.33, color or WHITE, BLACK))
            case "less":
                for pair in pairwise(cells):
                    self.shape("sign", pair, less_sign(*pair))
            case "outside":
                text_places, size, ink = [_towards(places[0], _step(cells), -1)], 28, color or BLACK
            case _:
                text_places, size, ink = [middle(cells)], 16, color or BLACK
        for place in text_places if mark.text else ():
            self._put("overlays", place, _text(size), mark.text, ink)


def _towards(at: Point, step: Point, far: float) -> Point:
    return round(at[0] + far * step[0], 3), round(at[1] + far * step[1], 3)


def _step(cells: Sequence[Cell]) -> Cell:
    """The direction from the first cell to the second; none from a single cell."""
    (r, c), (below, right) = cells[0], cells[min(1, len(cells) - 1)]
    return (below > r) - (below < r), (right > c) - (right < c)
