"""``puzzledsl redundant``: clues that the rest implies."""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import drop_options, invocation_of
from puzzledsl.cli.pictures import Pictures, picture_options


@click.command("redundant", short_help="Name the clues and givens that the rest of a model implies.")
@question_options
@click.option(
    "--by",
    type=click.Choice(["clue", "constraint", "cell"]),
    default="clue",
    show_default=True,
    help="What is left out as one: a clue, house or given; each single condition; or givens only.",
)
@drop_options
@picture_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    by: str,
    keep: tuple[str, ...],
    houses: bool,
    options: ModelOptions,
    pictures: Pictures,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Names the clues and givens that the rest of a model implies: without such a one it has the same solutions.

    A clue is implied when all others together with its opposite have no solution; that is proven, and of each other
    clue a solution of the rest that breaks it is found (--json has it). Two clues may each be implied by the rest with
    the other: so there is also a set of clues that can be dropped together, to which nothing can be added. Its cells
    are marked in the grid.

    Rows, columns and boxes (alldifferent) are not looked at, unless with --houses.

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
      2    the model or the call is wrong
      3    the time limit came first; what was found is printed, and what is undecided
      130  interrupted (Ctrl-C); what was found is printed
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.dropping import DropCall, show_redundant

    del color
    pictures.check([file], as_json)
    asking = Asking(options, time_limit, invocation_of(ctx), quiet)
    return show_redundant(file, DropCall(asking, keep, houses, pictures, by=by))
