"""``puzzledsl explain``: why a model has no solution; or, of one that has, why a cell holds its value."""

from __future__ import annotations

import click

from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options
from puzzledsl.cli.options import option
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import by_option, first_given, keep_option, solver_options


@click.command("explain", short_help="Say which clues contradict each other, or why a cell holds its value.")
@analysis_options
@solver_options
@click.argument("cell", required=False, metavar="[CELL]")
@by_option
@keep_option
@option("--smallest", is_flag=True, help="Find a smallest set.")
@option("--all", "most", type=click.IntRange(min=1), default=1, metavar="N", help="Find up to N different sets.")
@picture_options
def command(
    *,
    file: str,
    call: AnalysisCall,
    cell: str | None,
    by: str,
    keep: tuple[str, ...],
    smallest: bool,
    most: int,
    pictures: Pictures,
) -> int:
    """Say why a model has no solution: find a minimal set of clues that contradict each other.

    Minimal means that the clues have no solution together, but have one if any single clue is left out. Both are
    proven. There may be other sets (--all) and smaller ones (--smallest). The grid marks the cells of the clues and
    givens with "!". With --by constraint, clues are split into their conditions. With --by cell, only givens are
    tested. Whatever --keep names is assumed and never listed; --keep houses hides rows, columns and regions, and is
    often much faster.

    With CELL (r3c4), the command says why this cell must hold its value, in a model that has a solution. It prints a
    chain of the steps of `puzzledsl steps` that the cell needs, each with the clues and earlier steps that it uses. If
    these are not enough, single values are assumed, each with the steps to its contradiction.

    \b
    Examples:
      puzzledsl explain broken.puz
      puzzledsl explain broken.puz --smallest --time-limit 60
      puzzledsl explain broken.puz --keep houses
      puzzledsl explain broken.puz --all 5 --json
      puzzledsl explain broken.puz --svg broken.svg
      puzzledsl explain snake.puz r3c4

    \b
    Exit status:
      0    explained
      1    the model has a solution; with CELL: it has none, or the cell can have several values
      2    the model or the command is wrong
      3    the time limit was reached; results so far are printed, with what is not proven
      130  interrupted (Ctrl-C); results so far are printed
    """
    if cell is not None:
        if given := first_given("by", "keep", "smallest", "most", "solver", "encoding"):
            raise click.UsageError(f"{given} is for models without a solution; leave it out, or leave out the cell")
        from puzzledsl.cli.commands.explain.cell import explain_cell

        return explain_cell(file, cell, call, pictures)
    from puzzledsl.cli.commands.explain.conflict import ExplainCall, explain_file

    return explain_file(file, ExplainCall(call, by, keep, smallest, most, pictures))
