"""``diagonal``: a thin straight line from corner to corner of the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import between
from puzzledsl.presentation.geometry import centre, toward
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Paint, Polyline, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A line from the first cell to the last and on to the far corners of both."""
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    reach = 0.5 if mark.cells[0][0] == mark.cells[-1][0] or mark.cells[0][1] == mark.cells[-1][1] else 0.5**0.5
    paint = Paint(stroke=between(mark.color or "#7d9fd0", 0.0, 0.75), width=0.045)
    return [Polyline((toward(start, end, -reach), toward(end, start, -reach)), paint, "diagonal")]


KIND = Kind(30, each(shapes))
