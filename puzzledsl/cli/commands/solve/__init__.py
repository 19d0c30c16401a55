"""``puzzledsl solve``: the answer of a model."""

from __future__ import annotations

from typing import Any

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.options import flag, number_option, option
from puzzledsl.cli.param_types import ModelFile, assignment, number
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import (
    color_option,
    json_option,
    model_options,
    presolve_options,
    quiet_option,
    solver_options,
    time_limit_option,
)


@click.command("solve", short_help="Solve models and print their answers.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@solver_options
@time_limit_option("Time limit for each file, for all stages together.")
@presolve_options()
@option(
    "--gap",
    type=number,
    metavar="NUMBER",
    help="End when the objective is within this relative gap of its bound (0.01: one per cent). The answer is then "
    "feasible; it is optimal if the bound proves it.",
)
@number_option("--threads", note="Number of threads for HiGHS (1).")
@number_option("--seed", least=0, most=2147483647, note="Random seed for the search and for HiGHS.")
@option(
    "--option",
    "highs",
    type=assignment,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of HiGHS by its own name, or an option of the solver in --solver pyomo:NAME. With one that may "
    "change the problem, the answer is no proof unless search confirms it. Repeatable.",
)
@option(
    "--highs-presolve",
    type=click.Choice(["on", "off"]),
    help="HiGHS' own presolve, which reduces the program (default: on). --presolve is the propagation before that.",
)
@option(
    "--start",
    metavar="TEXT|FILE",
    help="Begin at these values: a whole or partial grid, written like --givens. Search tries them first, and HiGHS "
    "gets them as its MIP start; the answer may differ.",
)
@flag("--log", note="Print the log of HiGHS on standard error.")
@model_options
@picture_options
@json_option
@quiet_option("Only the answer: no title, no status line, no warnings.")
@color_option
@click.pass_obj
def command(
    invocation: Invocation,
    /,
    *,
    files: tuple[str, ...],
    options: ModelOptions,
    pictures: Pictures,
    highs: tuple[tuple[str, str], ...],
    highs_presolve: str | None,
    start: str | None,
    **given: Any,
) -> int:
    """Solve models and print their answers: the grid, then variables and the model's show lines. FILE is a model, or a
    puzzle of another program: a link, a file, or a grid of digits in one line; - is standard input. Every answer is
    checked against the model before it is shown. The last line has the status, who found the answer, and whether the
    solution is unique (proven by propagation alone; otherwise use `puzzledsl unique`). --encoding, --gap, --threads,
    --option, --log and --highs-presolve select HiGHS if --solver is not given.

    \b
    Examples:
      puzzledsl solve snake.puz --svg snake.svg --time-limit 60
      puzzledsl solve queens.puz --set n=12
      puzzledsl solve *.puz --json          one JSON object per line

    \b
    Exit status (for several files: the first of 130, 2, 3, 1, 0 that occurred):
      0    every file has a solution, which was printed
      1    proven to have no solution
      2    the model or the command is wrong; with --json the object is {"error": ..., "diagnostics": [...]}
      3    the time limit was reached
      130  interrupted (Ctrl-C); what was reached is printed
    """
    from puzzledsl.answer import Options, check
    from puzzledsl.cli.commands.solve.solving import solve_files
    from puzzledsl.highs.option_check import check_highs_options

    own = None if highs_presolve is None else highs_presolve == "on"
    how = Options(**given, highs=dict(highs), highs_presolve=own, sizes=invocation.json or given["log"])
    check(how)
    check_highs_options(how.highs_options)
    return solve_files(invocation, files, how, options=options, pictures=pictures, streams=how.log, start=start)
