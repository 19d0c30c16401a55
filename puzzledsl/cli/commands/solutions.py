"""``puzzledsl solutions``: every solution of a puzzle."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.cli.timing import undisturbed
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.session import Assignment


@analysis_command(
    "solutions",
    "Print every solution of a puzzle as it is found.",
    option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N solutions."),
    option("--lines", is_flag=True, help="Print each solution in one line, one character per cell."),
    solver_options,
)
def command(invocation: Invocation, **given: Any) -> int:
    """Print every solution of a puzzle as it is found. Each is checked against the model. Two solutions are different
    if their grids differ; an objective is ignored. A summary on standard error says how many there are and whether
    there may be others. With --json, each line is an object {"solution": 1, "grids": ...}; the last one is
    {"count": ..., "complete": ...}. `puzzledsl count` counts without listing and often gets much further.

    \b
    Examples:
      puzzledsl solutions snake.puz --limit 5
      puzzledsl solutions queens.puz --lines --quiet | sort

    \b
    Exit status:
      0    all solutions are printed, or as many as --limit allows
      1    proven to have no solution
      2    the model or the command is wrong
      3    the time limit was reached; the solutions found so far are printed
      130  interrupted (Ctrl-C); the solutions found so far are printed
    """
    if given["lines"] and invocation.json:
        raise click.UsageError("--lines and --json are two forms of the same: choose one")
    return Solutions(invocation, in_lines=given.pop("lines"), streams=sys.stdout.isatty(), **given).run()


@dataclass
class Listed:
    """How many solutions are printed, whether these are all, and how many branches it took."""

    count: int = 0
    complete: bool = False
    nodes: int = 0


class Solutions(Analysis[Listed]):
    """One call of ``puzzledsl solutions``."""

    stage = "searching"
    nothing = asdict(Listed())
    on_stderr = True
    titled = False
    limit: int | None
    in_lines: bool

    def ask(self) -> Listed:
        """Print the solutions."""
        listed = Listed()
        self.so_far = lambda: listed

        def on_branch(nodes: int) -> None:
            listed.nodes = self.display.count = nodes
            self.display.stage = f"searching: {listed.count:,} found"

        with self.session() as session, session.solutions(deadline=self.deadline, on_branch=on_branch) as found:
            for values in islice(found, self.limit):
                text = self._solution(values, listed.count + 1)
                with undisturbed():
                    sys.stdout.write(text + "\n")
                    sys.stdout.flush()
                    listed.count += 1
            listed.complete, listed.nodes = found.complete, found.nodes
        return listed

    def _solution(self, values: Assignment, number: int) -> str:
        if self.invocation.json:
            from puzzledsl.presentation.report import assignment

            return json.dumps({"solution": number} | assignment(self.model, values))
        if self.in_lines:
            from puzzledsl.cli.grid_line import in_one_line
            from puzzledsl.presentation.terminal import variables_text

            grids = [in_one_line(grid, values) for grid in self.model.grids]
            return "; ".join(grids + variables_text(self.model, values))
        return "\n".join([*([] if number == 1 else [""]), *self.invocation.screen.solution(self.model, values)])

    def json(self, found: Listed) -> dict[str, object]:
        """The last line."""
        return asdict(found)

    def parts(self, found: Listed) -> list[str]:
        """How many there are, and whether these are all."""
        text = counted(found.count, "solution")
        if found.complete:
            what = self.screen.good(f"{text}; there are no others" if found.count else "no solution")
        else:
            why = "--limit reached" if self._reached(found) and not self.interrupted else self.why
            known = f"{text} ({why}), there may be more" if found.count else f"none found so far ({why})"
            what = self.screen.uncertain(known)
        return [what, counted(found.nodes, "branch")]

    def exit_status(self, found: Listed) -> int:
        """Found if all that was asked for is printed."""
        if found.complete and not found.count:
            return statuses.NONE
        return statuses.FOUND if found.complete or self._reached(found) else statuses.LIMIT

    def _reached(self, found: Listed) -> bool:
        return self.limit is not None and found.count >= self.limit
