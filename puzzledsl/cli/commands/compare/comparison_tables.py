"""A comparison as tables for people."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.style import Screen
    from puzzledsl.comparison.agreement import Verdict
    from puzzledsl.comparison.figures import Figures, Time
    from puzzledsl.comparison.saved import Comparison

WIDTH = 1000
"""Columns that are more than any table has."""

WAY_HEADERS = ("encoding", "solver", "presolve")
HEADERS = (
    "solved", "presolve\nalone", "limit", "failed", "median\ns", "90 %\ns", "slowest\ns", "total\ns",
    "columns", "rows", "nodes",
)  # fmt: skip

MOST_NAMED = 5
"""Puzzles that a remark names; more are counted."""


def print_comparison(done: Comparison, invocation: Invocation, *, details: bool) -> None:
    """The table of combinations on standard output, with ``details`` one of puzzles before it, remarks behind it."""
    figures = done.figures()
    verdicts = done.verdicts()
    screen = invocation.screen
    if details:
        _print(_details(done, figures, verdicts), screen)
        print()
    table = _table(figures)
    turned = _table(figures, turned=True)
    fits = screen.width is None or _width(table) <= screen.width or _width(turned) > screen.width
    _print(table if fits else turned, screen)
    if not invocation.quiet:
        for line in _remarks(done, figures, verdicts):
            print(line)
        _warn(verdicts, invocation)


def _print(table: Any, screen: Screen) -> None:
    """A table in its full width: a terminal that is narrower breaks the lines, and nothing is lost."""
    from rich.console import Console

    width = max(_width(table), screen.width or 0)
    console = Console(
        file=sys.stdout,
        width=width,
        force_terminal=screen.color,
        no_color=not screen.color,
        highlight=False,
        emoji=False,
    )
    console.print(table)


def _width(table: Any) -> int:
    """Columns that a table would like to have."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(width=WIDTH)
    return Measurement.get(console, console.options, table).maximum


def seconds_text(time: Time | None) -> str:
    """``0.024``, ``12.3``; with ``>`` where the limit came first."""
    if time is None:
        return "-"
    value = time.seconds
    text = f"{value:.3f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:,.0f}"
    return f"> {text}" if time.at_least else text


def _new(**options: Any) -> Any:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", **options)


def _table(figures: Sequence[Figures], *, turned: bool = False) -> Any:
    """A line a combination; ``turned``: a column a combination."""
    medians = {one.median.seconds for one in figures if one.median is not None and one.solved}
    fastest = min(medians) if len(medians) > 1 else None
    lines = [_line(one, one.median is not None and one.median.seconds == fastest) for one in figures]
    table = _new()
    names = len(WAY_HEADERS)
    if not turned:
        for place, header in enumerate((*WAY_HEADERS, *HEADERS)):
            table.add_column(header, justify="left" if place < names else "right", no_wrap=True, vertical="bottom")
        for line in lines:
            table.add_row(*line)
        return table
    table.add_column("", no_wrap=True)
    for line in lines:
        header = "\n".join(str(cell) for cell in line[:names])
        table.add_column(header, justify="right", no_wrap=True, vertical="bottom")
    for place, header in enumerate(HEADERS, names):
        table.add_row(header.replace("\n", " "), *(line[place] for line in lines))
    return table


def _line(one: Figures, best: bool) -> list[Any]:
    """The cells of a combination, in the order of the headers."""
    return [
        one.combination.encoding or "-",
        "HiGHS" if one.combination.solver == "highs" else one.combination.solver,
        one.combination.presolve,
        str(one.solved),
        _count(one.presolved),
        _styled(_count(one.limit), "yellow" if one.limit else ""),
        _styled(_count(one.failed), "bold red" if one.failed else ""),
        _styled(seconds_text(one.median), "bold green" if best else ""),
        seconds_text(one.percentile90),
        seconds_text(one.slowest),
        seconds_text(one.total),
        _figure(one.columns),
        _figure(one.rows),
        _figure(one.nodes),
    ]


