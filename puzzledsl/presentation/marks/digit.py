"""``digit``: a text in the middle of each cell, as large as a given. A value found there gives way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE, ink, is_dark
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Shape, TextShape, fitting

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, site: Site) -> list[Shape]:
    """The text in each cell, white where the cell is dark."""
    size = fitting(mark.text, 0.64, 0.86, bold=True)
    color = ink(mark.color, BLACK)
    inks = [WHITE if is_dark(site.backs.get(cell, WHITE)) else color for cell in mark.cells]
    places = zip(map(centre, mark.cells), inks, strict=True)
    return [TextShape(place, mark.text, size, shade, bold=True, role="digit") for place, shade in places]


KIND = Kind(80, each(shapes), corner=lambda _: False)
