"""``digit``: a text in the middle of each cell, as large as a given. A value found there gives way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE, ink, is_dark
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Shape, TextShape, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark


def shapes(marks: Sequence[Mark], site: Site) -> list[Shape]:
    """A text a cell, white where the cell is dark."""
    answer: list[Shape] = []
    for mark in marks:
        size = 0.64 * min(1.0, 0.86 / max(0.01, text_width(mark.text, 0.64, bold=True)))
        for cell in mark.cells:
            color = WHITE if is_dark(site.backs.get(cell, WHITE)) else ink(mark.color, BLACK)
            answer.append(TextShape(centre(cell), mark.text, size, color, bold=True, role="digit"))
    return answer


KIND = Kind(80, shapes, corner=lambda _: False)
