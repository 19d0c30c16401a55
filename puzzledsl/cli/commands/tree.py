"""``puzzledsl tree``: branch and bound on a small model, to look at."""

from __future__ import annotations

import click

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import number_option, option
from puzzledsl.cli.picture_options import scene_options
from puzzledsl.cli.shared_options import encodings_option, presolve_options

MOST_NODES = 200
"""As in `puzzledsl.inspection.branch_and_bound`, which a help text need not load."""


class Branching(Analysis):
    """Show how branch and bound solves the integer program of a small model, in each encoding: plain branch and bound
    without cuts and heuristics, on relaxations that HiGHS solves. Each line is a node, which branches on its most
    fractional column, or by the rule of --branch, in the words of the puzzle: r1c3 = 4, r1c3 <= 4. A whole point is
    checked against the model. Without an objective, the search ends with the first solution.

    \b
    Examples:
      puzzledsl tree snake.puz --svg tree.svg --nodes 60
      puzzledsl tree queens.puz --set n=6 --encoding integer --order depth

    \b
    Exit status (for several encodings, the best proof counts):
      0    a solution was found
      1    proven to have no solution
      2    the model or the command is wrong
      3    a limit was reached
      130  interrupted (Ctrl-C); the trees so far are printed
    """

    question = "inspection.branch_and_bound.tree"
    stage = "branching"
    nothing = {"status": "unknown", "trees": []}  # noqa: RUF012
    objective = True


command = analysis_command(
    Branching,
    "tree",
    "Show a branch-and-bound tree of a small model.",
    scene_options("the trees"),
    encodings_option,
    presolve_options("Default: none."),
    option(
        "--order",
        type=click.Choice(["best", "depth"]),
        help="The next node: the one with the best bound (the default with an objective) or the deepest one (the "
        "default without).",
    ),
    option(
        "--branch",
        type=click.Choice(["fractional", "narrow", "first"]),
        default="fractional",
        help="The column to branch on: the most fractional one (the default), one of the cell with the fewest values "
        "left, or the first one.",
    ),
    option(
        "--first",
        type=click.Choice(["up", "down"]),
        default="up",
        help="The branch to take first: that of the larger values (the default), or that of the smaller ones.",
    ),
    number_option("--nodes", most=2000, default=MOST_NODES, note="Maximum number of nodes in each tree."),
)
