"""``circle``: a circle in each cell; filled where a colour is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site, each, outlined
from puzzledsl.presentation.shapes import Circle, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A circle in each cell."""
    return [Circle(centre(cell), 0.4, outlined(mark), "circle") for cell in mark.cells]


KIND = Kind(40, each(shapes), covers=True)
