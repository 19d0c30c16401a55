"""Where drawn things are: the cells of a stroke, the cell, side or corner of a shape."""

from __future__ import annotations

from itertools import pairwise, product
from math import floor, hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawing.records import Point, Shape, Stroke
    from puzzledsl.model import Cell

_OFF = 0.3
"""How far the bend of a line may be from the centre of its cell."""
_CLOSE = 0.14
"""How far a shape may be from the place that it is meant for."""


def middle(cells: Sequence[Cell]) -> tuple[float, float]:
    """The middle of cells, as row and column from the grid's top left corner; the centre of r1c1 is (0.5, 0.5)."""
    rows, columns = zip(*cells, strict=True)
    return sum(rows) / len(cells) - 0.5, sum(columns) / len(cells) - 0.5


def path(stroke: Stroke) -> tuple[Cell, ...]:
    """The cells that a stroke runs through, from centre to centre; none if it does not run so.

    Its ends may lie anywhere in their cells: arrows begin at the rim of a circle.
    """
    points = bends(stroke.points)
    if len(points) < 2:
        return ()
    for r, c in points[1:-1]:
        if abs(r % 1 - 0.5) > _OFF or abs(c % 1 - 0.5) > _OFF:
            return ()
    for r, c in (points[0], points[-1]):
        if min(r % 1, 1 - r % 1) < 0.04 or min(c % 1, 1 - c % 1) < 0.04:
            return ()
    corners = [(floor(r) + 1, floor(c) + 1) for r, c in points]
    cells = [corners[0]]
    for (r, c), (s, d) in pairwise(corners):
        down, right = s - r, d - c
        if down and right and abs(down) != abs(right):
            return ()
        steps = max(abs(down), abs(right))
        cells += [(r + down // steps * k, c + right // steps * k) for k in range(1, steps + 1)] if steps else []
    return tuple(cells)


def bends(points: tuple[Point, ...]) -> list[Point]:
    """The points without those in the middle of a straight piece."""
    once = [point for k, point in enumerate(points) if not k or not _near(point, points[k - 1])]
    kept: list[Point] = []
    for k, point in enumerate(once):
        if not (0 < k < len(once) - 1 and _straight(kept[-1], point, once[k + 1])):
            kept.append(point)
    return kept


def _near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 0.02 and abs(a[1] - b[1]) < 0.02


def _straight(a: Point, b: Point, c: Point) -> bool:
    (ar, ac), (br, bc), (cr, cc) = a, b, c
    onwards = (br - ar) * (cr - br) + (bc - ac) * (cc - bc)
    return onwards > 0 and abs((br - ar) * (cc - bc) - (bc - ac) * (cr - br)) < 0.02


def meet(a: Stroke, b: Stroke) -> bool:
    """Whether an end of one stroke lies on the other."""
    return any(
        _beside(end, one.points[k : k + 2]) < _CLOSE
        for one, other in ((a, b), (b, a))
        for end in (other.points[0], other.points[-1])
        for k in range(len(one.points) - 1)
    )


def _beside(point: Point, piece: tuple[Point, ...]) -> float:
    """How far a point is from a straight piece."""
    (r, c), (ar, ac), (br, bc) = point, piece[0], piece[1]
    square = (br - ar) ** 2 + (bc - ac) ** 2
    t = 0.0 if not square else min(1.0, max(0.0, ((r - ar) * (br - ar) + (c - ac) * (bc - ac)) / square))
    return hypot(r - ar - t * (br - ar), c - ac - t * (bc - ac))


def cell_at(center: Point) -> Cell | None:
    """The cell whose centre is near a point."""
    found = around(center)
    return found[0] if len(found) == 1 else None


def around(center: Point) -> tuple[Cell, ...]:
    """The cells around a point, row by row: one at its centre, two at a side, four at a corner; none elsewhere."""
    rows, columns = (
        (round(x), round(x) + 1) if abs(x - round(x)) < _CLOSE else (floor(x) + 1,) * (abs(x % 1 - 0.5) < _CLOSE)
        for x in center
    )
    return tuple(product(rows, columns))


def covered(shape: Shape) -> tuple[Cell, ...]:
    """The cells that an upright shape of whole cells fills."""
    r, c = shape.center
    top, left = r - shape.height / 2, c - shape.width / 2
    bottom, right = r + shape.height / 2, c + shape.width / 2
    rows = [k + 1 for k in range(floor(top + 0.5), floor(bottom + 0.5))]
    columns = [k + 1 for k in range(floor(left + 0.5), floor(right + 0.5))]
    return tuple((a, b) for a in rows for b in columns)
