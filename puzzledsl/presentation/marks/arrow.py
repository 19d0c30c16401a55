"""``arrow``: a circle in the first cell and a thin shaft through the others, with a head at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.geometry import arrow_head, links, pieces, toward
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark

RADIUS = 0.4


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A circle, a shaft that starts at its rim, and a head; a single cell is a circle only."""
    answer: list[Shape] = []
    paint = Paint(stroke=ink(mark.color, "#7a7a7a"), width=0.055)
    paths = pieces(mark)
    first, last = paths[0], paths[-1]
    rim = (toward(first[0], paths[1][0], RADIUS),) if len(first) == 1 < len(paths) else first
    answer += links([rim, *paths[1:]], paint.stroke)
    answer.append(Circle(first[0], RADIUS, paint, "arrow"))
    for points in paths:
        if len(points) > 1:
            # The tip goes a little past the middle of the last cell, so that its digit does not hide it.
            end = toward(points[-1], points[-2], -0.2) if points is last else points[-1]
            begin = toward(points[0], points[1], RADIUS) if points is first else points[0]
            answer.append(Polyline((begin, *points[1:-1], end), paint, "arrow"))
    before = last[-2] if len(last) > 1 else paths[-2][-1] if len(paths) > 1 else None
    if before is not None:
        tip = toward(last[-1], before, -0.2)
        answer.append(Polyline(arrow_head(before, tip, 0.24), paint, "arrow"))
    return answer


KIND = Kind(30, each(shapes))
