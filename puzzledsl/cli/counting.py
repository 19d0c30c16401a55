"""What `count` and `solutions` share: an answer that is a number of solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.analysis.solution_count import Count


class CountingAnalysis(Analysis["Count"]):
    """An analysis that may end after ``--limit`` solutions."""

    limit: int | None

    def has_reached_limit(self, found: Count) -> bool:
        """Whether there are as many solutions as were asked for."""
        return self.limit is not None and found.count >= self.limit

    def exit_status(self, found: Count) -> int:
        """Found if all that was asked for is counted."""
        if found.exact and not found.count:
            return statuses.NONE
        return statuses.FOUND if found.exact or self.has_reached_limit(found) else statuses.LIMIT

    def sentence(self, found: Count, exact: str, more: str) -> list[str]:
        """The parts of the status line.

        Args:
            exact: the number, if there are no more.
            more: the number, if there may be more.
        """
        why = "--limit reached" if self.has_reached_limit(found) and not self.interrupted else self.why
        if found.exact:
            text = self.screen.good(exact if found.count else "no solution")
        else:
            text = self.screen.uncertain(f"{more if found.count else 'no solution found so far'} ({why})")
        return [text, counted(found.nodes, "branch")]
