"""``puzzledsl batch``: many puzzles of one model."""

from __future__ import annotations

from typing import Any

import click

from puzzledsl.cli.files import STANDARD
from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.options import flag, number_option, option, output_option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import (
    color_option,
    model_options_with,
    presolve_options,
    quiet_option,
    solver_options,
    time_limit_option,
)
from puzzledsl.cli.sharing import sharing_options

_GIVENS = option(
    "--givens",
    required=True,
    type=ModelFile(),
    metavar="FILE",
    help="The puzzles, one on each line; - is standard input.",
)


@click.command("batch", short_help="Solve many puzzles of one model, or many links.")
@click.argument("model", type=ModelFile(), metavar="[MODEL]", required=False)
@sharing_options
@output_option("Write the answers to this file; - is standard output, the default.")
@option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="Like --output OUT, but continue after the answers that an earlier run wrote there. Not with --format text.",
)
@option(
    "--format",
    "form",
    type=click.Choice(["json", "text"]),
    default="json",
    show_default=True,
    help="json (one object per line) or text (the grid in one line, one character per cell).",
)
@number_option("--column", default=1, note="The column with the givens, if tabs or commas divide the lines.")
@flag("--unique", note="Also find out whether each solution is the only one.")
@solver_options
@time_limit_option("Time limit for each puzzle.")
@presolve_options()
@model_options_with(_GIVENS)
@quiet_option("No progress bar, no warnings, no summary.")
@color_option
@click.pass_obj
def command(
    invocation: Invocation,
    /,
    *,
    model: str | None,
    options: ModelOptions,
    output: str,
    resume: str | None,
    encoding: str | None,
    solver: str | None,
    time_limit: float | None,
    presolve: str | None,
    **given: Any,
) -> int:
    """Solve many puzzles of one model that differ only in their givens. Each line of FILE is one puzzle: the marks of
    the main grid, one character per cell; . _ ? leave a cell open. Without MODEL each line is a link to another site.
    Each answer is one JSON object per line, in the order of the puzzles. A wrong line gets the status error; the other
    lines are solved as usual. After Ctrl-C or a crash, --resume OUT continues after the answers in OUT.

    \b
    Examples:
      puzzledsl batch classic.puz --givens top95.txt > answers.jsonl
      puzzledsl batch classic.puz --givens many.txt --jobs 2 --resume answers.jsonl

    \b
    Exit status (the first of 130, 143, 2, 3, 1, 0 that occurred):
      0    every puzzle has a solution
      1    one or more puzzles have none
      2    a line, the model or the command is wrong
      3    a time limit was reached
      130  interrupted (Ctrl-C); 143 by SIGTERM
    """
    from puzzledsl.answer import Options
    from puzzledsl.cli.commands.batch.lines_run import run_batch
    from puzzledsl.diagnostics import failure

    if resume is not None and output != STANDARD:
        raise failure("--resume names the output already; leave out --output", code="call")
    if resume is not None and given["form"] != "json":
        raise failure("--resume needs the JSON format, which says what has been answered", code="call")
    if resume == STANDARD:
        raise failure("--resume needs a file", code="call")
    how = Options(encoding=encoding, time_limit=time_limit, presolve=presolve, solver=solver)
    return run_batch(invocation, model, options, how, output=resume or output, resume=resume is not None, **given)
