"""Plane geometry of cells. Cell (r, c) is the unit square whose lower right corner is the point (c, r)."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING

from puzzledsl.model import touch
from puzzledsl.presentation.shapes import Paint, Polyline

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from puzzledsl.model import Cell, Mark
    from puzzledsl.presentation.shapes import Point, Shape


def centre(cell: Cell) -> Point:
    """The middle of a cell."""
    return cell[1] - 0.5, cell[0] - 0.5


def mean(points: Sequence[Point]) -> Point:
    """The centroid of at least one point."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def toward(start: Point, end: Point, distance: float) -> Point:
    """The point ``distance`` away from ``start`` in the direction of ``end``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return start[0] + dx / length * distance, start[1] + dy / length * distance


def arrow_head(start: Point, tip: Point, size: float) -> tuple[Point, Point, Point]:
    """The open head of an arrow from ``start`` to ``tip``: one wing, the tip, the other wing."""
    angle = atan2(tip[1] - start[1], tip[0] - start[0])
    first, second = ((tip[0] - size * cos(angle + turn), tip[1] - size * sin(angle + turn)) for turn in (0.65, -0.65))
    return first, tip, second


def diamond(place: Point, reach: float) -> tuple[Point, Point, Point, Point]:
    """The corners of a square on its corner: the upper one, then clockwise."""
    x, y = place
    return (x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)


def pieces(mark: Mark) -> list[tuple[Point, ...]]:
    """The paths of a line: one, or where it jumps one for each stretch of cells that touch."""
    stretches: list[list[Cell]] = [[mark.cells[0]]]
    for before, cell in pairwise(mark.cells):
        if mark.jumps and not touch(before, cell):
            stretches.append([])
        stretches[-1].append(cell)
    return [tuple(map(centre, stretch)) for stretch in stretches]


def links(paths: Sequence[Sequence[Point]], color: str) -> list[Polyline]:
    """Thin dashes from the end of each path to the next one: they belong together, the cells between do not."""
    paint = Paint(stroke=color, width=0.04, dash=(0.08, 0.08))
    return [Polyline((a[-1], b[0]), paint, "jump") for a, b in pairwise(paths)]


def sides(marks: Iterable[Mark]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The sides between successive cells of marks: level ones ``(r, c)``, upright ones ``(c, r)``; see `Borders`."""
    level: set[tuple[int, int]] = set()
    upright: set[tuple[int, int]] = set()
    for mark in marks:
        for (r, c), (s, d) in pairwise(mark.cells):
            if (abs(r - s), abs(c - d)) == (1, 0):
                level.add((min(r, s), c))
            elif (abs(r - s), abs(c - d)) == (0, 1):
                upright.add((min(c, d), r))
    return level, upright


def runs(edges: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Unit edges ``(line, position)`` joined where they touch: ``(line, first, last)``, sorted."""
    answer: list[tuple[int, int, int]] = []
    for line, position in sorted(set(edges)):
        if answer and answer[-1][0] == line and answer[-1][2] + 1 == position:
            answer[-1] = (line, answer[-1][1], position)
        else:
            answer.append((line, position, position))
    return answer


def strokes(
    level: Iterable[tuple[int, int]], upright: Iterable[tuple[int, int]], paint: Paint, role: str
) -> list[Shape]:
    """Unit edges as strokes, joined where they go on straight.

    Args:
        level: ``(r, c)``: below row r in column c.
        upright: ``(c, r)``: right of column c in row r.
    """
    found: list[Shape] = [Polyline(((a - 1, y), (b, y)), paint, role) for y, a, b in runs(level)]
    return found + [Polyline(((x, a - 1), (x, b)), paint, role) for x, a, b in runs(upright)]


def outline(cells: Collection[Cell], inset: float) -> list[tuple[Point, ...]]:
    """The border of a union of cells, moved inwards by ``inset``: one closed path a loop.

    Parts that touch in a corner only stay apart. Holes give loops of their own.
    """
    members = set(cells)
    leaving: dict[Cell, list[Cell]] = {}
    for r, c in sorted(members):
        # Clockwise round the cell, so that the inside is always to the right: each edge with the neighbour behind it.
        for neighbour, corner, heading in (
            ((r - 1, c), (c - 1, r - 1), (1, 0)),
            ((r, c + 1), (c, r - 1), (0, 1)),
            ((r + 1, c), (c, r), (-1, 0)),
            ((r, c - 1), (c - 1, r), (0, -1)),
        ):
            if neighbour not in members:
                leaving.setdefault(corner, []).append(heading)
    loops: list[tuple[Point, ...]] = []
    while leaving:
        start = min(leaving, key=lambda corner: (corner[1], corner[0]))
        loops.append(_inset(_loop(start, leaving), inset))
    return loops


def _loop(start: Cell, leaving: dict[Cell, list[Cell]]) -> list[tuple[Cell, Cell]]:
    """One closed walk as (corner, direction of the edge that leaves it); the edges are used up."""
    walk: list[tuple[Cell, Cell]] = []
    corner, heading = start, leaving[start][0]
    while True:
        choices = leaving[corner]
        # Where two cells touch in a corner, the right turn stays with the cell that the walk goes round.
        right = (-heading[1], heading[0])
        heading = right if right in choices else choices[0]
        choices.remove(heading)
        if not choices:
            del leaving[corner]
        walk.append((corner, heading))
        corner = (corner[0] + heading[0], corner[1] + heading[1])
        if corner == start and (corner not in leaving or (-heading[1], heading[0]) not in leaving[corner]):
            return walk


def _inset(walk: list[tuple[Cell, Cell]], inset: float) -> tuple[Point, ...]:
    points: list[Point] = []
    for position, ((x, y), (dx, dy)) in enumerate(walk):
        ex, ey = walk[position - 1][1]
        if (ex, ey) != (dx, dy):
            # The inner normal of a heading (dx, dy) is (-dy, dx); a corner moves along both normals.
            points.append((x + inset * (-dy - ey), y + inset * (dx + ex)))
    return tuple(points)
