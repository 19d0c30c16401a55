"""``line``: a broad line through the cells, below the digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import band
from puzzledsl.presentation.geometry import links, pieces
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A path; a single cell becomes a spot."""
    return path(mark, band(mark.color, "#b4b4b4"), "line", 0.2, 0.2)


def path(mark: Mark, color: str, role: str, width: float, spot: float) -> list[Shape]:
    """A broad path through the cells of a mark, with spots of a radius where it has a single cell."""
    paths = pieces(mark)
    answer: list[Shape] = [*links(paths, color)]
    for points in paths:
        if len(points) > 1:
            answer.append(Polyline(points, Paint(stroke=color, width=width), role))
        else:
            answer.append(Circle(points[0], spot, Paint(fill=color), role))
    return answer


KIND = Kind(20, each(shapes))
