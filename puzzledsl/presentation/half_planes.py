"""A linear program of two columns in the plane: its rows, what they leave, the objective and the best point."""

from __future__ import annotations

from itertools import combinations, product, starmap
from math import atan2, ceil, dist, floor, log10
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE
from puzzledsl.presentation.geometry import arrow_head, mean, toward
from puzzledsl.presentation.shapes import Circle, Paint, Polygon, Polyline, Rectangle, TextShape, plated
from puzzledsl.presentation.value_texts import short_text
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.presentation.shapes import Point, Shape

Half = tuple[float, float, float]
"""a, b and c: the half plane ``a x + b y <= c``."""

_WIDE, _HIGH = 6.2, 4.8
"""The size of the picture, in cells."""
_FRAME = ((1.0, 0.0, _WIDE), (-1.0, 0.0, 0.0), (0.0, 1.0, _HIGH), (0.0, -1.0, 0.0))
_REGION, _INK, _CUT, _GOAL, _OUTSIDE = "#d6e6f5", "#4a5568", "#c62828", "#1565c0", "#b4bcc8"


@record
class Line:
    """A row: the half planes that it states (two for an equation), how it reads, and whether it is a cut."""

    halves: tuple[Half, ...]
    text: str
    is_cut: bool


@record
class Plane:
    """A linear program of two columns.

    Attributes:
        names: of the columns, that of the horizontal axis first.
        bounds: the half planes of their bounds.
        whole: whether both columns have to be whole.
        goal: the direction in which the objective gets better; ``None`` without an objective.
        best: a best point.
    """

    names: tuple[str, str]
    bounds: tuple[Half, ...]
    whole: bool
    lines: tuple[Line, ...]
    goal: Point | None
    best: Point

    @property
    def legend(self) -> list[str]:
        """A line for each number in the picture, and for the objective."""
        lines = [f"{number}: {line.text}" for number, line in enumerate(self.lines, 1)]
        return [*lines, "broken line: the objective at the best point"] if self.goal else lines


def half_planes(plane: Plane) -> list[Shape]:
    """Draw it. What is in sight is the corners of the region that are on rows, with a margin."""
    rows = [half for line in plane.lines for half in line.halves]
    left, bottom, right, top = _sight(rows, plane)
    wide, high = (right - left) / _WIDE, (top - bottom) / _HIGH  # of a cell

    def at(x: float, y: float) -> Point:
        return (x - left) / wide, (top - y) / high

    def drawn(half: Half) -> Half:
        a, b, c = half
        return a * wide, -b * high, c - a * left - b * top

    halves = [drawn(half) for half in (*plane.bounds, *rows)]
    region = _corners([*halves, *_FRAME])
    middle = mean(region)
    region.sort(key=lambda corner: atan2(corner[1] - middle[1], corner[0] - middle[0]))
    shapes: list[Shape] = [
        Rectangle((0.0, 0.0), _WIDE, _HIGH, Paint(stroke=_OUTSIDE, width=0.02), "frame"),
        Polygon(tuple(region), Paint(_REGION, _INK, 0.02), "region"),
    ]
    across, up = _ticks(left, right, plane.whole), _ticks(bottom, top, plane.whole)
    shapes += [TextShape((at(x, 0)[0], _HIGH + 0.25), short_text(x), 0.26, _INK) for x in across]
    shapes += [TextShape((-0.12, at(0, y)[1]), short_text(y), 0.26, _INK, "end") for y in up]
    shapes.append(TextShape((_WIDE / 2, _HIGH + 0.62), plane.names[0], 0.3, BLACK))
    shapes.append(TextShape((0.0, -0.25), plane.names[1], 0.3, BLACK, "start"))
    if plane.whole and max(right - left, top - bottom) <= 12:
        for point in starmap(at, product(across, up)):
            allowed = _is_in(point, halves)
            shapes.append(Circle(point, 0.06, Paint(_INK if allowed else _OUTSIDE), "whole" if allowed else "lost"))
    best = at(*plane.best)
    for number, line in enumerate(plane.lines, 1):
        for half in line.halves:
            if ends := _across(drawn(half)):
                shapes.append(Polyline(ends, Paint(stroke=_CUT if line.is_cut else _INK, width=0.045), "row"))
                place = toward(max(ends, key=lambda end: dist(best, end)), best, 0.3)
                shapes += plated(TextShape(place, str(number), 0.28, BLACK))
    below = -0.25
    if plane.goal:
        x, y = plane.goal[0] * wide, -plane.goal[1] * high  # at right angles to the line of the objective
        tip, below = toward(best, (best[0] + x, best[1] + y), 0.8), -below if y < 0 else below
        ends, paint = _across((x, y, x * best[0] + y * best[1])), Paint(stroke=_GOAL, width=0.045)
        shapes.append(Polyline(ends, replace(paint, dash=(0.16, 0.1)), "objective"))
        shapes += [Polyline((best, tip), paint, "goal"), Polyline(arrow_head(best, tip, 0.2), paint, "goal")]
    words = f"({', '.join(map(short_text, plane.best))})"
    shapes += plated(TextShape((best[0] + 0.2, best[1] + below), words, 0.28, _GOAL, "start"))
    return [*shapes, Circle(best, 0.11, Paint(_GOAL, WHITE, 0.02), "best")]


def _is_in(point: Point, halves: Iterable[Half]) -> bool:
    return all(a * point[0] + b * point[1] <= c + 1e-9 * max(1.0, abs(c)) for a, b, c in halves)


def _corners(halves: Sequence[Half]) -> list[Point]:
    """The points of all half planes at which the lines of two of them meet."""
    found = []
    for (a, b, c), (d, e, f) in combinations(halves, 2):
        if determinant := a * e - b * d:
            found.append(((c * e - b * f) / determinant, (a * f - c * d) / determinant))
    return [point for point in found if _is_in(point, halves)]


def _across(half: Half) -> tuple[Point, ...]:
    """Both ends of the line of a half plane in the frame; nothing if it is not in sight."""
    a, b, c = half
    return tuple(sorted(_corners([half, (-a, -b, -c), *_FRAME])))


def _sight(rows: Sequence[Half], plane: Plane) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of what is in sight."""
    corners = _corners([*plane.bounds, *rows])
    on_rows = [point for point in corners if any(not _is_in(point, [(a, b, c - 1e-6)]) for a, b, c in rows)]
    xs, ys = zip(plane.best, *(on_rows or corners), strict=True)
    x, y = 0.15 * (max(xs) - min(xs)) or 1.0, 0.15 * (max(ys) - min(ys)) or 1.0
    return min(xs) - x, min(ys) - y, max(xs) + x, max(ys) + y


def _ticks(start: float, end: float, whole: bool) -> list[float]:
    """One to twelve round numbers between two."""
    step = max(10.0 ** ceil(log10((end - start) / 12)), whole)
    return [number * step for number in range(ceil(start / step), floor(end / step) + 1)]
