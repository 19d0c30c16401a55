"""``puzzledsl count``: how many solutions has a puzzle?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from puzzledsl.cli.analysis import analysis_command
from puzzledsl.cli.counting import CountingAnalysis
from puzzledsl.cli.options import number_option
from puzzledsl.cli.shared_options import solver_options
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.analysis.solution_count import Count


class Counting(CountingAnalysis):
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

    stage = "counting"
    nothing = {"count": 0, "exact": False, "nodes": 0}  # noqa: RUF012

    def ask(self) -> Count:
        """Count."""
        from puzzledsl.analysis.solution_count import SolutionCounter

        def on_progress(found: int, nodes: int) -> None:
            self.display.count = nodes
            if not nodes & 63:
                self.display.stage = f"counting: {found:,} so far"

        return self.asked(
            SolutionCounter,
            lambda counter: counter.run(limit=self.limit, on_progress=on_progress),
        )

    def json(self, found: Count) -> dict[str, object]:
        """The count, and whether it is exact."""
        return asdict(found)

    def lines(self, found: Count) -> list[str]:
        """The bare number, of a quiet call."""
        return [f"{'' if found.exact else 'at least '}{found.count}"] if self.quiet else []

    def parts(self, found: Count) -> list[str]:
        """The count in words."""
        text = counted(found.count, "solution")
        return self.sentence(found, f"{'exactly ' * (found.count == 1)}{text}", f"at least {text}")


command = analysis_command(
    Counting,
    "count",
    "Count the solutions of a puzzle.",
    number_option("--limit", note="Stop after N solutions."),
    solver_options,
)
