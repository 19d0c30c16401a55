"""``edge``: a thick stroke along the side between each two successive cells: a piece of a loop, of a border."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.geometry import runs
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Paint, Polyline, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark

WIDTH = 0.09


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """Strokes of one colour are joined where they go on straight; cells that share no side have none."""
    answer: list[Shape] = []
    level: dict[str, set[tuple[int, int]]] = {}
    upright: dict[str, set[tuple[int, int]]] = {}
    for mark in marks:
        color = ink(mark.color, "#1553b0")
        for (r, c), (s, d) in pairwise(mark.cells):
            if (abs(r - s), abs(c - d)) == (1, 0):
                level.setdefault(color, set()).add((min(r, s), c))
            elif (abs(r - s), abs(c - d)) == (0, 1):
                upright.setdefault(color, set()).add((min(c, d), r))
    for color, edges in level.items():
        paint = Paint(stroke=color, width=WIDTH)
        answer += [Polyline(((a - 1, y), (b, y)), paint, "edge") for y, a, b in runs(edges)]
    for color, edges in upright.items():
        paint = Paint(stroke=color, width=WIDTH)
        answer += [Polyline(((x, a - 1), (x, b)), paint, "edge") for x, a, b in runs(edges)]
    return answer


KIND = Kind(65, shapes)
