"""Drawings in the shapes of SudokuPad. Places are [row, column] in cells; the centre of r1c1 is [0.5, 0.5]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from puzzledsl.formats.depiction import BLACK, with_heads
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.formats.drawing.records import Point
from puzzledsl.model import Cell
from puzzledsl.presentation.colors import WHITE
from puzzledsl.presentation.shapes import Circle, Polygon, Polyline, Shape, TextShape, extent

_UNIT, _THICK = 64, 3.2
"""The width of a cell, and that of a thick line."""
_GAP = "#444444"
_SIGNS, _SIGN = ("<", ">", "^", "v"), 0.3


class SudokuPadSheet:
    """What is drawn so far: givens, and all else by SudokuPad's keys."""

    colors_texts = True

    def __init__(self) -> None:
        self.givens: dict[Cell, str] = {}
        self.parts: dict[str, list[dict[str, Any]]] = {
            key: [] for key in ("cages", "lines", "arrows", "underlays", "overlays")
        }

    def given(self, cell: Cell, text: str) -> None:
        """Write the value of a cell."""
        self.givens[cell] = text

    def gap(self, cell: Cell, black: bool) -> None:
        """Draw a place that is no cell: a black square, or a white one above the lines if nothing is there."""
        looks = {"width": 1, "height": 1, "backgroundColor": _GAP if black else WHITE}
        center = [*middle([cell])]
        if black or all(shape["center"] != center for shape in self.parts["underlays"]):
            self.parts["underlays" if black else "overlays"].append({"center": center, **looks})

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:
        """Draw a cage, which SudokuPad checks if values must differ."""
        checked = {"sum": int(text)} if text.isdecimal() and len(text) < 10 else {}
        places = [[r - 1, c - 1] for r, c in cells]
        self.parts["cages"].append({"cells": places, "value": text, "unique": distinct, **checked})

    def wall(self, a: Cell, b: Cell) -> None:
        """Draw a thick line between two cells."""
        y, x = middle([a, b])
        down, right = (b[1] - a[1]) / 2, (b[0] - a[0]) / 2
        self._stroke([(y - down, x - right), (y + down, x + right)], BLACK, _THICK)

    def draw(self, shapes: Sequence[Shape], above: bool) -> None:
        """Draw shapes as they are, above or below the grid's lines."""
        for shape, what in with_heads(shapes):
            left, top, right, bottom = extent(shape)
            looks: dict[str, Any] = {"center": [round((top + bottom) / 2, 3), round((left + right) / 2, 3)]}
            if isinstance(shape, TextShape) or what in _SIGNS:
                text, size, color = what, _SIGN, BLACK
                if isinstance(shape, TextShape):
                    text, size, color = shape.text, shape.size, shape.color
                looks |= {"width": 0, "height": 0.5, "fontSize": round(_UNIT * size - 4), "text": text, "color": color}
                self.parts["overlays"].append(looks)
                continue
            paint = shape.paint
            if isinstance(shape, (Polyline, Polygon)):
                points = [(y, x) for x, y in shape.points]
                more: dict[str, Any] = {"target": "overlay"} if above else {}
                more |= {"stroke-dasharray": [_UNIT * part for part in paint.dash]} if paint.dash else {}
                more |= {"headLength": 0.3} if what else {}
                if isinstance(shape, Polygon):
                    points, more = [*points, points[0]], more | ({"fill": paint.fill} if paint.fill else {})
                self._stroke(points, paint.stroke, _UNIT * paint.width, "arrows" if what else "lines", **more)
            else:
                looks |= {"width": round(right - left - paint.width, 3), "height": round(bottom - top - paint.width, 3)}
                looks |= {"rounded": True} if isinstance(shape, Circle) else {}
                found = {"backgroundColor": paint.fill, "borderColor": paint.stroke}
                looks |= {key: color for key, color in found.items() if color}
                self.parts["overlays" if above else "underlays"].append(looks)

    def _stroke(self, points: Iterable[Point], color: str, width: float, key: str = "lines", **more: Any) -> None:
        way = [[round(y, 3), round(x, 3)] for y, x in points]
        self.parts[key].append({"wayPoints": way, "color": color, "thickness": round(width, 1), **more})
