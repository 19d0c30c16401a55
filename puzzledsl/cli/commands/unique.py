"""``puzzledsl unique``: has a puzzle exactly one solution?"""

from __future__ import annotations

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import solver_options


class Unique(Analysis):
    """Say whether a puzzle has exactly one solution, none, or several. If there are several, two are printed, with a
    star (*) at each cell in which they differ; pictures highlight these cells. Two solutions are different if they
    differ in a cell of a grid. An objective is ignored. Every answer is proven.

    \b
    Examples:
      puzzledsl unique snake.puz --svg differences.svg
      puzzledsl unique snake.puz --quiet --time-limit 60 && echo publish it

    \b
    Exit status:
      0    exactly one solution
      1    none, or several
      2    the model or the command is wrong
      3    the time limit was reached: no solution found yet, or one that is not proven to be unique
      130  interrupted (Ctrl-C)
    """

    question = "analysis.uniqueness.unique"
    nothing = {"status": "unknown", "solutions": [], "differing": [], "nodes": 0}  # noqa: RUF012


command = analysis_command(
    Unique,
    "unique",
    "Say whether a puzzle has exactly one solution.",
    picture_options,
    solver_options,
)
