"""``puzzledsl unique``: has a puzzle exactly one solution?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses, style
from puzzledsl.cli.analysis_call import (
    AnalysisCall,
    AnalysisRun,
    analysis_options,
    branches_text,
    exit_status,
    print_found,
    run_analysis,
    seconds_text,
)
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.uniqueness import Uniqueness, UniquenessTest
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@click.command("unique", short_help="Say whether a puzzle has exactly one solution.")
@picture_options
@analysis_options
@solver_options
def command(
    *,
    file: str,
    call: AnalysisCall,
    pictures: Pictures,
) -> int:
    """Say whether a puzzle has exactly one solution, none, or several. If there are several, two are printed, with a
    star (*) at each cell in which they differ. Pictures highlight these cells and show both values.

    FILE is a model; - reads one from standard input. Two solutions are different if they differ in a cell of a grid.
    Variables outside the grids count only in a model without a grid. An objective is ignored. Every answer is proven,
    and both solutions are checked against the model.

    \b
    Examples:
      puzzledsl unique snake.puz
      puzzledsl unique snake.puz --svg differences.svg
      puzzledsl unique classic.puz --givens 003020600900305001001806400...
      puzzledsl unique snake.puz --quiet --time-limit 60 && echo publish it

    \b
    Exit status:
      0    exactly one solution
      1    none, or several
      2    the model or the command is wrong
      3    the time limit was reached: no solution found yet, or one that is not proven to be unique
      130  interrupted (Ctrl-C)
    """
    return run_unique(file, call, pictures)


def run_unique(file: str, call: AnalysisCall, pictures: Pictures) -> int:
    """Answers and returns the exit status."""
    from puzzledsl.analysis.uniqueness import Uniqueness, UniquenessTest

    tests: list[UniquenessTest] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        with call.session(model) as session:
            test = UniquenessTest(session)
            tests.append(test)
            nodes = 0

            def on_branch() -> None:
                nonlocal nodes
                nodes += 1
                display.stage = (
                    f"{'looking for another' if test.result().solutions else 'solving'}, {branches_text(nodes)}"
                )

            test.run(deadline, on_branch)

    run = run_analysis(file, call, work, "solving")
    found = tests[0].result() if tests else Uniqueness("unknown", (), (), 0)
    print_found(
        call,
        pictures,
        lambda: _json(run, found),
        lambda: "\n".join(_lines(run, found, call)),
        lambda: _draw(run.model, found, pictures),
    )
    status = {"unique": statuses.FOUND, "none": statuses.NONE, "several": statuses.NONE}
    return exit_status(run, status.get(found.status, statuses.LIMIT))


def _json(run: AnalysisRun, found: Uniqueness) -> dict[str, object]:
    from puzzledsl.presentation.report import assignment

    answer: dict[str, object] = {"status": found.status, "solutions": [], "differing": []}
    if run.model is not None:
        answer["solutions"] = [assignment(run.model, values) for values in found.solutions]
        answer["differing"] = [run.model.variables[x].name for x in found.differing]
    answer |= {"nodes": found.nodes, "seconds": run.rounded_seconds}
    if run.interrupted:
        answer["interrupted"] = True
    return answer


def _lines(run: AnalysisRun, found: Uniqueness, call: AnalysisCall) -> list[str]:
    from puzzledsl.presentation.terminal import can_draw, grid_text, variables_text

    color = style.wants_color(call.invocation.color, sys.stdout)
    unicode = can_draw(sys.stdout.encoding)
    lines: list[str] = []
    if run.model is not None:
        model = run.model
        if model.title and not call.quiet:
            lines.append(style.strong(model.title, color))
        width = style.terminal_width(sys.stdout)
        for number, values in enumerate(found.solutions, 1):
            if len(found.solutions) > 1:
                lines.append(f"solution {number}:")
            if model.grids:
                marked = dict.fromkeys(found.differing, "*")
                lines.append(grid_text(model, values, color=color, unicode=unicode, width=width, marked=marked))
            lines += variables_text(model, values)
    parts = [_sentence(run, found, color), branches_text(found.nodes), seconds_text(run.seconds["total"])]
    if not call.quiet:
        lines.append((" · " if unicode else " | ").join(parts))
    elif not found.solutions or found.status == "unknown":
        lines.append(parts[0])
    return lines


def _sentence(run: AnalysisRun, found: Uniqueness, color: bool) -> str:
    match found.status:
        case "unique":
            return style.good("unique", color) + ": there is no other solution"
        case "none":
            return style.bad("none", color) + ": there is no solution"
        case "several":
            count = len(found.differing)
            where = f"these two differ in {count:,} {'cell' if count == 1 else 'cells'} (*)"
            return style.bad("several", color) + f": {where}"
    why = "interrupted" if run.interrupted else "the time limit came first"
    known = "at least one solution, not proven to be the only one" if found.solutions else "no solution found so far"
    return style.uncertain("unknown", color) + f" ({why}): {known}"


def _draw(model: Model | None, found: Uniqueness, pictures: Pictures) -> None:
    if model is None:
        return
    from puzzledsl.analysis.scenes import solutions_scene

    pictures.write_scene(solutions_scene(model, found.solutions, found.differing))
