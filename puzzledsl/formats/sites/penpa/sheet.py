"""Drawings in the layers of Penpa+."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor, gcd
from typing import Any

from puzzledsl.formats.depiction import BLACK, with_heads
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.formats.drawing.records import Point
from puzzledsl.formats.sites.penpa.places import Places, nearest
from puzzledsl.model import Cell
from puzzledsl.presentation.colors import WHITE, is_dark
from puzzledsl.presentation.shapes import Circle, Paint, Polygon, Polyline, Rectangle, Shape, TextShape, extent

THICK, _GRAY_LINE, _DASHED = 2, 5, 10
"""Styles of lines: a border, a thin coloured line, the outline of a cage."""
_BLACK, _LIGHT = 4, 3
"""Styles of cells."""
BLACK_FILL, _WHITE_FILL, _GRAY_FILL = 2, 1, 5
"""Styles of symbols."""
_WHITE_TEXT = 4
_SIGNS = " <^>v"
"""Signs by their style."""
_FORMS = {Circle: "circle", Rectangle: "square", Polygon: "diamond"}
_SIZES = {"L": 0.86, "M": 0.7, "S": 0.44, "SS": 0.26}
"""The forms and sizes of symbols."""
_BROAD = 0.12
"""The width from which a line is broad."""
_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo"
_MAPS = "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE"
_COMMANDS = "command_redo command_undo command_replay"


def layer() -> dict[str, Any]:
    """Return an empty layer: the puzzle's, or the solver's."""
    return {
        **{key: {"__a": []} for key in _COMMANDS.split()},
        **{key: {} for key in _MAPS.split()},
        **{key: [] for key in _LISTS.split()},
    }


class PenpaSheet:
    """What is drawn so far, in a layer.

    Attributes:
        thin: all lines are thin, as people draw them.
        colors: those of entries of the layer, by the same keys, where they are others than the site's own.
        blank: places that are no cells, and are not shown.
        unsaid: sentences for what has no place.
    """

    colors_texts = False

    def __init__(self, places: Places, thin: bool = False) -> None:
        self.places, self.thin = places, thin
        self.layer, self.colors = layer(), layer()
        self.blank: set[Cell] = set()
        self.unsaid: list[str] = []

    def given(self, cell: Cell, text: str) -> None:
        """Write the value of a cell, behind a text that is there."""
        entry = self.layer["number"].setdefault(str(self.places.place(middle([cell]))), ["", 1, "1"])
        entry[0] = f"{entry[0]} {text}".strip()

    def gap(self, cell: Cell, black: bool) -> None:
        """Draw a black cell, or none."""
        if black:
            self.layer["surface"][str(self.places.place(middle([cell])))] = _BLACK
        else:
            self.blank.add(cell)

    def edge(self, a: Point, b: Point, style: int, color: str = "") -> None:
        """Draw a piece of a line between two places; between corners it is on a layer of its own."""
        start, end = sorted(map(self.places.place, (a, b)))
        cells = self.places.rows * self.places.columns
        layer, key = "lineE" if start // cells == end // cells == 1 else "line", f"{start},{end}"
        self.layer[layer][key] = style
        self.colors[layer] |= {key: color} if color else {}

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool) -> None:  # noqa: ARG002 - it looks the same
        """Draw a cage, with its number in the corner of the first cell."""
        ordered = sorted(cells)
        self.layer["killercages"].append([self.places.place(middle([cell])) for cell in ordered])
        self.layer["cage"].update({f"{a},{b}": _DASHED for a, b in self.places.outline(ordered)})
        if text:
            self.layer["numberS"][str(self.places.corner(ordered[0], 0))] = [f" {text}", 1]

    def draw(self, shapes: Sequence[Shape], above: bool) -> None:
        """Draw shapes of a picture at the places nearest to them, in the forms that the site has."""
        for shape, what in with_heads(shapes):
            left, top, right, bottom = extent(shape)
            center = (top + bottom) / 2, (left + right) / 2
            key = self.places.place(nearest(center))
            match shape:
                case TextShape():
                    self._text(center, shape)
                case Polyline() if what in _SIGNS[1:] and what:
                    self._symbol(key, [_SIGNS.index(what), "inequality", 2])
                case Polyline(points=points):
                    ends = [nearest(point[::-1]) for point in points]
                    if what:  # it begins in a cell, not at the rim of a circle there
                        ends[0] = floor(points[0][1]) + 0.5, floor(points[0][0]) + 0.5
                    self._path(ends, shape.paint, bool(what))
                case Polygon(points=points) if shape.role != "diamond":
                    spots = [self.places.spot(point[::-1]) for point in points]
                    self.layer["cage"] |= {f"{a},{b}": _DASHED for a, b in pairwise((*spots, spots[0]))}
                case _ if shape.paint.stroke or shape.paint.fill != WHITE:  # others keep lines away from a text
                    fill = shape.paint.fill or WHITE
                    if right - left == 1:
                        self.layer["surface"][str(key)] = _BLACK if is_dark(fill) else _LIGHT
                        self.colors["surface"][str(key)] = fill
                    else:
                        size = min(_SIZES, key=lambda size: abs(_SIZES[size] - (right - left)))
                        style = BLACK_FILL if is_dark(fill) else _WHITE_FILL if fill == WHITE else _GRAY_FILL
                        self._symbol(key, [style, f"{_FORMS[type(shape)]}_{size}", 1 + above], fill)

    def _symbol(self, place: int, entry: Sequence[object], color: str = BLACK) -> None:
        """Put a symbol at a place; a second one there has another key."""
        key = f"{place}E" if str(place) in self.layer["symbol"] else str(place)
        if key in self.layer["symbol"]:
            self.unsaid.append("one of the symbols in one place (two have room there)")
        self.layer["symbol"][key], self.colors["symbol"][key] = entry, color

    def _text(self, at: Point, shape: TextShape) -> None:
        """Write a text at its place, behind one that is there."""
        is_small = sum(abs(a - b) for a, b in zip(at, nearest(at), strict=True)) > 0.25
        layer, place = ("numberS", self.places.spot(at)) if is_small else ("number", self.places.place(nearest(at)))
        before = self.layer[layer].get(str(place), [""])[0]
        size = "1" if shape.size > 0.5 else "6" if shape.size > 0.3 else "5"
        entry = [f"{before} {shape.text}".strip(), 1 if is_dark(shape.color) else _WHITE_TEXT, size]
        self.layer[layer][str(place)] = entry[: 3 - is_small]

    def _path(self, points: Sequence[Point], paint: Paint, has_head: bool) -> None:
        """Draw a line through places, piece by piece if it is thin."""
        if has_head or (paint.width > _BROAD and not self.thin):
            layer = "direction" if has_head else "nobulbthermo"
            self.layer[layer].append(list(map(self.places.place, points)))
            self.colors[layer].append(paint.stroke)
            return
        style = THICK if is_dark(paint.stroke) else _GRAY_LINE
        for (y, x), (end, right) in pairwise(points):
            count = gcd(int(end - y), int(right - x)) or 1
            ways = [(y + (end - y) * k / count, x + (right - x) * k / count) for k in range(count + 1)]
            for a, b in pairwise(ways):
                self.edge(a, b, style, paint.stroke)
