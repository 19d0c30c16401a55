"""Where drawn things are: the cells of a stroke, the cell, side or corner of a shape."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import floor, hypot

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
    bends_off = any(abs(x % 1 - 0.5) > _OFF for point in points[1:-1] for x in point)
    if bends_off or any(on_side(point, 0.04) for point in (points[0], points[-1])):
        return ()
    corners = list(map(cell_of, points))
    cells = [corners[0]]
    for (r, c), (s, d) in pairwise(corners):
        down, right = s - r, d - c
        if down and right and abs(down) != abs(right):
            return ()
        steps = max(abs(down), abs(right))
        cells += [(r + down // steps * k, c + right // steps * k) for k in range(1, steps + 1)] if steps else []
    return tuple(cells)


def on_side(point: Point, close: float) -> bool:
    """Whether a point is on the side of a cell, or as close to one."""
    return any(min(x % 1, 1 - x % 1) < close for x in point)


def cell_of(point: Point) -> Cell:
    """The place in which a point lies."""
    row, column = map(floor, point)
    return row + 1, column + 1


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
    rows, columns = (
        range(floor(x - size / 2 + 0.5) + 1, floor(x + size / 2 + 0.5) + 1)
        for x, size in zip(shape.center, (shape.height, shape.width), strict=True)
    )
    return tuple(product(rows, columns))
