"""``puzzledsl compare``: encodings, solvers and presolve side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import ModelFile, encoding_name, judged, number, solver_name
from puzzledsl.cli.shared_options import (
    color_option,
    first_given,
    json_option,
    model_options_with,
    quiet_option,
)

F = TypeVar("F", bound=Callable[..., Any] | click.Command)


def _several(name: str, one: Callable[[str], str], default: str, note: str) -> Callable[[F], F]:
    def several(text: str) -> tuple[str, ...]:
        return tuple(one(word.strip()) for word in text.split(","))

    return option(
        name,
        callback=judged(several),
        default=default,
        show_default=True,
        metavar="NAMES",
        help=f"{note}, with commas.",
    )


def _strength(text: str) -> str:
    from puzzledsl.answer import Options, check

    check(Options(presolve=text))
    return text


@click.command("compare", short_help="Compare encodings, solvers and presolve on puzzles.")
@click.argument("files", nargs=-1, type=ModelFile(), metavar="FILE...")
@_several("--encoding", encoding_name, "binary,integer", "Encodings of the integer program")
@_several(
    "--solver",
    solver_name,
    "highs,search",
    "highs, search (which uses no encoding), auto, or pyomo:NAME for another solver that Pyomo finds",
)
@_several("--presolve", _strength, "probe", "Strengths of presolve: none, bounds, domain, probe")
@option(
    "--time-limit", type=number, default=10.0, show_default="10", metavar="SECONDS", help="Time limit for each run."
)
@model_options_with(option("--givens", metavar="FILE", help="With one model: its puzzles, a line of givens each."))
@option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=str),
    metavar="OUT",
    help="Draw the times as violins: a .svg, .png or .pdf file. Needs matplotlib.",
)
@option(
    "--from",
    "saved",
    type=ModelFile(),
    metavar="FILE",
    help="Measure nothing; make the plot or table from saved --json output.",
)
@json_option
@quiet_option("Only the table: no progress, no remarks.")
@color_option
@click.pass_obj
def command(invocation: Invocation, /, **given: Any) -> int:
    """Solve the same puzzles with several combinations of encoding, solver and presolve, and compare them.

    FILE is a model. With one model, --givens reads a collection with one puzzle per line, as batch does.

    The table has one line per combination. It shows how many puzzles were solved (a proof that there is no solution
    counts), stopped by the limit, or failed. Then follow the median and the maximum of the seconds, the median columns
    and rows of the program that the solver gets, and the total nodes of the search trees. "presolved" counts puzzles
    that presolve solves by itself, so that solver and encoding make no difference.

    Every answer is verified, and all answers to a puzzle must agree. Different verified grids mean that the puzzle is
    ambiguous, which is reported. Answers that cannot all be true are reported as a disagreement.

    The seconds run from the model's text to the verified answer: reading, elaborating, presolve, building the program,
    starting HiGHS, solving, verifying. Each run is a fresh copy of a process that has already loaded puzzledsl and
    Pyomo. The time to start Python and to load them is the same for all combinations and does not count.

    \b
    Examples:
      puzzledsl compare snake.puz
      puzzledsl compare models/*.puz --presolve none,probe --json > results.json
      puzzledsl compare classic.puz --givens top95.txt --plot top95.svg
      puzzledsl compare --from results.json --plot results.png

    Ctrl-C ends the measurement; the finished runs are shown.

    \b
    Exit status:
      0    all runs ended, and their answers agree (some may have reached the limit)
      1    answers to the same puzzle disagree
      2    a model or the command is wrong, or a run failed
      130  interrupted (Ctrl-C); the finished runs are printed
    """
    from puzzledsl.cli.commands.compare.comparing import CompareCall, compare

    call = CompareCall(**given)
    if call.saved is None and not call.files:
        raise click.UsageError("no puzzles are named: name files, or a saved comparison with --from")
    if call.saved is not None:
        what = first_given("encoding", "solver", "presolve", "time_limit") or ("files of puzzles" * bool(call.files))
        if what:
            raise click.UsageError(f"leave out {what}: --from shows a saved comparison and measures nothing")
    return compare(call, invocation)
