"""``puzzledsl solutions``: every solution of a puzzle."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import (
    AnalysisCall,
    AnalysisRun,
    analysis_options,
    branches_text,
    run_analysis,
)
from puzzledsl.cli.invocation import print_json
from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.cli.style import seconds_text
from puzzledsl.cli.timing import undisturbed

if TYPE_CHECKING:
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.session import Assignment


@click.command("solutions", short_help="Print every solution of a puzzle as it is found.")
@option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions.")
@option("--lines", is_flag=True, help="Print each solution in one line, one character per cell.")
@analysis_options
@solver_options
def command(*, file: str, call: AnalysisCall, limit: int | None, lines: bool) -> int:
    """Print every solution of a puzzle as it is found. Each is checked against the model. A summary on standard error
    says how many there are and whether there may be others.

    FILE is a model; - reads one from standard input. Two solutions are different if their grids differ. Of solutions
    that differ only in variables outside the grids, one is printed. In a model without a grid, all variables count. An
    objective is ignored. `puzzledsl count` counts without listing and often gets much further. One search lists all
    solutions; with --solver highs, each solution needs a new solve that excludes the previous ones.

    With --json, each line is an object {"solution": 1, "grids": ...}; the last one is {"count": ..., "complete": ...}.

    \b
    Examples:
      puzzledsl solutions queens.puz
      puzzledsl solutions snake.puz --limit 5
      puzzledsl solutions queens.puz --lines --quiet | sort
      puzzledsl solutions queens.puz --json --time-limit 10

    \b
    Exit status:
      0    all solutions are printed, or as many as --limit allows
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached; the solutions found so far are printed
      130  interrupted (Ctrl-C); the solutions found so far are printed
    """
    if lines and call.invocation.json:
        raise click.UsageError("--lines and --json are two forms of the same: choose one")
    listed = _Listed()

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def on_branch(nodes: int) -> None:
            listed.nodes = nodes
            display.stage = f"searching: {listed.count:,} found, {branches_text(nodes)}"

        with call.session(model) as session, session.solutions(deadline=deadline, on_branch=on_branch) as found:
            while limit is None or listed.count < limit:
                values = next(found, None)
                if values is None:
                    break
                text = _text(model, values, listed.count + 1, call, lines)
                with undisturbed():
                    sys.stdout.write(text + "\n")
                    sys.stdout.flush()
                    listed.count += 1
            listed.complete, listed.nodes = found.complete, found.nodes

    run = run_analysis(file, call, work, "searching", progress=not sys.stdout.isatty())
    reached = limit is not None and listed.count >= limit
    if call.invocation.json:
        last = {"count": listed.count, "complete": listed.complete, "nodes": listed.nodes}
        print_json(last | run.closing_json())
    elif not run.quiet:
        sys.stdout.flush()
        print(_summary(run, listed, reached), file=sys.stderr)
    if listed.complete and not listed.count:
        return run.exit_status(statuses.NONE)
    return run.exit_status(statuses.FOUND if listed.complete or reached else statuses.LIMIT)


@dataclass
class _Listed:
    """How far it came."""

    count: int = 0
    complete: bool = False
    nodes: int = 0


def _text(model: Model, values: Assignment, number: int, call: AnalysisCall, lines: bool) -> str:
    """One solution as it is printed."""
    if call.invocation.json:
        from puzzledsl.presentation.report import assignment

        return json.dumps({"solution": number} | assignment(model, values))
    if lines:
        from puzzledsl.cli.grid_line import in_one_line
        from puzzledsl.presentation.terminal import variables_text

        return "; ".join([in_one_line(grid, values) for grid in model.grids] + variables_text(model, values))
    return "\n".join([*([] if number == 1 else [""]), *call.invocation.screen.solution(model, values)])


def _summary(run: AnalysisRun, listed: _Listed, reached: bool) -> str:
    """One line on standard error: how many, and whether these are all."""
    noun, screen = "solution" if listed.count == 1 else "solutions", run.invocation.errors
    if listed.complete:
        what = screen.good(f"{listed.count:,} {noun}; there are no others" if listed.count else "no solution")
    else:
        why = "--limit reached" if reached and not run.interrupted else run.why
        known = f"{listed.count:,} {noun} ({why}), there may be more" if listed.count else f"none found so far ({why})"
        what = screen.uncertain(known)
    return screen.joined(what, branches_text(listed.nodes), seconds_text(run.seconds["total"]))
