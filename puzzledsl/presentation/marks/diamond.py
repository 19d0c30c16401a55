"""``diamond``: a square on its corner in each cell; filled where a colour is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import WHITE, ink, surface
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Paint, Polygon, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark

REACH = 0.46


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A diamond a cell."""
    answer: list[Shape] = []
    for mark in marks:
        paint = Paint(fill=surface(mark.color, WHITE), stroke=ink("", "#707070"), width=0.035)
        for cell in mark.cells:
            x, y = centre(cell)
            corners = ((x, y - REACH), (x + REACH, y), (x, y + REACH), (x - REACH, y))
            answer.append(Polygon(corners, paint, "diamond"))
    return answer


KIND = Kind(40, shapes, covers=True)
