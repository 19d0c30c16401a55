"""``puzzledsl minimize``: a puzzle from which nothing can be dropped."""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import drop_options, invocation_of
from puzzledsl.cli.pictures import Pictures, picture_options


@click.command("minimize", short_help="Drop givens and clues as long as the solution stays the only one.")
@question_options
@drop_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="For the order in which clues are tried; another one may lead to another puzzle.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=str),
    default="-",
    metavar="FILE",
    help="Where the puzzle is written; standard output by default.",
)
@picture_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    keep: tuple[str, ...],
    houses: bool,
    seed: int,
    output: str,
    options: ModelOptions,
    pictures: Pictures,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Drops givens, then clues, as long as the solution stays the only one, and writes the puzzle that is left.

    From that puzzle nothing can be dropped, but for what was to be kept: of each given and clue in it another solution
    is known that there would be without it. It need not be the smallest such puzzle; another --seed tries them in
    another order. The text is the model's own with the dropped parts taken out, comments and layout stay.

    A solution is what stands in the grids. A loop is dropped as a whole or not at all. Rows, columns and boxes
    (alldifferent) stay, unless with --houses.

    \b
    Examples:
      puzzledsl minimize snake.puz > smaller.puz
      puzzledsl minimize snake.puz --keep clues -o smaller.puz    givens only
      puzzledsl minimize snake.puz --keep givens --keep cage --seed 7
      puzzledsl minimize snake.puz --keep r5c5 --keep 12-20

    \b
    Exit status:
      0    done
      1    the model has no solution, or several
      2    the model or the call is wrong
      3    the time limit came first; the puzzle is written as far as it got
      130  interrupted (Ctrl-C); likewise
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.dropping import DropCall, write_minimized

    del color
    pictures.check([file], as_json)
    if pictures.on_stdout and output == "-":
        raise click.UsageError("standard output cannot take both a picture and the puzzle; say --output FILE")
    asking = Asking(options, time_limit, invocation_of(ctx), quiet)
    return write_minimized(file, DropCall(asking, keep, houses, pictures, seed=seed, output=output))
