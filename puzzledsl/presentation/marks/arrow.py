"""``arrow``: a circle in the first cell and a thin shaft through the others, with a head at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.geometry import arrow_head, centre, straightened, toward
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark

RADIUS = 0.4


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A circle, a shaft that starts at its rim, and a head a mark; a single cell is a circle only."""
    answer: list[Shape] = []
    for mark in marks:
        paint = Paint(stroke=ink(mark.color, "#7a7a7a"), width=0.055)
        points = straightened([centre(cell) for cell in mark.cells])
        answer.append(Circle(points[0], RADIUS, paint, "arrow"))
        if len(points) > 1:
            # The tip goes a little past the middle of the last cell, so that its digit does not hide it.
            tip = toward(points[-1], points[-2], -0.2)
            shaft = (toward(points[0], points[1], RADIUS), *points[1:-1], tip)
            answer.append(Polyline(shaft, paint, "arrow"))
            answer.append(Polyline(arrow_head(points[-2], tip, 0.24), paint, "arrow"))
    return answer


KIND = Kind(30, shapes)
