"""``puzzledsl explain``: why a model has no solution; or, of one that has, why a cell holds its value."""

from __future__ import annotations

import click

from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options
from puzzledsl.cli.model_file import ModelOptions
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import by_option, first_given, invocation_of, keep_option, solver_options


@click.command("explain", short_help="Tell which clues cannot hold together, or why a cell holds its value.")
@analysis_options
@solver_options
@click.argument("cell", required=False, metavar="[CELL]")
@by_option
@keep_option
@click.option("--smallest", is_flag=True, help="A conflict of the least size.")
@click.option("--all", "most", type=click.IntRange(min=1), default=1, metavar="N", help="Up to N different conflicts.")
@picture_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    cell: str | None,
    by: str,
    keep: tuple[str, ...],
    smallest: bool,
    most: int,
    options: ModelOptions,
    pictures: Pictures,
    solver: str | None,
    encoding: str | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    color: str,
) -> int:
    """Says why a model has no solution: a minimal set of clues that cannot hold together.

    Minimal means that they have no solution together, and that without any one of them the others have one; both are
    proven. There may be other such sets (--all), and smaller ones (--smallest). The cells of its clues and givens are
    marked in the grid. With --by constraint a clue is taken apart into its conditions; with --by cell the givens are
    tested and all else is taken for granted. What --keep names is taken for granted too: with --keep houses no row,
    column or region is listed, which is often much quicker.

    With CELL (r3c4), for a model that has a solution, it says why that cell must hold its value: a chain of the steps
    of `puzzledsl steps`, only those that the cell needs, each with the clues and earlier steps that it uses. Where
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
      1    the model has a solution; with CELL: it has none, or the cell has several values in solutions
      2    the model or the call is wrong
      3    the time limit came first; what was found is printed, and what is not proven is said
      130  interrupted (Ctrl-C); what was found is printed
    """
    del color
    pictures.check([file], as_json)
    analysis = AnalysisCall(options, time_limit, invocation_of(ctx), quiet, solver, encoding)
    if cell is not None:
        if given := first_given(ctx, ("by", "keep", "smallest", "most", "solver", "encoding")):
            raise click.UsageError(f"{given} is for models without a solution; it does not go with a cell")
        from puzzledsl.cli.commands.explain.cell import explain_cell

        return explain_cell(file, cell, analysis, pictures)
    from puzzledsl.cli.commands.explain.conflict import ExplainCall, explain_file

    return explain_file(file, ExplainCall(analysis, by, keep, smallest, most, pictures))
