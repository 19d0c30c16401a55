"""``square``: a square in each cell; filled where a colour is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.marks import Kind, Site, each, outlined
from puzzledsl.presentation.shapes import Rectangle, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A square in each cell."""
    return [Rectangle((c - 0.87, r - 0.87), 0.74, 0.74, outlined(mark), "square") for r, c in mark.cells]


KIND = Kind(40, each(shapes), covers=True)
