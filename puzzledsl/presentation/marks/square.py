"""``square``: a square in each cell; filled where a colour is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import WHITE, ink, surface
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Paint, Rectangle, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A square a cell."""
    answer: list[Shape] = []
    for mark in marks:
        paint = Paint(fill=surface(mark.color, WHITE), stroke=ink("", "#707070"), width=0.035)
        answer += [Rectangle((c - 0.87, r - 0.87), 0.74, 0.74, paint, "square") for r, c in mark.cells]
    return answer


KIND = Kind(40, shapes, covers=True)
