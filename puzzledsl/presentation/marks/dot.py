"""``dot``: a small circle between neighbouring cells, with a text in it if there is one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE, between, is_dark
from puzzledsl.presentation.geometry import centre, mean
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Shape, TextShape, fitting

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A dot between each two successive cells; a single cell has it in its middle."""
    answer: list[Shape] = []
    middles = [centre(cell) for cell in mark.cells]
    places = [mean(pair) for pair in pairwise(middles)] or middles
    fill = between(mark.color or WHITE, 0.0, 1.0)
    for place in places:
        answer.append(Circle(place, 0.17 if mark.text else 0.14, Paint(fill, BLACK, 0.03), "dot"))
        if mark.text:
            size = fitting(mark.text, 0.24, 0.26)
            color = WHITE if is_dark(fill) else BLACK
            answer.append(TextShape(place, mark.text, size, color, bold=True, role="dot"))
    return answer


KIND = Kind(70, each(shapes), corner=lambda _: False)
