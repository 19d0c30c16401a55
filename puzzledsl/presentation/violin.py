"""Violin plots of solving times, by matplotlib (an optional dependency).

A violin is the density of the logarithms of the times, mirrored; bars mark the extremes and the mean, a dot the
median, and every puzzle is a point. (Hintze & Nelson, Violin Plots: A Box Plot-Density Trace Synergism, The American
Statistician, 1998.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, median
from typing import Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.listing import counted
from puzzledsl.presentation.density import density

FORMATS = ("svg", "png", "pdf")

FEWEST = 4
"""Times of which a density says more than the points alone."""

PALETTE = ("#0072b2", "#e69f00", "#009e73", "#56b4e9", "#d55e00", "#cc79a7")
"""Colours that the colour-blind tell apart: Okabe & Ito, Color Universal Design, 2008 (without yellow and black)."""

MANY = 150
"""Points of a violin above which they are drawn smaller."""

_INK = "#333333"
_PAPER = "#ffffff"


@dataclass(frozen=True, slots=True)
class Point:
    """One puzzle.

    Attributes:
        seconds: time, or the limit that came first.
        at_limit: the limit came first.
        hollow: of a kind apart: what presolve settled alone.
    """

    seconds: float
    at_limit: bool = False
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class Violin:
    """One way to solve.

    Attributes:
        words: its name in short words, one below the other.
        color: which one of `PALETTE`, counted round.
        failed: puzzles without a time.
    """

    words: tuple[str, ...]
    color: int
    points: tuple[Point, ...]
    failed: int = 0


def check(place: str) -> str:
    """The format of the picture in a file with this name.

    Raises:
        PuzzleError: there is no such format, or matplotlib is not installed.
    """
    from importlib.util import find_spec

    suffix = Path(place).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        what = f"a plot cannot be written as .{suffix}" if suffix else f"`{place}` does not say which kind of picture"
        raise failure(what, helps=(f"give the file one of these endings: .{', .'.join(FORMATS)}",), code="format")
    folder = Path(place).absolute().parent
    if not folder.is_dir():
        raise failure(f"`{place}` cannot be written: there is no folder `{folder}`", code="file")
    if find_spec("matplotlib") is None:
        raise _missing()
    return suffix


def plot(violins: Sequence[Violin], place: str, time_limit: float | None = None, *, logarithmic: bool = True) -> bytes:
    """The picture for a file with this name.

    Args:
        time_limit: seconds after which runs were stopped, if they were.
        logarithmic: scale of the axis of seconds.

    Raises:
        PuzzleError: as `check`; or there is nothing to draw.
    """
    form = check(place)
    if not any(violin.points for violin in violins):
        raise failure("there are no times to draw", code="plot")
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise _missing() from error
    with _style():
        width = max(5.2, 1.6 + 1.12 * len(violins))
        figure = Figure(figsize=(width, 4.8), facecolor=_PAPER, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _draw(axes, violins, time_limit, logarithmic)
        buffer = BytesIO()
        # No date and no random names: the same figures give the same file.
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
        figure.savefig(buffer, format=form, dpi=160, metadata=metadata)
    return buffer.getvalue()


def _draw(axes: Any, violins: Sequence[Violin], time_limit: float | None, logarithmic: bool) -> None:
    if logarithmic:
        axes.set_yscale("log")
    for place, violin in enumerate(violins, 1):
        _one(axes, place, violin, PALETTE[violin.color % len(PALETTE)], logarithmic)
    if not any(point.at_limit for violin in violins for point in violin.points):
        time_limit = None
    _scale(axes, violins, time_limit, logarithmic)
    if time_limit is not None:
        _limit_line(axes, time_limit)
    _labels(axes, violins)
    _legend(axes, violins)


def _one(axes: Any, place: int, violin: Violin, color: str, logarithmic: bool) -> None:
    seconds = [point.seconds for point in violin.points]
    if not seconds:
        return
    outline: list[tuple[float, float]] = []
    if len(seconds) >= FEWEST and max(seconds) > min(seconds):
        shape = density([log10(value) for value in seconds] if logarithmic else seconds)
        outline = [(10**at if logarithmic else at, 0.4 * height) for at, height in shape]
        heights = [at for at, _ in outline]
        axes.fill_betweenx(
            heights,
            [place - half for _, half in outline],
            [place + half for _, half in outline],
            facecolor=color, edgecolor=color, alpha=0.3, linewidth=0, zorder=2,
        )  # fmt: skip
    size = (13 if len(seconds) <= MANY else 4) * (3 if len(seconds) == 1 else 1)
    for kind, marker, face in ((0, "o", color), (1, "o", _PAPER), (2, "^", color)):
        chosen = [
            (place + offset, point.seconds)
            for offset, point in zip(_offsets(violin.points, outline), violin.points, strict=True)
            if kind == (2 if point.at_limit else 1 if point.hollow else 0)
        ]
        if chosen:
            axes.scatter(
                *zip(*chosen, strict=True),
                s=2 * size if kind == 2 else size,
                marker=marker, facecolor=face, edgecolor=color, linewidth=0.8, zorder=3,
                alpha=0.9 if len(seconds) <= MANY else 0.4, rasterized=len(seconds) > 10 * MANY,
            )  # fmt: skip
    if len(seconds) == 1:
        return
    low, high = min(seconds), max(seconds)
    axes.vlines(place, low, high, color=_INK, linewidth=0.9, zorder=4)
    axes.hlines([low, high], place - 0.12, place + 0.12, color=_INK, linewidth=0.9, zorder=4)
    axes.hlines(fmean(seconds), place - 0.26, place + 0.26, color=_INK, linewidth=2.0, zorder=5)
    axes.plot(
        [place], [median(seconds)], marker="D", markersize=5.5, color=_PAPER, markeredgecolor=_INK, zorder=6
    )  # fmt: skip


def _offsets(points: Sequence[Point], outline: Sequence[tuple[float, float]]) -> Iterator[float]:
    """Where points stand beside the middle line: spread over the violin, the same in every picture."""
    golden = (sqrt(5) - 1) / 2
    for number, point in enumerate(points):
        room = 0.12
        if outline:
            _, room = min(outline, key=lambda step: abs(step[0] - point.seconds))
        yield 0.0 if len(points) == 1 else 2 * ((number * golden) % 1 - 0.5) * max(0.8 * room, 0.05)


def _limit_line(axes: Any, time_limit: float) -> None:
    axes.axhline(time_limit, color=_INK, linewidth=0.9, linestyle=(0, (5, 3)), zorder=1)
    axes.annotate(
        f"limit {time_limit:g} s",
        (0, time_limit), (3, 3), xycoords=("axes fraction", "data"), textcoords="offset points",
        fontsize=8, color=_INK, ha="left", va="bottom",
    )  # fmt: skip


def _scale(axes: Any, violins: Sequence[Violin], time_limit: float | None, logarithmic: bool) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    seconds = [point.seconds for violin in violins for point in violin.points]
    low, high = min(seconds), max([*seconds, time_limit or 0.0])
    axes.set_xlim(0.4, len(violins) + 0.6)
    axes.set_ylabel("seconds to a verified answer" + (", logarithmic" if logarithmic else ""))
    if logarithmic:
        while high / low < 10:  # at least two labelled ticks
            low, high = low / 1.3, high * 1.3
        axes.set_ylim(low / 1.35, high * 1.5)
        subs = (1.0,) if high / low > 100 else (1.0, 2.0, 5.0)
        axes.yaxis.set_major_locator(LogLocator(subs=subs, numticks=30))
        axes.yaxis.set_minor_locator(LogLocator(subs=range(2, 10), numticks=200))
        axes.yaxis.set_minor_formatter(NullFormatter())
    else:
        axes.set_ylim(0, high * 1.12)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.grid(visible=True, which="major", axis="y", color="#d0d0d0", linewidth=0.7)
    if logarithmic:
        axes.grid(visible=True, which="minor", axis="y", color="#ececec", linewidth=0.5)
    axes.set_axisbelow(True)


def _labels(axes: Any, violins: Sequence[Violin]) -> None:
    """Names below the violins; what all have in common is said once, in the title."""
    counts = {len(violin.points) + violin.failed for violin in violins}
    names = [list(violin.words) for violin in violins]
    common = [word for word in names[0] if len(names) > 1 and all(word in words for words in names)]
    for words in names:
        for word in common:
            if len(words) > 1:
                words.remove(word)
    for words, violin in zip(names, violins, strict=True):
        late = sum(point.at_limit for point in violin.points)
        if late:
            words.append(f"limit: {late}")
        if violin.failed:
            words.append(f"failed: {violin.failed}")
    axes.set_xticks(range(1, len(violins) + 1), ["\n".join(words) for words in names])
    most = max(counts)
    title = counted(most, "puzzle") if len(counts) == 1 else f"up to {most} puzzles"
    axes.set_title(", ".join([title, *common]), loc="left", fontsize=10, color=_INK)


def _legend(axes: Any, violins: Sequence[Violin]) -> None:
    from matplotlib.lines import Line2D

    points = [point for violin in violins for point in violin.points]

    def mark(marker: str, face: str, label: str, size: float = 4) -> Any:
        return Line2D(
            [], [], linestyle="", marker=marker, markersize=size, color=_INK, markerfacecolor=face, label=label
        )

    entries = []
    if any(len(violin.points) > 1 for violin in violins):
        entries.append(Line2D([], [], color=_INK, linewidth=2.0, label="mean"))
        entries.append(mark("D", _PAPER, "median", 5))
        entries.append(Line2D([], [], color=_INK, linewidth=0.9, marker="_", label="extremes"))
    if any(not point.hollow and not point.at_limit for point in points):
        entries.append(mark("o", _INK, "a puzzle"))
    if any(point.hollow for point in points):
        entries.append(mark("o", _PAPER, "by presolve alone"))
    if any(point.at_limit for point in points):
        entries.append(mark("^", _INK, "stopped by the limit", 5))
    axes.figure.legend(handles=entries, loc="outside lower center", ncols=3, frameon=False, fontsize=8)


@contextmanager
def _style() -> Iterator[None]:
    from matplotlib import rc_context

    with rc_context(
        {
            "font.family": "sans-serif",
            "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib: the same everywhere
            "font.size": 9,
            "axes.edgecolor": "#888888",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.labelcolor": _INK,
            "text.color": _INK,
            "xtick.color": _INK,
            "ytick.color": _INK,
            "xtick.bottom": False,
            "ytick.minor.size": 0,
            "svg.hashsalt": "puzzledsl",
            "svg.fonttype": "path",
        }
    ):
        yield


def _missing() -> PuzzleError:
    return failure(
        "plots need the matplotlib library, which is not installed",
        helps=('install it with: pip install "puzzledsl[plot]"', "`--json > FILE` keeps the figures for later"),
        code="missing-dependency",
    )
