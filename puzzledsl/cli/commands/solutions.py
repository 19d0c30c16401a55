"""``puzzledsl solutions``: every solution of a puzzle."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import TYPE_CHECKING

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import number_option
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.timing import undisturbed

if TYPE_CHECKING:
    from puzzledsl.analysis.solution_stream import Listed
    from puzzledsl.solution import Solution


class Solutions(Analysis):
    """Print every solution of a puzzle as it is found. Each is checked against the model. Two solutions are different
    if their grids differ; an objective is ignored. A summary on standard error says how many there are and whether
    there may be others. With --json, each line is an object {"solution": 1, "grids": ...}; the last one is
    {"count": ..., "complete": ...}. `puzzledsl count` counts without listing and often gets much further.

    \b
    Examples:
      puzzledsl solutions snake.puz --limit 5

    \b
    Exit status:
      0    all solutions are printed, or as many as --limit allows
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached; the solutions found so far are printed
      130  interrupted (Ctrl-C); the solutions found so far are printed
    """

    stage = "searching"
    nothing = {"count": 0, "complete": False, "nodes": 0}  # noqa: RUF012
    on_stderr = True
    limit: int | None

    def check(self) -> None:
        """Leave a terminal to the solutions."""
        self.streams = sys.stdout.isatty()

    def ask(self) -> Listed:
        """Print the solutions."""
        from puzzledsl.analysis.solution_stream import Listed, SolutionStream

        count = 0
        with SolutionStream(self.model, self.asking()) as found:

            def result() -> Listed:
                return Listed(self.model, count, found.complete, found.nodes, self.limit)

            self.so_far = result
            for solution in islice(found, self.limit):
                text = self._solution(solution, count + 1)
                with undisturbed():
                    sys.stdout.write(text + "\n")
                    sys.stdout.flush()
                    count += 1
            return result()

    def _solution(self, found: Solution, number: int) -> str:
        if self.invocation.json:
            return json.dumps({"solution": number} | found.assignment_json())
        lines = self.invocation.screen.solution(self.model, found.assignment)
        return "\n".join([*([] if number == 1 else [""]), *lines])


command = analysis_command(
    Solutions,
    "solutions",
    "Print every solution of a puzzle as it is found.",
    number_option("--limit", note="Stop after N solutions."),
    solver_options,
)
