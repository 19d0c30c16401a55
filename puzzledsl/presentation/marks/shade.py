"""``shade``: the whole cell in a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import surface
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Paint, Rectangle, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A square a cell."""
    answer: list[Shape] = []
    for mark in marks:
        paint = Paint(fill=surface(mark.color, "#dedede"))
        answer += [Rectangle((c - 1, r - 1), 1, 1, paint, "shade") for r, c in mark.cells]
    return answer


KIND = Kind(10, shapes, covers=True)
