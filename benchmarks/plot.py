"""Draws the raw figures: ``python benchmarks/plot.py figures.json figures.png`` (needs matplotlib)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from typing import Any

from report import puzzle_times

OURS, THEIRS, SLOWEST = "#1b6ca8", "#b9b4aa", "#c0392b"
TICKS = {1e-4: "0.1 ms", 1e-3: "1 ms", 1e-2: "10 ms", 1e-1: "100 ms", 1: "1 s", 10: "10 s"}


def color(name: str) -> str:
    return OURS if name.startswith("puzzledsl") else THEIRS


def easy(axes: Any, section: dict[str, Any]) -> None:
    """Bars: the whole process on the easy grid, medians, with the rounds as dots."""
    done = sorted((name for name in section if section[name]["seconds"]), key=lambda n: -median(section[n]["seconds"]))
    for place, name in enumerate(done):
        seconds = section[name]["seconds"]
        axes.barh(place, median(seconds), color=color(name), height=0.65)
        axes.text(median(seconds), place, f" {1000 * median(seconds):.0f} ms", va="center", fontsize=8)
        axes.plot(seconds, [place] * len(seconds), ".", color="black", markersize=2, alpha=0.5)
    axes.set_yticks(range(len(done)), done, fontsize=8)
    axes.set_xlim(0, 1.18 * max(median(section[name]["seconds"]) for name in done))
    axes.xaxis.set_major_formatter(lambda value, _: f"{1000 * value:.0f} ms")
    axes.set_title("Whole process, the easy grid", loc="left", fontsize=10)


def spread(axes: Any, values: dict[str, list[float]], title: str, late: dict[str, int]) -> None:
    """The spread of each contender on a logarithmic axis; a line is the median, red dots are beyond the limit."""
    names = sorted((name for name in values if values[name]), key=lambda n: -median(values[n]))
    for place, name in enumerate(names):
        seconds = sorted(max(value, 1e-5) for value in values[name])
        inside = seconds[: len(seconds) - late.get(name, 0)]
        axes.plot(inside, [place] * len(inside), "|", color=color(name), markersize=9, alpha=0.55)
        beyond = seconds[len(inside) :]
        axes.plot(beyond, [place] * len(beyond), "x", color=SLOWEST, markersize=5)
        axes.plot([median(seconds)] * 2, [place - 0.38, place + 0.38], color="black", linewidth=1.5)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.set_xscale("log")
    axes.set_xlim(7e-5, 20)
    axes.set_xticks(list(TICKS), list(TICKS.values()), fontsize=8)
    axes.minorticks_off()
    axes.grid(axis="x", color="#e6e6e6", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", fontsize=10)


def main() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figures = json.loads(Path(sys.argv[1]).read_text())
    panels: list[tuple[str, Any]] = [(what, figures[what]) for what in ("easy", "variants") if what in figures]
    panels += [(f"batch: {role}", part) for role, part in figures.get("batch", {}).items()]
    down = (len(panels) + 1) // 2
    drawing, grid = pyplot.subplots(down, 2, figsize=(13, 3.4 * down), squeeze=False, layout="constrained")
    for axes, (what, part) in zip(grid.flat, panels, strict=False):
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if what == "easy":
            easy(axes, part)
        elif what == "variants":
            names = dict.fromkeys(name for variant in part.values() for name in variant)
            known = {name: [v[name] for v in part.values() if v.get(name, {}).get("seconds")] for name in names}
            values = {name: [median(each["seconds"]) for each in found] for name, found in known.items()}
            late = {name: sum(each["status"] == "limit" for each in found) for name, found in known.items()}
            spread(axes, values, f"Whole process, {len(part)} variants", late)
        else:
            contenders = part["contenders"]
            values = {name: puzzle_times(each) for name, each in contenders.items()}
            late = {name: len(each["rounds"][0]["late"]) for name, each in contenders.items() if each["rounds"]}
            spread(axes, values, f"Per puzzle, {what} ({part['set']}, {part['puzzles']} puzzles)", late)
    for axes in list(grid.flat)[len(panels) :]:
        axes.remove()
    drawing.savefig(sys.argv[2], dpi=90)


if __name__ == "__main__":
    main()
