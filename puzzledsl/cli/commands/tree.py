"""``puzzledsl tree``: branch and bound on a small model, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, run_analysis
from puzzledsl.cli.options import option
from puzzledsl.cli.picture_options import Pictures, scene_options
from puzzledsl.cli.program_options import encodings_option, strength_option
from puzzledsl.cli.program_views import print_by_program
from puzzledsl.cli.side_by_side import page_width, side_by_side

if TYPE_CHECKING:
    from puzzledsl.cli.progress import Display
    from puzzledsl.cli.style import Screen
    from puzzledsl.inspection.tree import Trees
    from puzzledsl.inspection.tree_search import TreeSearch
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture

MOST_NODES = 200
"""As in `puzzledsl.inspection.branch_and_bound`, which a help text need not load."""


@click.command("tree", short_help="Show a branch-and-bound tree of a small model.")
@scene_options("the trees")
@analysis_options
@encodings_option
@strength_option("Default: none.")
@option(
    "--order",
    type=click.Choice(["best", "depth"]),
    help="The next node: the one with the best bound (the default with an objective) or the deepest one (the default "
    "without).",
)
@option(
    "--nodes",
    type=click.IntRange(min=1, max=2000),
    default=MOST_NODES,
    show_default=True,
    metavar="N",
    help="Maximum number of nodes in each tree.",
)
def command(
    *,
    file: str,
    call: AnalysisCall,
    encoding: str | None,
    presolve: str | None,
    order: str | None,
    nodes: int,
    pictures: Pictures,
) -> int:
    """Show how branch and bound solves the integer program of a small model, in each encoding. This is plain branch and
    bound without cuts and heuristics, on relaxations that HiGHS solves. A better relaxation gives a smaller tree.

    Each line is a node. A node with a fractional point branches on its most fractional column, which is printed in the
    words of the puzzle: r1c3 = 4, r1c3 <= 4. A node is closed if its relaxation has no point, if its bound is no better
    than the best solution, or if its point is whole. A whole point is checked against the model. Without an objective,
    the search ends with the first solution.

    In pictures, the number in a node is its bound, or without an objective the number of fractional columns. This
    command is for studying programs; use `puzzledsl solve` to solve a model.

    \b
    Examples:
      puzzledsl tree snake.puz
      puzzledsl tree snake.puz --svg tree.svg --nodes 60
      puzzledsl tree queens.puz --set n=6 --encoding integer --order depth
      puzzledsl tree snake.puz --presolve bounds --json

    \b
    Exit status (for several encodings, the best proof counts):
      0    a solution was found
      1    proven to have no solution
      2    the model or the command is wrong
      3    a limit was reached
      130  interrupted (Ctrl-C); the trees so far are printed
    """
    searches: list[TreeSearch] = []
    found: list[Trees] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        from puzzledsl.inspection.branch_and_bound import tree

        def on_node(name: str, count: int) -> None:
            display.stage = f"{name}: {count:,} nodes"

        found.append(
            tree(
                model,
                encoding=encoding,
                presolve=presolve or "none",
                order=order,
                nodes=nodes,
                deadline=deadline,
                searches=searches,
                on_node=on_node,
            )
        )

    run = run_analysis(file, call, work, "branching", objective=True)
    answer = found[0] if found else None
    if answer is None and run.model is not None and searches:
        from puzzledsl.inspection.tree import Trees

        answer = Trees(run.model, tuple(search.tree() for search in searches))
    print_by_program(run, pictures, answer, {"trees": []}, "the first node", _lines, _picture)
    return run.exit_status(_status(answer))


def _status(answer: Trees | None) -> int:
    found = {part.status for part in answer.parts} if answer is not None else set()
    if found & {"solved", "optimal", "feasible"}:
        return statuses.FOUND
    return statuses.NONE if "infeasible" in found else statuses.LIMIT


def _picture(answer: Trees) -> Picture:
    from puzzledsl.inspection.tree import views
    from puzzledsl.presentation.branching import tree_picture

    return tree_picture(answer.model, views(answer))


def _lines(answer: Trees, screen: Screen) -> list[str]:
    from puzzledsl.inspection.tree import views
    from puzzledsl.presentation.branching import tree_text

    blocks = [tree_text(view, color=screen.color, unicode=screen.unicode) for view in views(answer)]
    return side_by_side(blocks, page_width(screen), gap=5)
