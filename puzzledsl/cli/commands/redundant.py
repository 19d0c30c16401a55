"""``puzzledsl redundant``: clues that the rest implies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, run_by_parts
from puzzledsl.cli.clue_listing import element_json, list_of, marked, solution_json
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import by_option, drop_options, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.redundancy import Redundancy
    from puzzledsl.cli.analysis_call import AnalysisRun


@click.command("redundant", short_help="Find clues and givens that follow from the others.")
@analysis_options
@solver_options
@by_option
@drop_options
@picture_options
def command(
    *,
    file: str,
    call: AnalysisCall,
    by: str,
    keep: tuple[str, ...],
    houses: bool,
    pictures: Pictures,
) -> int:
    """Find the redundant clues and givens of a model. Without a redundant clue the model has the same solutions.

    A clue is redundant if it follows from all the others: the others and its opposite have no solution. This is proven.
    For every other clue a solution of the rest is known that breaks it (see --json). Two clues may each follow only
    while the other is present. So the command also names a set that you can drop as a whole; no clue can be added to
    this set. The grid marks its cells with "!".

    Rows, columns and boxes (alldifferent) are tested only with --houses.

    \b
    Examples:
      puzzledsl redundant killer.puz
      puzzledsl redundant killer.puz --keep givens --time-limit 60
      puzzledsl redundant sudoku_x.puz --houses
      puzzledsl redundant killer.puz --json

    \b
    Exit status:
      0    all clues were decided
      1    the model has no solution
      2    the model or the command is wrong
      3    the time limit came first; results so far and undecided clues are printed
      130  interrupted (Ctrl-C); what was found is printed
    """
    from puzzledsl.analysis.redundancy import Redundancy, redundant
    from puzzledsl.analysis.scenes import elements_scene

    ask = partial(redundant, by=by, keep=keep, houses=houses)
    run, result = run_by_parts(file, call, ask, "looking for redundant clues", Redundancy("unknown"))
    call.invocation.print_answer(
        lambda: _json(run, result),
        lambda: "\n".join(_lines(run, result)),
        pictures,
        lambda: None if run.model is None else elements_scene(run.model, result.together),
    )
    done = result.status == "checked" and not result.undecided and result.maximal
    none = result.status == "infeasible"
    return run.exit_status(statuses.FOUND if done else statuses.NONE if none else statuses.LIMIT)


def _lines(run: AnalysisRun, result: Redundancy) -> list[str]:
    model, screen = run.model, run.screen
    lines = run.title()
    if result.status == "infeasible":
        lines.append("the model has no solution, so every clue follows from the others; `puzzledsl explain` says why")
    elif model is not None and result.redundant:
        alone = "each of these follows" if len(result.redundant) > 1 else "this follows"
        lines += [f"{alone} from everything else:", *list_of(result.redundant, model)]
        if 1 < len(result.together) == len(result.redundant):
            lines.append("you can drop all of them together")
        elif len(result.together) > 1:
            lines += [f"you can drop these {len(result.together)} together:", *list_of(result.together, model)]
        elif len(result.redundant) > 1 and result.maximal:
            lines.append("but you can drop only one of them")
        if not run.quiet:
            lines += screen.grids(model, None, marked(result.together, model))
    elif result.status == "checked":
        lines.append("no clue follows from the others" + ("" if not result.undecided else ", as far as was decided"))
    if model is not None and result.undecided:
        lines += ["not decided in time:", *list_of(result.undecided, model)]
    if not run.quiet:
        looked = len(result.redundant) + len(result.needed) + len(result.undecided)
        word = screen.good("checked") if result.status == "checked" else screen.uncertain(result.status)
        parts = [word, f"{len(result.redundant)} of {looked} redundant"]
        if result.redundant and not result.maximal:
            parts.append("perhaps you can drop more together")
        lines.append(run.status_line(*parts, questions=result.questions))
    return lines


def _json(run: AnalysisRun, result: Redundancy) -> dict[str, object]:
    found: dict[str, object] = {"status": result.status}
    model = run.model
    if model is not None:
        found |= {
            "redundant": [element_json(element, model) for element in result.redundant],
            "together": [element_json(element, model) for element in result.together],
            "maximal": result.maximal,
            "needed": [
                element_json(element, model) | {"without_it": solution_json(model, values)}
                for element, values in result.needed.items()
            ],
            "undecided": [element_json(element, model) for element in result.undecided],
            "kept": len(result.kept),
        }
    return found | {"questions": result.questions} | run.closing_json()
