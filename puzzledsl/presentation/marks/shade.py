"""``shade``: the whole cell in a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import surface
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Paint, Rectangle, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A square for each cell."""
    paint = Paint(fill=surface(mark.color, "#dedede"))
    return [Rectangle((c - 1, r - 1), 1, 1, paint, "shade") for r, c in mark.cells]


KIND = Kind(10, each(shapes), covers=True)
