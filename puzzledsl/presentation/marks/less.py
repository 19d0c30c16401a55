"""``less``: the sign < on the side between each two successive cells; the value at its point is the smaller one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import WHITE, ink
from puzzledsl.presentation.geometry import centre, mean, toward
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark

DEPTH, SPREAD = 0.075, 0.12
"""Half the length of a sign along the way between the cells, and half its height across."""


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """A sign a pair, on a white disc that keeps the grid line away from it; each sign once."""
    answer: list[Shape] = []
    pairs = {pair: mark.color for mark in marks for pair in pairwise(mark.cells) if pair[0] != pair[1]}
    for (small, large), color in pairs.items():
        start, end = centre(small), centre(large)
        middle = mean([start, end])
        tip, back = toward(middle, start, DEPTH), toward(middle, end, DEPTH)
        dx, dy = toward((0.0, 0.0), (end[0] - start[0], end[1] - start[1]), SPREAD)
        wings = ((back[0] - dy, back[1] + dx), tip, (back[0] + dy, back[1] - dx))
        answer.append(Circle(middle, SPREAD + 0.01, Paint(fill=WHITE), "plate"))
        answer.append(Polyline(wings, Paint(stroke=ink(color, "#222222"), width=0.035), "less"))
    return answer


KIND = Kind(73, shapes)
