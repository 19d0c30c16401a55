"""``puzzledsl candidates``: each value of each cell that occurs in some solution."""

from __future__ import annotations

import click

from puzzledsl.cli.asking import question_options
from puzzledsl.cli.modelfile import ModelOptions
from puzzledsl.cli.options import invocation_of
from puzzledsl.cli.pictures import Pictures, picture_options


@click.command("candidates", short_help="Show the true candidates: every value that is in some solution.")
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
    """Shows the true candidates of a puzzle: of each cell the values that occur in some solution, as pencil marks. All
    others are proven to be in none.

    FILE is a model; - reads one from standard input. A star stands for all values of a cell. When the time limit or
    Ctrl-C comes first, values that are in no solution found so far and not refuted stand behind a question mark. The
    cells of all grids are asked about, in a model without a grid its variables; an objective is left aside. Of a cell
    with 1,000 candidates no more are looked for: 1..5000? says between which ends all that is not refuted lies.

    With --json, "candidates" has a list for each cell (null where masked), "open" the values that are not decided, by
    cell; what is in neither is proven to be in no solution. "many", if there are such cells, has the smallest and the
    largest value not refuted of each cell with too many to list. "solutions" is the number of solutions that were
    needed as witnesses: 1 in a complete answer means that there is no other.

    \b
    Examples:
      puzzledsl candidates draft.puz
      puzzledsl candidates draft.puz --svg marks.svg
      puzzledsl candidates draft.puz --json --time-limit 30

    \b
    Exit status:
      0    every value is decided
      1    proven to have no solution
      2    the model or the call is wrong
      3    the time limit came first: some values are open; or too many to list
      130  interrupted (Ctrl-C); what was found is printed
    """
    from puzzledsl.cli.asking import Asking
    from puzzledsl.cli.candidates import run_candidates

    del color
    pictures.check([file], as_json)
    return run_candidates(file, Asking(options, time_limit, invocation_of(ctx), quiet), pictures)
