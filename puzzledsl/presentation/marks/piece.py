"""``piece``: a shape that is to be put on the grid, drawn below it.

Equal shapes are drawn once, with how many there are. The pieces are in rows that are as wide as the grid.
"""

from __future__ import annotations

from collections import Counter
from math import ceil
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import surface
from puzzledsl.presentation.geometry import outline
from puzzledsl.presentation.marks import GRID_LAYER, Kind, Site
from puzzledsl.presentation.shapes import Paint, Polygon, Rectangle, Shape, TextShape, moved, text_width, total_extent
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.model import Mark

_CELL = 0.35
"""The side of a cell of a piece."""
_LABEL = 0.8
_NARROWEST = 5.0
"""A row of pieces is no narrower, however small the grid."""
_INK = "#3c3c3c"


def labelled(marks: Iterable[Mark]) -> list[tuple[Mark, str]]:
    """The first of equal pieces, each with its text and how many there are, if there are several."""
    found = Counter(replace(mark, origin=None) for mark in marks)
    return [(mark, f"{mark.text} ×{copies}".strip() if copies > 1 else mark.text) for mark, copies in found.items()]


def spread(marks: Iterable[Mark], wide: float) -> list[Shape]:
    """The pieces in rows of some width, each cell a unit square with whole coordinates, and a text below its piece.

    No piece lies elsewhere because of those after it, so the shapes of a mark are those that it adds.
    """
    answer: list[Shape] = []
    left = top = bottom = 0
    for mark, label in labelled(marks):
        high, across = map(max, zip(*mark.cells, strict=True))
        width = max(across, ceil(text_width(label, _LABEL)))
        if left and left + width > wide:
            left, top = 0, bottom + 1
        drawn: list[Shape] = []
        for r, c in mark.cells:
            drawn.append(Rectangle((c - 1, r - 1), 1, 1, Paint(fill=surface(mark.color, "#dedede")), "piece"))
        for cells, color, thick in (*(([cell], "#8a8a8a", 0.04) for cell in mark.cells), (mark.cells, _INK, 0.1)):
            drawn += [Polygon(loop, Paint(stroke=color, width=thick), "piece") for loop in outline(cells, 0)]
        if label:
            drawn.append(TextShape((across / 2, high + 0.6), label, _LABEL, _INK, role="piece"))
        answer += [moved(shape, left + (width - across) // 2, top) for shape in drawn]
        left, bottom = left + width + 1, max(bottom, top + high + bool(label))
    return answer


def shapes(marks: Sequence[Mark], site: Site) -> list[Shape]:
    """The pieces in the order of the model, below all that is drawn."""
    top = max(site.grid.height, total_extent(site.drawn)[3]) + _CELL
    units = spread(marks, max(site.grid.width, _NARROWEST) / _CELL)
    return [moved(shape, 0, top, _CELL) for shape in units]


KIND = Kind(GRID_LAYER + 40, shapes, corner=lambda _: False)
