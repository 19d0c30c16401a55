"""``puzzledsl unique``: has a puzzle exactly one solution?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, AnalysisRun, analysis_options, branches_text, run_question
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.uniqueness import Uniqueness, UniquenessTest
    from puzzledsl.cli.progress import Display


@click.command("unique", short_help="Say whether a puzzle has exactly one solution.")
@picture_options
@analysis_options
@solver_options
def command(*, file: str, call: AnalysisCall, pictures: Pictures) -> int:
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
    from puzzledsl.analysis.scenes import solutions_scene
    from puzzledsl.analysis.uniqueness import Uniqueness, UniquenessTest

    run, asked = run_question(file, call, UniquenessTest, _ask, "solving")
    found = asked[0].result() if asked else Uniqueness("unknown", (), (), 0)
    call.invocation.print_answer(
        lambda: _json(run, found),
        lambda: "\n".join(_lines(run, found)),
        pictures,
        lambda: None if run.model is None else solutions_scene(run.model, found.solutions, found.differing),
    )
    status = {"unique": statuses.FOUND, "none": statuses.NONE, "several": statuses.NONE}
    return run.exit_status(status.get(found.status, statuses.LIMIT))


def _ask(test: UniquenessTest, deadline: float | None, display: Display) -> None:
    nodes = 0

    def on_branch() -> None:
        nonlocal nodes
        nodes += 1
        what = "looking for another" if test.result().solutions else "solving"
        display.stage = f"{what}, {branches_text(nodes)}"

    test.run(deadline, on_branch)


def _json(run: AnalysisRun, found: Uniqueness) -> dict[str, object]:
    from puzzledsl.presentation.report import assignment

    answer: dict[str, object] = {"status": found.status, "solutions": [], "differing": []}
    if run.model is not None:
        answer["solutions"] = [assignment(run.model, values) for values in found.solutions]
        answer["differing"] = [run.model.variables[x].name for x in found.differing]
    return answer | {"nodes": found.nodes} | run.closing_json()


def _lines(run: AnalysisRun, found: Uniqueness) -> list[str]:
    from puzzledsl.presentation.terminal import variables_text

    lines = run.title()
    if run.model is not None:
        marked = dict.fromkeys(found.differing, "*")
        for number, values in enumerate(found.solutions, 1):
            if len(found.solutions) > 1:
                lines.append(f"solution {number}:")
            lines += [*run.screen.grids(run.model, values, marked), *variables_text(run.model, values)]
    if not run.quiet:
        lines.append(run.status_line(_sentence(run, found), branches_text(found.nodes)))
    elif not found.solutions or found.status == "unknown":
        lines.append(_sentence(run, found))
    return lines


def _sentence(run: AnalysisRun, found: Uniqueness) -> str:
    screen = run.screen
    match found.status:
        case "unique":
            return screen.good("unique") + ": there is no other solution"
        case "none":
            return screen.bad("none") + ": there is no solution"
        case "several":
            count = len(found.differing)
            where = f"these two differ in {count:,} {'cell' if count == 1 else 'cells'} (*)"
            return screen.bad("several") + f": {where}"
    known = "at least one solution, not proven to be the only one" if found.solutions else "no solution found so far"
    return screen.uncertain("unknown") + f" ({run.why}): {known}"
