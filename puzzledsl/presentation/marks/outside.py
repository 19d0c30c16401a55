"""``outside``: a clue written before the first cell of its line, outside the grid.

Several clues of one line stand one behind the other; a diagonal one has a small arrow and goes back along its line to
the next free place. Where the place is a black square of the grid, the clue is written into it as in kakuro: what goes
across to the upper right of a stroke, what goes down to the lower left.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from puzzledsl.presentation.borders import before, is_inside
from puzzledsl.presentation.colors import WHITE, ink
from puzzledsl.presentation.geometry import arrow_head, centre
from puzzledsl.presentation.marks import GRID_LAYER, Kind, Site
from puzzledsl.presentation.shapes import Paint, Polyline, Shape, TextShape, fitting, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell, Mark

SIZE = 0.42
_LINE = 0.5
"""From one number above a column to the next."""
_HALVES = {(0, 1): (0.22, -0.22), (1, 0): (-0.22, 0.22), (0, -1): (-0.22, 0.22), (-1, 0): (0.22, -0.22)}


def shapes(marks: Sequence[Mark], site: Site) -> list[Shape]:
    """The clues in the order of the model: straight ones one behind the other, diagonal ones in a free place."""
    answer: list[Shape] = []
    reach: dict[tuple[Cell, Cell], float] = {}
    diagonal: list[tuple[Mark, Cell, Cell]] = []
    for mark in marks:
        place, step = before(site.grid, mark.cells)
        if site.filled and is_inside(site.grid, place) and step in _HALVES:
            answer += _in_black_square(mark, place, step)
        elif step[0] and step[1]:
            diagonal.append((mark, place, step))
        else:
            used = reach.get((place, step), 0.0)
            found, length = _beside(mark, place, step, used)
            reach[place, step] = used + length
            answer += found
    taken = {
        (r - n * down, c - n * right)
        for ((r, c), (down, right)), used in reach.items()
        for n in range(max(1, ceil(used)))
    }
    for mark, (r, c), (down, right) in diagonal:
        while (r, c) in taken:
            r, c = r - down, c - right
        taken.add((r, c))
        answer += _with_arrow(mark, (r, c), (down, right))
    return answer


def _with_arrow(mark: Mark, place: Cell, step: Cell) -> list[Shape]:
    (x, y), (down, right) = centre(place), step
    color = ink(mark.color, "#222222")
    tail, tip = (x + 0.2 * right, y + 0.2 * down), (x + 0.46 * right, y + 0.46 * down)
    paint = Paint(stroke=color, width=0.035)
    size = fitting(mark.text, SIZE, 0.62)
    return [
        TextShape((x - 0.1 * right, y - 0.12 * down), mark.text, size, color, role="outside"),
        Polyline((tail, tip), paint, "outside"),
        Polyline(arrow_head(tail, tip, 0.15), paint, "outside"),
    ]


def _beside(mark: Mark, place: Cell, step: Cell, used: float) -> tuple[list[Shape], float]:
    """A clue on a row or column, ``used`` cells further out than the nearest; with the length that it takes.

    The numbers of a list stand side by side at a row, one above the other at a column, none of them far from the next.
    """
    (x, y), (down, right) = centre(place), step
    color = ink(mark.color, "#222222")
    if right:
        edge = x + (0.4 - used) * right
        anchor = "end" if right > 0 else "start"
        if not used and text_width(mark.text, SIZE) <= 0.9:
            anchor, edge = "middle", x + 0.08 * right
        length = max(0.9 if not used else 0.0, text_width(mark.text, SIZE) + 0.15)
        return [TextShape((edge, y), mark.text, SIZE, color, anchor, role="outside")], length
    words = mark.text.split() or [mark.text]
    answer: list[Shape] = []
    for k, word in enumerate(reversed(words) if down > 0 else words):
        size = fitting(word, SIZE, 0.95)
        answer.append(TextShape((x, y + (0.1 - used - k * _LINE) * down), word, size, color, role="outside"))
    return answer, max(0.5, len(words) * _LINE)


def _in_black_square(mark: Mark, place: Cell, step: Cell) -> list[Shape]:
    (x, y), (dx, dy) = centre(place), _HALVES[step]
    size = fitting(mark.text, 0.34, 0.46)
    return [
        Polyline(((x - 0.5, y - 0.5), (x + 0.5, y + 0.5)), Paint(stroke=WHITE, width=0.02), "outside"),
        TextShape((x + dx, y + dy), mark.text, size, WHITE, bold=True, role="outside"),
    ]


KIND = Kind(GRID_LAYER + 22, shapes, corner=lambda _: False)
