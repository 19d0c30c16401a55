"""Figures of a comparison: how many puzzles a combination solves, and in what time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median

from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.runs import Outcome, Run


@dataclass(frozen=True)
class Time:
    """Seconds, or more than so many: the limit came first.

    Attributes:
        at_least: the true value is not known, only that it is not smaller.
    """

    seconds: float
    at_least: bool = False


@dataclass(frozen=True)
class Score:
    """All rounds of one puzzle by one combination, taken together.

    Attributes:
        outcome: ``solved`` only if every round was; else that of the first which was not.
        time: median over the rounds.
        by: what answered (in the first round).
        nodes, size: medians where there are figures.
    """

    puzzle: str
    outcome: Outcome
    time: Time
    by: str
    nodes: float | None
    size: Mapping[str, float]


@dataclass(frozen=True)
class Figures:
    """One combination over all puzzles. Times of failed runs count nowhere; a run that the limit stopped counts as
    long as it took.

    Attributes:
        presolved: how many of the solved ones presolve settled alone.
        median, percentile90, slowest: of the times; the percentile by nearest rank. ``None``: no times.
        columns, rows: medians over the puzzles of which HiGHS got a program.
        nodes: of all search trees together; ``None`` where they were not counted.
    """

    combination: Combination
    scores: tuple[Score, ...]
    solved: int
    presolved: int
    limit: int
    failed: int
    median: Time | None
    mean: Time | None
    percentile90: Time | None
    slowest: Time | None
    total: Time | None
    columns: float | None
    rows: float | None
    nodes: int | None


def score(runs: Sequence[Run]) -> Score:
    """One puzzle by one combination; ``runs`` are its rounds, at least one."""
    worst = next((run for run in runs if run.outcome == "failed"), None)
    worst = worst or next((run for run in runs if run.outcome == "limit"), runs[0])
    nodes = [run.nodes for run in runs if run.nodes is not None]
    programs = [run.size for run in runs if run.size.get("variables")]
    return Score(
        runs[0].puzzle,
        worst.outcome,
        Time(median(run.total for run in runs), worst.outcome == "limit"),
        runs[0].by,
        median(nodes) if nodes else None,
        {word: median(size[word] for size in programs) for word in ("variables", "rows")} if programs else {},
    )


def figures(runs: Iterable[Run], combinations: Sequence[Combination]) -> tuple[Figures, ...]:
    """Figures of every combination, in the order given."""
    by_way: dict[Combination, dict[str, list[Run]]] = {combination: {} for combination in combinations}
    for run in runs:
        by_way[run.combination].setdefault(run.puzzle, []).append(run)
    return tuple(_figures(c, tuple(score(rounds) for rounds in puzzles.values())) for c, puzzles in by_way.items())


def _figures(combination: Combination, scores: tuple[Score, ...]) -> Figures:
    times = sorted((s.time for s in scores if s.outcome != "failed"), key=lambda time: time.seconds)
    columns = [s.size["variables"] for s in scores if s.size]
    rows = [s.size["rows"] for s in scores if s.size]
    nodes = [s.nodes for s in scores if s.nodes is not None]
    open_ = any(time.at_least for time in times)
    return Figures(
        combination,
        scores,
        solved=sum(s.outcome == "solved" for s in scores),
        presolved=sum(s.outcome == "solved" and s.by == "presolve" for s in scores),
        limit=sum(s.outcome == "limit" for s in scores),
        failed=sum(s.outcome == "failed" for s in scores),
        median=_median(times) if times else None,
        mean=Time(fmean(time.seconds for time in times), open_) if times else None,
        percentile90=_percentile90(times) if times else None,
        slowest=times[-1] if times else None,
        total=Time(sum(time.seconds for time in times), open_) if times else None,
        columns=median(columns) if columns else None,
        rows=median(rows) if rows else None,
        nodes=round(sum(nodes)) if nodes else None,
    )


def _median(times: Sequence[Time]) -> Time:
    """Times in ascending order."""
    low, high = times[(len(times) - 1) // 2], times[len(times) // 2]
    return Time((low.seconds + high.seconds) / 2, low.at_least or high.at_least)


def _percentile90(times: Sequence[Time]) -> Time:
    """The nearest-rank percentile of times in ascending order."""
    return times[ceil(0.9 * len(times)) - 1]
