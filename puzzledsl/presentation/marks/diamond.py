"""``diamond``: a square on its corner in each cell; filled where a colour is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.geometry import centre, diamond
from puzzledsl.presentation.marks import Kind, Site, each, outlined
from puzzledsl.presentation.shapes import Polygon, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark

REACH = 0.46


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A diamond in each cell."""
    return [Polygon(diamond(centre(cell), REACH), outlined(mark), "diamond") for cell in mark.cells]


KIND = Kind(40, each(shapes), covers=True)