def _details(done: Comparison, figures: Sequence[Figures], verdicts: Mapping[str, Verdict]) -> Any:
    """A line a puzzle, a column a combination: seconds, or what came instead."""
    table = _new(title="seconds by puzzle", title_justify="left", title_style="bold")
    table.add_column("puzzle", overflow="fold", vertical="bottom")
    table.add_column("status", no_wrap=True, vertical="bottom")
    scores = []
    for one in figures:
        table.add_column(
            "\n".join(one.combination.words).replace("presolve ", ""), justify="right", no_wrap=True, vertical="bottom"
        )
        scores.append({score.puzzle: score for score in one.scores})
    table.add_column("remark", overflow="fold", vertical="bottom")
    for name in done.by_puzzle():
        here = [column.get(name) for column in scores]
        solved = [score.time.seconds for score in here if score is not None and score.outcome == "solved"]
        fastest = min(solved, default=None)
        cells = []
        for score in here:
            if score is None:
                cells.append("")
            elif score.outcome == "failed":
                cells.append(_styled("failed", "bold red"))
            else:
                best = score.outcome == "solved" and score.time.seconds == fastest and len(set(solved)) > 1
                style = "bold green" if best else "yellow" if score.outcome == "limit" else ""
                cells.append(_styled(seconds_text(score.time), style))
        found = verdicts[name]
        remark = {"agree": "", "open": "", "disagree": "DISAGREEMENT", "optima": "several optima"}
        words = remark.get(found.kind, found.kind)
        table.add_row(_styled(name, ""), found.status, *cells, _styled(words, "bold red" if words.isupper() else ""))
    return table


def _remarks(done: Comparison, figures: Sequence[Figures], verdicts: Mapping[str, Verdict]) -> list[str]:
    """What the table is about and how far it goes."""
    puzzles = len(verdicts)
    parts = [counted(puzzles, "puzzle")]
    if done.rounds > 1:
        parts.append(f"medians of {done.rounds} rounds")
    if done.time_limit is not None:
        parts.append(f"limit {done.time_limit:g} s a run")
    if done.jobs > 1:
        parts.append(f"{done.jobs} at a time")
    several = len(figures) > 1 and puzzles > 0
    if several and all(v.kind in ("agree", "ambiguous", "optima", "open") for v in verdicts.values()):
        parts.append("all answers verified, none contradicts another")
    lines = [", ".join(parts)]
    if done.interrupted:
        planned = len(done.puzzles) * len(done.combinations) * done.rounds
        lines.append(f"interrupted after {len(done.runs)} of {planned} runs: the lines may be about different puzzles")
    lines += _failures(done)
    solved = sum(one.solved for one in figures)
    if solved and several and solved == sum(one.presolved for one in figures):
        lines.append(
            f"presolve settles {'it' if puzzles == 1 else 'all that is solved'} alone, so solvers and encodings make "
            "no difference; --presolve none compares them"
        )
    return lines


def _failures(done: Comparison) -> list[str]:
    """Why runs failed, each reason once."""
    ways: dict[str, Counter[str]] = {}
    for run in done.runs:
        if run.outcome == "failed":
            why = run.message or "it gave up before the limit"
            ways.setdefault(why, Counter())[" ".join(run.combination.words)] += 1
    return [
        f"failed: {', '.join(f'{way} ({count} runs)' if count > 1 else way for way, count in by.items())}: {why}"
        for why, by in ways.items()
    ]


def _warn(verdicts: Mapping[str, Verdict], invocation: Invocation) -> None:
    """Remarks about puzzles that have more than one solution."""
    names = [name for name, found in verdicts.items() if found.kind == "ambiguous"]
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        what = "is ambiguous" if len(names) == 1 else "are ambiguous"
        found = "combinations found different solutions, all verified"
        invocation.warn(f"{', '.join(names[:MOST_NAMED])}{more} {what}: {found}")


def _styled(text: str, style: str) -> Any:
    from rich.text import Text

    return Text(text, style=style)


def _count(count: int) -> str:
    return str(count) if count else "-"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
