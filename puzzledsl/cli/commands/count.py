"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import number_option
from puzzledsl.cli.shared_options import solver_options


class Counting(Analysis):
    """Count the solutions of a puzzle. The count is exact, or "at least" a number if --limit, --time-limit or Ctrl-C
    stops it. A solution is a filling of the grids; an objective is ignored. Independent parts of the puzzle are
    counted once, so the command can count far more solutions than it could list.

    \b
    Examples:
      puzzledsl count snake.puz --limit 2 --quiet

    \b
    Exit status:
      0    counted, or --limit reached
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached: there are at least as many as printed
      130  interrupted (Ctrl-C); the count so far is printed
    """

    question = "analysis.solution_count.count"
    stage = "counting"
    nothing = {"count": 0, "exact": False, "nodes": 0}  # noqa: RUF012


command = analysis_command(
    Counting,
    "count",
    "Count the solutions of a puzzle.",
    number_option("--limit", note="Stop after N solutions."),
    solver_options,
)
