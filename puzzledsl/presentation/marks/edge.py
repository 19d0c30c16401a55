"""``edge``: a thick stroke along the side between each two successive cells: a piece of a loop, of a border."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.geometry import sides, strokes
from puzzledsl.presentation.marks import Kind, Site
from puzzledsl.presentation.shapes import Paint, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Mark

WIDTH = 0.09


def shapes(marks: Sequence[Mark], _site: Site) -> list[Shape]:
    """Strokes of one colour are joined where they go on straight; cells that share no side have none."""
    answer: list[Shape] = []
    for color in dict.fromkeys(mark.color for mark in marks):
        level, upright = sides(mark for mark in marks if mark.color == color)
        answer += strokes(level, upright, Paint(stroke=ink(color, "#1553b0"), width=WIDTH), "edge")
    return answer


KIND = Kind(65, shapes)
