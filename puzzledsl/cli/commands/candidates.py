"""``puzzledsl candidates``: each value of each cell that occurs in some solution."""

from __future__ import annotations

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.picture_options import picture_options
from puzzledsl.cli.shared_options import solver_options


class TrueCandidates(Analysis):
    """Show the true candidates of a puzzle as pencil marks: for each cell, the values that occur in at least one
    solution. Every other value is proven impossible. "all" means every value of the cell. If the time limit or Ctrl-C
    comes first, undecided values follow a question mark: 12?4. After 1,000 candidates in a cell, 1..5000? shows the
    smallest and the largest value that is not ruled out. An objective is ignored.

    Below the grids, a line names each edge, side or border that is not the same in all solutions.

    With --json, "candidates" has a list for each cell, "edges" and "borders" have one behind the two cells of each.
    "open" has the undecided values by cell, and "many" the ends of cells with too many values to list.

    \b
    Examples:
      puzzledsl candidates draft.puz --svg marks.svg
      puzzledsl candidates draft.puz --json --time-limit 30

    \b
    Exit status:
      0    every value is decided
      1    proven to have no solution
      2    the model or the command is wrong
      3    some values are undecided (time limit), or there are too many to list
      130  interrupted (Ctrl-C); what was found is printed
    """

    question = "analysis.candidates.candidates"
    stage = "looking for candidates"
    nothing = {"status": "partial", "candidates": {}, "open": {}, "solutions": 0, "nodes": 0}  # noqa: RUF012


command = analysis_command(
    TrueCandidates,
    "candidates",
    "Show the true candidates: every value that occurs in a solution.",
    picture_options,
    solver_options,
)
