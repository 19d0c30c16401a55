"""``puzzledsl unique``: has a puzzle exactly one solution?"""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import invocation_of
from puzzledsl.cli.pictures import Pictures, picture_options


@click.command("unique", short_help="Tell whether a puzzle has exactly one solution.")
@picture_options
@question_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    time_limit: float | None,
    options: ModelOptions,
    pictures: Pictures,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Tells whether a puzzle has exactly one solution, none, or several: then two of them, with a star at each cell in
    which they differ. Pictures highlight these cells and show both values.

    FILE is a model; - reads one from standard input. Two solutions are different when they differ in a cell of a
    grid: variables outside the grids do not count (but in a model without a grid they do), nor does the objective.
    All answers are proofs; both solutions are checked against the model.

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
      2    the model or the call is wrong
      3    the time limit came first: one solution may have been found, and no proof that it is the only one
      130  interrupted (Ctrl-C)
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.uniqueness import run_unique

    del color
    pictures.check([file], as_json)
    return run_unique(file, Asking(options, time_limit, invocation_of(ctx), quiet), pictures)
