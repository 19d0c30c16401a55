"""``text``: something written into a cell's corner, on the side of two cells, in the middle of a 2×2 block, on a line.

In the middle of a 2×2 block it stands in a circle (a quadruple); elsewhere between two cells on a white plate. Of other
cells, a thin line joins all that are meant, and the text stands between the first two.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, sqrt
from typing import TYPE_CHECKING

from puzzledsl.model import touch
from puzzledsl.presentation.colors import BLACK, WHITE, ink
from puzzledsl.presentation.geometry import centre, mean
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.shapes import Circle, Paint, Point, Polyline, Shape, TextShape, plated, text_width

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A text between cells, and what lies behind it."""
    if _in_corner(mark) or not mark.text:
        return []
    answer: list[Shape] = []
    cells = sorted(set(mark.cells))
    (top, left), (bottom, right) = cells[0], cells[-1]
    color = ink(mark.color, BLACK)
    if len(cells) == 4 and (bottom - top, right - left) == (1, 1):
        return _quadruple(mean([centre(cell) for cell in cells]), mark.text, color)
    first, second = next(pair for pair in pairwise(mark.cells) if pair[0] != pair[1])
    place = mean([centre(first), centre(second)])
    if len(cells) > 2 or not touch(first, second):
        thin = Paint(stroke="#a8a8a8", width=0.05)
        answer.append(Polyline(tuple(map(centre, mark.cells)), thin, "text"))
    return answer + plated(TextShape(place, mark.text, 0.36, color, bold=True, role="text"))


def _quadruple(place: Point, text: str, color: str) -> list[Shape]:
    lines = _lines(text)
    size = min(0.25, 0.5 / max(text_width(line, 1.0, bold=True) for line in lines), 0.52 / len(lines))
    answer: list[Shape] = [Circle(place, 0.33, Paint(WHITE, BLACK, 0.025), "text")]
    for number, line in enumerate(lines):
        y = place[1] + (number - (len(lines) - 1) / 2) * size
        answer.append(TextShape((place[0], y), line, size, color, bold=True, role="text"))
    return answer


def _lines(text: str) -> list[str]:
    """The words of a text on as many lines as make it about as high as wide; two words share one line."""
    words = text.replace(",", " ").split() or [text]
    across = max(2, ceil(sqrt(len(words))))
    return [" ".join(words[start : start + across]) for start in range(0, len(words), across)]


def _in_corner(mark: Mark) -> bool:
    return len(set(mark.cells)) == 1


KIND = Kind(71, each(shapes), corner=lambda mark: bool(mark.text) and _in_corner(mark))
