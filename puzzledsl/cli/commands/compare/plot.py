"""Violin plots of solving times, by matplotlib (an optional dependency).

The axis is logarithmic, and a violin is the density of the logarithms, since a few slow puzzles would press all others
to the bottom. The mean is that of the seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from math import ceil, floor, log10
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.comparison.figures import Figures

FORMATS = ("svg", "png", "pdf")


def check_plot(place: str) -> str:
    """The format of the picture in a file of this name.

    Raises:
        PuzzleError: there is no such format, or matplotlib is not installed.
    """
    form = Path(place).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        helps = (f"give the file one of these endings: .{', .'.join(FORMATS)}",)
        raise failure(f"`{place}` does not end as a plot's name", helps=helps, code="format")
    if find_spec("matplotlib") is None:
        raise failure(
            "plots need the matplotlib library, which is not installed",
            helps=('install it with: pip install "puzzledsl[plot]"', "`--json > FILE` keeps the figures for later"),
            code="missing-dependency",
        )
    return form


def plot(figures: Sequence[Figures], place: str) -> bytes:
    """The picture for a file of this name: a violin for each combination, and a point for each puzzle.

    Raises:
        PuzzleError: as `check_plot`; or there is nothing to draw.
    """
    form = check_plot(place)
    drawn = [one for one in figures if one.times]
    if not drawn:
        raise failure("there are no times to draw", code="plot")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(5, 1.5 + 1.2 * len(drawn)), 4.8), layout="constrained")
    axes = figure.add_subplot()
    places = range(1, len(drawn) + 1)
    times = [[log10(max(second, 1e-6)) for second in one.times] for one in drawn]
    axes.violinplot(times, places, widths=0.8, showmedians=True)
    for number, one, heights in zip(places, drawn, times, strict=True):
        axes.plot([number] * len(heights), heights, "k.", markersize=3, alpha=0.5)
        axes.plot(number, log10(max(fmean(one.times), 1e-6)), "kD", label="mean" if number == 1 else None)
    axes.set_xticks(places, [_label(one) for one in drawn])
    axes.set_ylabel("seconds to a verified answer, logarithmic")
    low, high = axes.get_ylim()
    ticks = [m * 10.0**power for power in range(floor(low), ceil(high)) for m in (1, 2, 5)]
    axes.set_yticks([log10(tick) for tick in ticks], [f"{tick:g}" for tick in ticks])
    axes.set_ylim(low, high)
    axes.grid(axis="y", alpha=0.4)
    figure.legend(loc="outside lower right", frameon=False)
    buffer = BytesIO()
    figure.savefig(buffer, format=form, dpi=160)
    return buffer.getvalue()


def _label(one: Figures) -> str:
    counts = ((one.limit, "limit"), (one.failed, "failed"))
    return "\n".join([*one.combination.words, *(f"{word}: {count}" for count, word in counts if count)])
