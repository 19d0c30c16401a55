"""Figures of a comparison: how many puzzles a combination solves, and in what time."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from statistics import median

from puzzledsl.comparison.runs import Combination, Run
from puzzledsl.records import record


@record
class Figures:
    """One combination over all puzzles.

    Attributes:
        times: seconds of the runs that did not fail.
        presolved: how many of the solved ones presolve settled alone.
        median, slowest: of the times, where a run that the limit stopped counts as infinite; ``None`` if there are
            no times.
        columns, rows: medians over the puzzles of which a solver got a program.
        nodes: of all search trees together; ``None`` if they were not counted.
    """

    combination: Combination
    times: tuple[float, ...]
    solved: int
    presolved: int
    limit: int
    failed: int
    median: float | None
    slowest: float | None
    columns: float | None
    rows: float | None
    nodes: int | None


def figures(runs: Sequence[Run]) -> list[Figures]:
    """Figures of every combination, in the order of the runs."""
    ways = dict.fromkeys(run.combination for run in runs)
    return [_figures(way, [run for run in runs if run.combination == way]) for way in ways]


def _figures(combination: Combination, runs: Sequence[Run]) -> Figures:
    outcomes = [run.outcome for run in runs]
    times = [inf if run.outcome == "limit" else run.total for run in runs if run.outcome != "failed"]
    sizes = [run.answer["size"] for run in runs if run.answer and run.answer["size"]["variables"]]
    nodes = [run.answer["nodes"] for run in runs if run.answer.get("nodes") is not None]
    return Figures(
        combination,
        tuple(run.total for run in runs if run.outcome != "failed"),
        solved=outcomes.count("solved"),
        presolved=sum(run.outcome == "solved" and run.answer["solver"] == "presolve" for run in runs),
        limit=outcomes.count("limit"),
        failed=outcomes.count("failed"),
        median=median(times) if times else None,
        slowest=max(times, default=None),
        columns=median(size["variables"] for size in sizes) if sizes else None,
        rows=median(size["rows"] for size in sizes) if sizes else None,
        nodes=sum(nodes) if nodes else None,
    )
