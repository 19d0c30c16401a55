"""``puzzledsl minimize``: a puzzle from which nothing can be dropped."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses, style
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, exit_status, run_by_parts, status_line
from puzzledsl.cli.clue_listing import element_json, list_of, solution_json
from puzzledsl.cli.options import option
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.run import print_json
from puzzledsl.cli.shared_options import drop_options, seed_option, solver_options

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    if pictures.on_stdout and output == "-":
        raise click.UsageError("standard output cannot take both a picture and the puzzle; add --output FILE")
    return write_minimized(file, MinimizeCall(call, keep, houses, seed, output, pictures))


@dataclass(frozen=True)
class MinimizeCall:
    """The options of one call."""

    analysis: AnalysisCall
    keep: Sequence[str]
    houses: bool
    seed: int
    output: str
    pictures: Pictures


def write_minimized(file: str, call: MinimizeCall) -> int:
    """Makes a puzzle smaller and writes it. Returns the exit status.

    Raises:
        PuzzleError: the model or the call is wrong, or a file cannot be written.
    """
    from puzzledsl.analysis.minimization import Minimized, minimize
    from puzzledsl.generation.writing import settled

    models: list[Model] = []

    def ask(model: Model, **options: Any) -> Minimized:
        models.append(settled(model, call.analysis.model.settings, call.analysis.model.include))
        return minimize(models[0], keep=call.keep, houses=call.houses, seed=call.seed, **options)

    run, result = run_by_parts(file, call.analysis, ask, "looking for what can be dropped", Minimized("unknown"))
    if models:
        run.model = models[0]
    if result.text and not (call.analysis.invocation.json and call.output == "-"):
        from puzzledsl.cli.files import write_file

        write_file(call.output, result.text)
    if call.analysis.invocation.json:
        print_json(_minimized_json(run, result))
        call.analysis.invocation.keep_text(lambda: "\n".join(_minimized_text(run, result, call)))
    elif not call.analysis.quiet or not result.text:
        stream = sys.stderr if call.output == "-" else sys.stdout
        print("\n".join(_minimized_text(run, result, call)), file=stream, flush=True)
    if run.model is not None and result.text:
        _draw_minimized(run.model, result, call)
    return exit_status(run, _status(result))


def _status(result: Minimized) -> int:
    match result.status:
        case "minimal":
            return statuses.FOUND
        case "several" | "infeasible":
            return statuses.NONE
        case _:
            return statuses.LIMIT


def _draw_minimized(model: Model, result: Minimized, call: MinimizeCall) -> None:
    from puzzledsl.analysis.scenes import smaller_scene

    call.pictures.write_scene(smaller_scene(model, result.dropped, result.values))


def _minimized_text(run: AnalysisRun, result: Minimized, call: MinimizeCall) -> list[str]:
    model, color = run.model, style.wants_color(call.analysis.invocation.color, sys.stderr)
    lines: list[str] = []
    if result.status == "infeasible":
        lines.append("the model has no solution; `puzzledsl explain` says why")
    elif result.status == "several":
        lines.append("the model has several solutions; only a puzzle with exactly one can be minimized")
    elif model is not None and result.text:
        lines += ["dropped:", *list_of(result.dropped, model)] if result.dropped else ["nothing can be dropped"]
        if result.undecided:
            lines += ["not decided in time:", *list_of(result.undecided, model)]
    if call.output != "-" and result.text:
        lines.append(f"wrote {call.output}")
    parts = [style.good(result.status, color) if result.status == "minimal" else style.uncertain(result.status, color)]
    if result.text:
        left = len(result.left) + len(result.undecided)
        parts.append(f"{len(result.dropped)} dropped, {left} left, {len(result.kept)} not tested")
    lines.append(status_line(parts, result.questions, run))
    return lines


def _minimized_json(run: AnalysisRun, result: Minimized) -> dict[str, object]:
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
    return found | run.closing_json(result.questions)
