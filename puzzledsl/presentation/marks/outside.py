"""``outside``: a clue written before the first cell of its line, outside the grid.

Clues that want the same place step back along their own line. A diagonal line gets a small arrow. Where
the place is a black square of the grid, the clue is written into it as in kakuro: what goes across to the
upper right of a stroke, what goes down to the lower left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.borders import before
from puzzledsl.presentation.colors import WHITE, ink
from puzzledsl.presentation.geometry import arrow_head, centre
from puzzledsl.presentation.marks import GRID_LAYER, Kind, Site
from puzzledsl.presentation.shapes import Paint, Polyline, Shape, TextShape, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell, Grid, Mark

SIZE = 0.42
_HALVES = {(0, 1): (0.22, -0.22), (1, 0): (-0.22, 0.22), (0, -1): (-0.22, 0.22), (-1, 0): (0.22, -0.22)}


def shapes(marks: Sequence[Mark], site: Site) -> list[Shape]:
    """The clues, in the order of the model, each in the nearest free place."""
    answer: list[Shape] = []
    taken: set[Cell] = set()
    for mark in marks:
        (r, c), (down, right) = before(site.grid, mark.cells)
        if site.filled and _in_grid(site.grid, (r, c)) and (down, right) in _HALVES:
            answer += _in_black_square(mark, (r, c), (down, right))
            continue
        while (r, c) in taken:
            r, c = r - down, c - right
        taken.add((r, c))
        answer += _beside(mark, (r, c), (down, right))
    return answer


def _beside(mark: Mark, place: Cell, step: Cell) -> list[Shape]:
    (x, y), (down, right) = centre(place), step
    color = ink(mark.color, "#222222")
    if down and right:
        tail, tip = (x + 0.2 * right, y + 0.2 * down), (x + 0.46 * right, y + 0.46 * down)
        paint = Paint(stroke=color, width=0.035)
        size = SIZE * min(1.0, 0.62 / text_width(mark.text, SIZE)) if mark.text else SIZE
        return [
            TextShape((x - 0.1 * right, y - 0.12 * down), mark.text, size, color, role="outside"),
            Polyline((tail, tip), paint, "outside"),
            Polyline(arrow_head(tail, tip, 0.15), paint, "outside"),
        ]
    if text_width(mark.text, SIZE) <= 0.9 or not right:
        size = SIZE * min(1.0, 0.95 / text_width(mark.text, SIZE)) if mark.text else SIZE
        return [TextShape((x + 0.08 * right, y + 0.1 * down), mark.text, size, color, role="outside")]
    anchor, edge = ("end", x + 0.4) if right > 0 else ("start", x - 0.4)
    return [TextShape((edge, y), mark.text, SIZE, color, anchor, role="outside")]


def _in_black_square(mark: Mark, place: Cell, step: Cell) -> list[Shape]:
    (x, y), (dx, dy) = centre(place), _HALVES[step]
    size = min(0.34, 0.34 * 0.46 / text_width(mark.text or " ", 0.34))
    return [
        Polyline(((x - 0.5, y - 0.5), (x + 0.5, y + 0.5)), Paint(stroke=WHITE, width=0.02), "outside"),
        TextShape((x + dx, y + dy), mark.text, size, WHITE, bold=True, role="outside"),
    ]


def _in_grid(grid: Grid, place: Cell) -> bool:
    return 1 <= place[0] <= grid.height and 1 <= place[1] <= grid.width


KIND = Kind(GRID_LAYER + 22, shapes, corner=lambda _: False)
