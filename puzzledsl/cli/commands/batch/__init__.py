"""``puzzledsl batch``: many puzzles of one model."""

from __future__ import annotations

import click

from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.shared_options import (
    ModelFile,
    color_option,
    column_option,
    invocation_of,
    jobs_option,
    model_options_with,
    presolve_options,
    quiet_option,
    solver_options,
    time_limit_option,
)

_GIVENS = click.option(
    "--givens", required=True, type=ModelFile(), metavar="FILE", help="The puzzles, a line each; - is standard input."
)


@click.command("batch", short_help="Solve many puzzles of one model, a line of givens each.")
@click.argument("model", type=ModelFile(), metavar="MODEL")
@jobs_option()
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Where the answers go; - is standard output, the default.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="Like --output OUT, but continue after the answers that an earlier run has left there.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "text"]),
    default="json",
    show_default=True,
    help="json (an object a line) or text (the grid in one line, a character a cell).",
)
@column_option("Which column holds the givens, where tabs or commas divide the lines.")
@solver_options
@time_limit_option("For each puzzle.")
@presolve_options(
    default=None,
    note=" The default is probe. With --solver highs, propagation that would settle the puzzle alone is "
    "weakened unless this is given: HiGHS finds the answer.",
)
@model_options_with(_GIVENS)
@quiet_option("No progress bar, no warnings, no summary.")
@color_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    model: str,
    jobs: int,
    output: str | None,
    resume: str | None,
    form: str,
    column: int,
    encoding: str | None,
    solver: str | None,
    time_limit: float | None,
    presolve: str | None,
    options: ModelOptions,
    quiet: bool,
    color: str,
) -> int:
    """Solves many puzzles that differ in their givens only.

    MODEL is compiled once; its own givens remain. Each line of FILE is one puzzle: the marks of the main grid, one
    character for each cell or separated by blanks; . _ ? (and 0, unless it is a value) leave a cell open. Further
    grids follow with their names: "53..7…; other: 12…", and so do clues, which may have another size than those of the
    model: "number: 3.2/.1.". Blank lines and everything after a # are skipped, and so are
    columns after a tab or a comma (--column selects another column).

    Each answer is one JSON object on a line, in the order of the puzzles and as soon as it is known: line, givens,
    status, unique (true if propagation alone found the grid, else null: not checked), grids, solver (presolve, search
    or highs), nodes, seconds. Every grid has been checked against the model and the givens. The answer to a wrong line
    has the status error and says what is wrong and where; the other lines go on.

    Ctrl-C leaves whole lines without gaps, and --resume OUT continues after them. It refuses a FILE that does not begin
    with the puzzles that OUT answers, and a model that has changed (OUT.run keeps its fingerprint).

    \b
    Examples:
      puzzledsl batch classic.puz --givens top95.txt > answers.jsonl
      puzzledsl batch classic.puz --givens many.txt --jobs 2 --resume answers.jsonl
      generate | puzzledsl batch killer.puz --givens - --format text
      puzzledsl batch classic.puz --givens sudoku.csv --column 1 --time-limit 10

    \b
    Exit status (the first of 130, 143, 2, 3, 1, 0 that occurred):
      0    every puzzle has a solution
      1    one or more have none
      2    a line is wrong, or the model or the call is
      3    a time limit came first
      130  interrupted (Ctrl-C); 143 by SIGTERM
    """
    from puzzledsl.answer import Options
    from puzzledsl.cli.commands.batch.lines_run import BatchCall, run_batch
    from puzzledsl.diagnostics import failure

    del color
    if resume is not None and output is not None:
        raise failure("--resume names the output already; leave out --output", code="call")
    if resume is not None and form != "json":
        raise failure("--resume needs the JSON format, which says what has been answered", code="call")
    if resume == "-":
        raise failure("--resume needs a file", code="call")
    if jobs == 0:
        import os

        jobs = os.cpu_count() or 1
    return run_batch(
        model,
        BatchCall(
            options,
            Options(encoding=encoding, time_limit=time_limit, presolve=presolve, solver=solver),
            invocation_of(ctx),
            column,
            jobs,
            form,
            resume or output or "-",
            resume is not None,
            quiet,
        ),
    )
