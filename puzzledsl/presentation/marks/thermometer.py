"""``thermometer``: a bulb in the first cell and a broad line from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import band
from puzzledsl.presentation.geometry import links, pieces
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A bulb and a path."""
    answer: list[Shape] = []
    color = band(mark.color, "#cfcfcf")
    paths = pieces(mark)
    answer += links(paths, color)
    answer.append(Circle(paths[0][0], 0.38, Paint(fill=color), "thermometer"))
    for number, points in enumerate(paths):
        if len(points) > 1:
            answer.append(Polyline(points, Paint(stroke=color, width=0.28), "thermometer"))
        elif number:
            answer.append(Circle(points[0], 0.14, Paint(fill=color), "thermometer"))
    return answer


KIND = Kind(15, each(shapes))
