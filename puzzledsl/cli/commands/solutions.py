"""``puzzledsl solutions``: every solution of a puzzle."""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import invocation_of


@click.command("solutions", short_help="Print every solution of a puzzle as it is found.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after so many.")
@click.option("--lines", is_flag=True, help="Each solution in one line, a character a cell.")
@question_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    limit: int | None,
    lines: bool,
    time_limit: float | None,
    options: ModelOptions,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Prints every solution of a puzzle as it is found, each checked against the model; then, on standard error, how
    many there were and whether these are all.

    FILE is a model; - reads one from standard input. Solutions differ in a cell of a grid: of those that differ only
    in variables outside the grids one is printed. In a model without a grid its variables tell them apart. An
    objective is left aside. `puzzledsl count` counts without listing, and often much farther.

    With --json each line is an object {"solution": 1, "grids": ...}; the last one is {"count": ..., "complete": ...}.

    \b
    Examples:
      puzzledsl solutions queens.puz
      puzzledsl solutions snake.puz --limit 5
      puzzledsl solutions queens.puz --lines --quiet | sort
      puzzledsl solutions queens.puz --json --time-limit 10

    \b
    Exit status:
      0    all solutions, or as many as asked for, are printed
      1    proven to have no solution
      2    the model or the call is wrong
      3    the time limit came first: what was found is printed
      130  interrupted (Ctrl-C); likewise
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.listing import run_solutions

    del color
    if lines and as_json:
        raise click.UsageError("--lines and --json are two forms of the same: choose one")
    return run_solutions(file, Asking(options, time_limit, invocation_of(ctx), quiet), limit, lines)
