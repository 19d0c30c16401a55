"""``cage``: a dashed outline just inside the border of the cells, and the total in its first cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.geometry import outline
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Paint, Polygon, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark

INSET = 0.07


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A polygon for each loop of the outline."""
    paint = Paint(stroke=ink(mark.color, "#3c3c3c"), width=0.025, dash=(0.09, 0.065))
    return [Polygon(loop, paint, "cage") for loop in outline(mark.cells, INSET)]


KIND = Kind(60, each(shapes))
