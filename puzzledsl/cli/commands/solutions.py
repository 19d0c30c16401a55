"""``puzzledsl solutions``: every solution of a puzzle."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import TYPE_CHECKING

from puzzledsl.cli.analysis import analysis_command
from puzzledsl.cli.counting import CountingAnalysis
from puzzledsl.cli.options import number_option
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.cli.timing import undisturbed
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.analysis.solution_count import Count
    from puzzledsl.answer import Assignment


class Solutions(CountingAnalysis):
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
    titled = False

    def check(self) -> None:
        """Leave a terminal to the solutions."""
        self.streams = sys.stdout.isatty()

    def ask(self) -> Count:
        """Print the solutions."""
        from puzzledsl.analysis.solution_count import Count

        count = nodes = 0
        self.so_far = lambda: Count(count, False, nodes)

        def on_branch(branches: int) -> None:
            nonlocal nodes
            nodes = self.display.count = branches
            self.display.stage = f"searching: {count:,} found"

        with self.session() as session, session.solutions(on_branch=on_branch) as found:
            for values in islice(found, self.limit):
                text = self._solution(values, count + 1)
                with undisturbed():
                    sys.stdout.write(text + "\n")
                    sys.stdout.flush()
                    count += 1
            return Count(count, found.complete, found.nodes)

    def _solution(self, values: Assignment, number: int) -> str:
        if self.invocation.json:
            from puzzledsl.presentation.report import assignment

            return json.dumps({"solution": number} | assignment(self.model, values))
        return "\n".join([*([] if number == 1 else [""]), *self.invocation.screen.solution(self.model, values)])

    def json(self, found: Count) -> dict[str, object]:
        """The last line."""
        return {"count": found.count, "complete": found.exact, "nodes": found.nodes}

    def parts(self, found: Count) -> list[str]:
        """How many there are, and whether these are all."""
        text = counted(found.count, "solution")
        return self.sentence(found, f"{text}; there are no others", f"{text}, and there may be more")


command = analysis_command(
    Solutions,
    "solutions",
    "Print every solution of a puzzle as it is found.",
    number_option("--limit", note="Stop after N solutions."),
    solver_options,
)
