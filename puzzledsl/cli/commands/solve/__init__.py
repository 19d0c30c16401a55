"""``puzzledsl solve``: the answer of a model."""

from __future__ import annotations

from typing import Any

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import Assignment, ModelFile, Number
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
@option("--gap", type=Number(), help="Accept an objective as optimal within this relative gap (0.01: one per cent).")
@option("--threads", type=click.IntRange(min=1), metavar="N", help="Number of threads for HiGHS (1).")
@option(
    "--seed", type=click.IntRange(min=0, max=2147483647), metavar="N", help="Random seed for the search and for HiGHS."
)
@option(
    "--option",
    "highs",
    type=Assignment(),
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of HiGHS by its own name, or an option of the solver in --solver pyomo:NAME. Repeatable.",
)
@option(
    "--highs-presolve",
    type=click.Choice(["on", "off"]),
    help="HiGHS' own presolve, which reduces the program (default: on). --presolve is the propagation before that.",
)
@option("--log", is_flag=True, help="Print the log of HiGHS and figures about its work on standard error.")
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
    **given: Any,
) -> int:
    """Solve models and print their answers.

    FILE is a model, or a puzzle of another program: a link, a file, or a grid of digits in one line. - reads one
    from standard input. Every answer is checked against the model, in exact arithmetic, before it is shown.

    The output is the grid with the borders of its regions, then variables, then the model's show lines. The last line
    has the status, who found the answer, the encoding, size and nodes of the integer program if HiGHS was used, the
    seconds, and whether the solution is unique.

    --encoding, --gap, --threads, --option, --log and --highs-presolve are for the integer program. Each of them selects
    HiGHS if --solver is not given.

    The status is solved (no objective), optimal or feasible (an objective, proven or not), infeasible (proven;
    `puzzledsl explain` says why), unbounded, or unknown (time limit). A solution is called unique if propagation alone
    found it, because that is a proof. Otherwise uniqueness is not checked; use `puzzledsl unique`. With --json,
    "unique" is true or null. Each of several files has its own time limit.

    \b
    Examples:
      puzzledsl solve snake.puz
      puzzledsl solve snake.puz --svg snake.svg --time-limit 60
      puzzledsl solve classic.puz --givens 003020600900305001001806400...
      puzzledsl solve queens.puz --set n=12
      puzzledsl solve hard.puz --encoding integer --log       HiGHS solves it
      puzzledsl solve hard.puz --solver pyomo:glpk
      puzzledsl solve *.puz --json          one JSON object per line
      generate | puzzledsl solve - --quiet

    \b
    Exit status (for several files: the first of 130, 2, 3, 1, 0 that occurred):
      0    every file has a solution, which was printed
      1    proven to have no solution
      2    the model or the command is wrong; with --json the object is {"error": ..., "diagnostics": [...]}
      3    the time limit was reached
      130  interrupted (Ctrl-C); what was reached is printed
    """
    from puzzledsl.answer import Options, check
    from puzzledsl.cli.commands.solve.solving import SolveCall, solve_files
    from puzzledsl.highs.option_check import check_highs_options

    how = Options(
        **given,
        highs=dict(highs),
        highs_presolve=None if highs_presolve is None else highs_presolve == "on",
        sizes=invocation.json or given["log"],
    )
    check(how)
    check_highs_options(how.of_highs)
    return solve_files(files, SolveCall(options, how, pictures, invocation))
