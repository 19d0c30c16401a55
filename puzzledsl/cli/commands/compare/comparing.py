"""What ``puzzledsl compare`` does: measure, or take what was measured; print, draw, and report what does not agree."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import isinf
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.files import check_place, open_source, write_file
from puzzledsl.cli.invocation import Invocation
from puzzledsl.comparison.figures import Figures, figures
from puzzledsl.comparison.measuring import measure
from puzzledsl.comparison.runs import Puzzle, Run, combinations
from puzzledsl.comparison.saved import Comparison, as_json, from_json
from puzzledsl.diagnostics import Diagnostic, failure
from puzzledsl.listing import counted
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.cli.model_file import ModelOptions
    from puzzledsl.comparison.agreement import Verdict

DISAGREE = 1
"""Exit status when answers to the same puzzle cannot all be true."""

HEADERS = (
    "encoding", "solver", "presolve", "solved", "presolved", "limit", "failed", "median s", "slowest s", "columns",
    "rows", "nodes",
)  # fmt: skip

SIDES = "<<<>>>>>>>>>"
"""How the columns of the table are aligned: names at the left, numbers at the right."""


@record
class CompareCall:
    """The options of one call: the parameters of the command."""

    files: Sequence[str]
    options: ModelOptions
    encoding: Sequence[str]
    solver: Sequence[str]
    presolve: Sequence[str]
    time_limit: float
    plot: str | None
    saved: str | None


def compare(call: CompareCall, invocation: Invocation) -> int:
    """Compare. Returns the exit status.

    Raises:
        PuzzleError: the call is wrong: a missing file, or a plot that cannot be drawn.
    """
    from puzzledsl.cli.commands.compare.plot import check_plot, plot

    if call.plot is not None:  # before an hour of measuring
        check_plot(call.plot)
        check_place(call.plot, call.files)
    if call.saved is not None:
        done = from_json(open_source(call.saved).text, call.saved)
    else:
        done = _measured(call, invocation)
    verdicts = done.verdicts()
    _print(done, verdicts, invocation)
    if call.plot is not None:
        write_file(call.plot, plot(figures(done.runs), call.plot))
    if done.interrupted:
        return statuses.INTERRUPTED
    if any(found.kind == "disagree" for found in verdicts.values()):
        return DISAGREE
    return statuses.WRONG if any(run.status == "error" for run in done.runs) else statuses.FOUND


def puzzles_of(files: Sequence[str], options: ModelOptions) -> list[Puzzle]:
    """The puzzles of some models, or those in a file with a line of givens each, read but not yet elaborated.

    Raises:
        PuzzleError: there is no such file, or several models for one file of givens.
    """
    from puzzledsl.cli.model_file import refuse_two_readers
    from puzzledsl.formats.collection import puzzles
    from puzzledsl.source import Source

    refuse_two_readers(files, options)
    models = [open_source(name) for name in dict.fromkeys(files)]
    others = (options.settings, options.include, options.bounds)
    if options.givens is None:
        return [Puzzle(model.name, model, None, *others) for model in models]
    if len(models) != 1:
        raise failure(f"--givens is for one model, not for {len(models)}", code="call")
    givens = open_source(options.givens)
    return [
        Puzzle(name := f"{givens.name}:{line.number}", models[0], Source(name, line.givens), *others)
        for line in puzzles(givens.text.splitlines())
    ]


def _measured(call: CompareCall, invocation: Invocation) -> Comparison:
    from puzzledsl.answer import PYOMO, Options
    from puzzledsl.portfolio.by_highs import new_supervisor

    for solver in call.solver:
        if solver.startswith(PYOMO):
            new_supervisor(Options(solver=solver)).close()
    puzzles = puzzles_of(call.files, call.options)
    ways = combinations(call.encoding, call.solver, call.presolve)
    planned = len(puzzles) * len(ways)
    progress = not invocation.quiet and sys.stderr.isatty()
    runs: list[Run] = []
    try:
        with closing(measure(puzzles, ways, call.time_limit)) as measuring:
            for run in measuring:
                runs.append(run)
                if progress:
                    print(f"\r{len(runs)} of {planned} runs", end="\r", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    return Comparison(tuple(runs), call.time_limit, interrupted=len(runs) < planned)


def _print(done: Comparison, verdicts: Mapping[str, Verdict], invocation: Invocation) -> None:
    if invocation.json:
        invocation.emit(as_json(done))
    else:
        found = figures(done.runs)
        print("\n".join(_table(found, done.time_limit)))
        if not invocation.quiet:
            print("\n".join(_remarks(done, found, verdicts)))
        ambiguous = [name for name, one in verdicts.items() if one.kind == "ambiguous"]
        if ambiguous:
            invocation.warn(f"several solutions were found and verified: ambiguous are {', '.join(ambiguous)}")
    sys.stdout.flush()
    helps = ("this is a bug in puzzledsl or in a solver, not in your model; please report it with the model",)
    clashes = [
        Diagnostic(f"the combinations disagree about {name}: {one.message}", helps=helps, code="disagreement")
        for name, one in verdicts.items()
        if one.kind == "disagree"
    ]
    if clashes and not invocation.json:
        invocation.complain(clashes)


def _table(found: Sequence[Figures], limit: float) -> list[str]:
    """A line for each combination, below one of headers."""
    lines = [HEADERS, *(_line(one, limit) for one in found)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(line, SIDES, widths, strict=True))
        for line in lines
    ]


def _line(one: Figures, limit: float) -> tuple[str, ...]:
    way, counts = one.combination, (one.presolved, one.limit, one.failed)
    times = [_seconds(time, limit) for time in (one.median, one.slowest)]
    sizes = ["-" if size is None else f"{size:,.0f}" for size in (one.columns, one.rows, one.nodes)]
    names = (way.encoding or "-", "HiGHS" if way.solver == "highs" else way.solver, way.presolve)
    return (*names, str(one.solved), *(str(count or "-") for count in counts), *times, *sizes)


def _seconds(time: float | None, limit: float) -> str:
    """``0.024``, ``12.3``; with ``>`` if the limit came first."""
    if time is None:
        return "-"
    return f"> {limit:g}" if isinf(time) else f"{time:.3f}" if time < 10 else f"{time:,.1f}"


def _remarks(done: Comparison, found: Sequence[Figures], verdicts: Mapping[str, Verdict]) -> list[str]:
    """What the table is about and how far it goes."""
    parts = [counted(len(verdicts), "puzzle"), f"limit {done.time_limit:g} s a run"]
    if len(found) > 1 and all(one.kind != "disagree" for one in verdicts.values()):
        parts.append("all answers verified, none contradicts another")
    lines = [", ".join(parts)]
    if done.interrupted:
        lines.append(f"interrupted after {len(done.runs)} runs")
    failed: dict[str, dict[str, None]] = {}
    for run in done.runs:
        if run.outcome == "failed":
            failed.setdefault(run.message or "it gave up before the limit", {})[str(run.combination)] = None
    lines += [f"failed: {', '.join(ways)}: {why}" for why, ways in failed.items()]
    return lines
