"""Violin plots of solving times, as a scene of shapes like every picture.

A violin is the density of the times (of their logarithms on a logarithmic axis), mirrored; bars mark the extremes and
the mean, a diamond the median, and every puzzle is a point. (Hintze & Nelson, Violin Plots: A Box Plot-Density Trace
Synergism, The American Statistician, 1998.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, median

from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted
from puzzledsl.model import Model
from puzzledsl.presentation.caption import with_lines
from puzzledsl.presentation.colors import WHITE
from puzzledsl.presentation.density import density
from puzzledsl.presentation.geometry import diamond
from puzzledsl.presentation.picture import Picture
from puzzledsl.presentation.renderers import formats, renderer
from puzzledsl.presentation.shapes import Circle, Paint, Polygon, Polyline, Shape, TextShape, total_extent
from puzzledsl.records import record, replace
from puzzledsl.source import Source

FORMATS = formats() - {"html"}

FEWEST = 4
"""Times of which a density says more than the points alone."""

PALETTE = ("#0072b2", "#e69f00", "#009e73", "#56b4e9", "#d55e00", "#cc79a7")
"""Colours that the colour-blind tell apart: Okabe & Ito, Color Universal Design, 2008 (without yellow and black)."""

_INK, _GRID = "#333333", "#d0d0d0"
_HEIGHT, _STEP, _WIDE = 8.0, 2.2, 0.9
"""The height of the plot, from one violin to the next, and half the width of a violin where it is widest."""
_SIZE = 0.26
_LEGEND = (
    "Each point is a puzzle: a hollow one was settled by presolve alone, a triangle was stopped by the limit. "
    "Thick bar: mean; diamond: median; thin bars: extremes."
)


@record(slots=True)
class Point:
    """The time of one puzzle.

    Attributes:
        seconds: time, or the limit that came first.
        at_limit: the limit came first.
        hollow: of a kind apart: what presolve settled alone.
    """

    seconds: float
    at_limit: bool = False
    hollow: bool = False


@record(slots=True)
class Violin:
    """One way to solve.

    Attributes:
        words: its name in short words, one below the other.
        color: which one of `PALETTE`, counted round.
        points: the times.
        failed: puzzles without a time.
    """

    words: tuple[str, ...]
    color: int
    points: tuple[Point, ...]
    failed: int = 0


def check(place: str) -> str:
    """The format of the picture in a file with this name.

    Raises:
        PuzzleError: there is no such format or folder, or a library is not installed.
    """
    suffix = Path(place).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        helps = (f"give the file one of these endings: .{', .'.join(sorted(FORMATS))}",)
        raise failure(f"a plot cannot be written as `{place}`", helps=helps, code="format")
    folder = Path(place).absolute().parent
    if not folder.is_dir():
        raise failure(f"`{place}` cannot be written: there is no folder `{folder}`", code="file")
    renderer(suffix).render(_picture([TextShape((0.0, 0.0), "test", 1.0, _INK)]), None, None)
    return suffix


def plot(
    violins: Sequence[Violin], place: str, time_limit: float | None = None, *, logarithmic: bool = True
) -> str | bytes:
    """The picture for a file with this name.

    Args:
        time_limit: seconds after which runs were stopped, if they were.
        logarithmic: scale of the axis of seconds.

    Raises:
        PuzzleError: as `check`; or there is nothing to draw.
    """
    form = check(place)
    points = [point for violin in violins for point in violin.points]
    if not points:
        raise failure("there are no times to draw", code="plot")
    limit = time_limit if any(point.at_limit for point in points) else None
    seconds = [*(point.seconds for point in points), *([] if limit is None else [limit])]
    low, high = (min(seconds) / 1.35, max(seconds) * 1.5) if logarithmic else (0.0, max(seconds) * 1.12)
    first, last = (log10(low), log10(high)) if logarithmic else (low, high)

    def at(value: float) -> float:
        return _HEIGHT * (last - (log10(value) if logarithmic else value)) / (last - first)

    right = _STEP * len(violins)
    axis: list[Shape] = []
    for value in _ticks(low, high, logarithmic):
        axis.append(Polyline(((0.0, at(value)), (right, at(value))), Paint(stroke=_GRID, width=0.015), "tick"))
        axis.append(TextShape((-0.15, at(value)), f"{value:g}", _SIZE, _INK, "end", role="tick"))
    if limit is not None:
        dashed = Paint(stroke=_INK, width=0.02, dash=(0.12, 0.08))
        axis.append(Polyline(((0.0, at(limit)), (right, at(limit))), dashed, "limit"))
        axis.append(TextShape((right + 0.1, at(limit)), f"limit {limit:g} s", _SIZE, _INK, "start", role="limit"))
    shapes = axis + list(_labels(violins, logarithmic))
    for number, violin in enumerate(violins):
        shapes += _one(violin, _STEP * (number + 0.5), at, logarithmic)
    return renderer(form).render(with_lines(_picture(shapes), [_LEGEND]), None, None)


def _picture(shapes: list[Shape]) -> Picture:
    """A scene of no puzzle."""
    nothing = Model(Source("", ""), "Solving times", (), (), (), (), {})
    left, top, right, bottom = total_extent(shapes)
    return Picture(nothing, None, tuple(shapes), (left - 0.3, top - 0.3, right + 0.3, bottom + 0.3))


def _ticks(low: float, high: float, logarithmic: bool) -> list[float]:
    """Round numbers between two, at least two and few enough to be read."""
    powers = [10.0**power for power in range(-9, 10)]
    steps = [factor * power for power in powers for factor in (1, 2, 5)]
    if not logarithmic:
        step = next(step for step in steps if high / step < 8)
        return [number * step for number in range(int(high / step) + 1)]
    return [step for step in (steps if high / low < 200 else powers) if low <= step <= high]


def _labels(violins: Sequence[Violin], logarithmic: bool) -> Iterator[Shape]:
    """The title, and names below the violins."""
    most = max(len(violin.points) + violin.failed for violin in violins)
    title = f"{counted(most, 'puzzle')}, seconds to a verified answer" + ", logarithmic" * logarithmic
    yield TextShape((0.0, -0.4), title, 0.3, _INK, "start", role="title")
    for number, violin in enumerate(violins):
        late = sum(point.at_limit for point in violin.points)
        counts = [f"{name}: {count}" for name, count in (("limit", late), ("failed", violin.failed)) if count]
        for line, word in enumerate([*violin.words, *counts], 1):
            place = _STEP * (number + 0.5), _HEIGHT + 1.4 * _SIZE * line
            yield TextShape(place, word, _SIZE, _INK, role="name")


def _one(violin: Violin, middle: float, at: Callable[[float], float], logarithmic: bool) -> list[Shape]:
    seconds = [point.seconds for point in violin.points]
    paint = Paint(stroke=PALETTE[violin.color % len(PALETTE)], width=0.02)
    outline: list[tuple[float, float]] = []
    shapes: list[Shape] = []
    if len(seconds) >= FEWEST and max(seconds) > min(seconds):
        shape = density([log10(value) for value in seconds] if logarithmic else seconds)
        outline = [(at(10**value if logarithmic else value), _WIDE * height) for value, height in shape]
        sides = [(middle - half, y) for y, half in outline] + [(middle + half, y) for y, half in reversed(outline)]
        shapes.append(Polygon(tuple(sides), Paint(fill=paint.stroke, opacity=0.3), "violin"))
    for number, point in enumerate(violin.points):
        y = at(point.seconds)
        # Points are spread over the violin, in the same way in every picture.
        room = min(outline, key=lambda step: abs(step[0] - y), default=(y, 0.3))[1] if len(seconds) > 1 else 0.0
        place = middle + 1.6 * room * ((number * (sqrt(5) - 1) / 2) % 1 - 0.5), y
        ink = replace(paint, fill=WHITE if point.hollow else paint.stroke)
        up, right, _, left = diamond(place, 0.08)
        limit = Polygon((up, right, left), ink, "limit")
        shapes.append(limit if point.at_limit else Circle(place, 0.05, ink, "time"))
    if len(seconds) > 1:
        low, high, mean, half = at(min(seconds)), at(max(seconds)), at(fmean(seconds)), at(median(seconds))
        thin = Paint(stroke=_INK, width=0.02)
        shapes.append(Polyline(((middle, low), (middle, high)), thin, "extremes"))
        shapes += [Polyline(((middle - 0.25, y), (middle + 0.25, y)), thin, "extremes") for y in (low, high)]
        shapes.append(Polyline(((middle - 0.5, mean), (middle + 0.5, mean)), replace(thin, width=0.05), "mean"))
        shapes.append(Polygon(diamond((middle, half), 0.09), replace(thin, fill=WHITE), "median"))
    return shapes
