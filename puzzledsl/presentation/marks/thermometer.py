"""``thermometer``: a bulb in the first cell and a broad line from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import band
from puzzledsl.presentation.geometry import centre, straightened
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A bulb and a path a mark."""
    answer: list[Shape] = []
    for mark in marks:
        color = band(mark.color, "#cfcfcf")
        points = straightened([centre(cell) for cell in mark.cells])
        answer.append(Circle(points[0], 0.38, Paint(fill=color), "thermometer"))
        if len(points) > 1:
            answer.append(Polyline(points, Paint(stroke=color, width=0.28), "thermometer"))
    return answer


KIND = Kind(15, shapes)
