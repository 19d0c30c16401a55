"""``puzzledsl minimize``: a puzzle from which nothing can be dropped."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, run_by_parts
from puzzledsl.cli.clue_listing import element_json, list_of, solution_json
from puzzledsl.cli.files import STANDARD, write_file
from puzzledsl.cli.invocation import print_json
from puzzledsl.cli.options import option
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import drop_options, seed_option, solver_options

if TYPE_CHECKING:
    from puzzledsl.analysis.asking import Asking
    from puzzledsl.analysis.minimization import Minimized
    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.model import Model


@click.command("minimize", short_help="Drop givens and clues while the solution stays unique.")
@analysis_options
@solver_options
@drop_options
@seed_option("Seed for the order in which clues are tried. Another seed may give another puzzle.")
@option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=str),
    default="-",
    metavar="FILE",
    help="Write the puzzle to this file instead of standard output.",
)
@picture_options
def command(
    *,
    file: str,
    call: AnalysisCall,
    keep: tuple[str, ...],
    houses: bool,
    seed: int,
    output: str,
    pictures: Pictures,
) -> int:
    """Drop givens, then clues, while the solution stays unique, and write the puzzle that is left.

    The result is minimal. For every remaining given and clue, a second solution is known that would appear if it were
    removed. (What --keep names, and rows, columns and boxes without --houses, are kept and not tested.) A smaller
    puzzle may exist; another --seed tries the clues in another order. The output is your text without the dropped
    parts; comments and layout stay.

    Two solutions are different if their grids differ. A loop is dropped as a whole or not at all.

    \b
    Examples:
      puzzledsl minimize snake.puz > smaller.puz
      puzzledsl minimize snake.puz --keep clues -o smaller.puz    givens only
      puzzledsl minimize snake.puz --keep givens --keep cage --seed 7
      puzzledsl minimize snake.puz --keep r5c5 --keep 12-20

    \b
    Exit status:
      0    done
      1    the model has no solution, or more than one
      2    the model or the command is wrong
      3    the time limit was reached; the smallest puzzle found so far is written
      130  interrupted (Ctrl-C); the smallest puzzle found so far is written
    """
    if pictures.on_stdout and output == STANDARD:
        raise click.UsageError("standard output cannot take both a picture and the puzzle; add --output FILE")
    from puzzledsl.analysis.minimization import Minimized, minimize
    from puzzledsl.analysis.scenes import smaller_scene
    from puzzledsl.generation.writing import settled

    models: list[Model] = []

    def ask(model: Model, how: Asking) -> Minimized:
        models.append(settled(model, call.model.settings, call.model.include))
        return minimize(models[0], keep=keep, houses=houses, seed=seed, how=how)

    run, result = run_by_parts(file, call, ask, "looking for what can be dropped", Minimized("unknown"))
    if models:
        run.model = models[0]
    if result.text and not (call.invocation.json and output == STANDARD):
        write_file(output, result.text)
    if call.invocation.json:
        print_json(_json(run, result))
        call.invocation.keep_text(lambda: "\n".join(_lines(run, result, output)))
    elif not run.quiet or not result.text:
        stream = sys.stderr if output == STANDARD else sys.stdout
        print("\n".join(_lines(run, result, output)), file=stream, flush=True)
    if result.text:
        pictures.write(lambda: None if run.model is None else smaller_scene(run.model, result.dropped, result.values))
    match result.status:
        case "minimal":
            return run.exit_status(statuses.FOUND)
        case "several" | "infeasible":
            return run.exit_status(statuses.NONE)
        case _:
            return run.exit_status(statuses.LIMIT)


def _lines(run: AnalysisRun, result: Minimized, output: str) -> list[str]:
    model, screen = run.model, run.invocation.errors
    lines: list[str] = []
    if result.status == "infeasible":
        lines.append("the model has no solution; `puzzledsl explain` says why")
    elif result.status == "several":
        lines.append("the model has several solutions; only a puzzle with exactly one can be minimized")
    elif model is not None and result.text:
        lines += ["dropped:", *list_of(result.dropped, model)] if result.dropped else ["nothing can be dropped"]
        if result.undecided:
            lines += ["not decided in time:", *list_of(result.undecided, model)]
    if output != STANDARD and result.text:
        lines.append(f"wrote {output}")
    parts = [screen.good(result.status) if result.status == "minimal" else screen.uncertain(result.status)]
    if result.text:
        left = len(result.left) + len(result.undecided)
        parts.append(f"{len(result.dropped)} dropped, {left} left, {len(result.kept)} not tested")
    lines.append(run.status_line(*parts, questions=result.questions))
    return lines


def _json(run: AnalysisRun, result: Minimized) -> dict[str, object]:
    found: dict[str, object] = {"status": result.status}
    model = run.model
    if model is not None:
        found |= {
            "text": result.text or None,
            "dropped": [element_json(element, model) for element in result.dropped],
            "left": [
                element_json(element, model) | {"without_it": solution_json(model, values)}
                for element, values in result.left.items()
            ],
            "undecided": [element_json(element, model) for element in result.undecided],
            "kept": len(result.kept),
        }
        if result.values is not None:
            found |= solution_json(model, result.values)
        if result.other is not None:
            found["other"] = solution_json(model, result.other)
    return found | {"questions": result.questions} | run.closing_json()
