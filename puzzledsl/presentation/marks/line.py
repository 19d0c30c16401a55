"""``line``: a broad line through the cells, below the digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import band
from puzzledsl.presentation.geometry import links, pieces
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark

WIDTH = 0.2


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A path; a single cell becomes a spot."""
    answer: list[Shape] = []
    color = band(mark.color, "#b4b4b4")
    paths = pieces(mark)
    answer += links(paths, color)
    for points in paths:
        if len(points) > 1:
            answer.append(Polyline(points, Paint(stroke=color, width=WIDTH), "line"))
        else:
            answer.append(Circle(points[0], WIDTH, Paint(fill=color), "line"))
    return answer


KIND = Kind(20, each(shapes))
