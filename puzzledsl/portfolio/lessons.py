"""What questions about some parts of a model teach about its other parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel import store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatModel
    from puzzledsl.presolve.provenance import Provenance
    from puzzledsl.search.conflict_analysis import Learnt

LONGEST_KEPT, MOST_KEPT = 30, 3_000
"""Variables of clauses that are kept for later questions, and how many clauses."""


class Lessons:
    """Clauses, carried from one part of a model to the next.

    A clause names the requirements that it follows from, so the next question begins with those that still hold.
    Whoever asks with lessons is also told which requirements a refutation needs.

    Attributes:
        core: after a refutation, the requirements that have no solution together, as bits.
        work: calls of propagators that the longest refutation so far has taken.
    """

    def __init__(self) -> None:
        self.core = 0
        self.work = 0
        self._clauses: list[Learnt] = []

    def about(self, part: Provenance) -> list[Learnt]:
        """Return the clauses that follow from a part of the requirements."""
        return [clause for clause in self._clauses if not clause.origins & ~part.everything]

    def add(self, clauses: Sequence[Learnt]) -> None:
        """Take in what a search has learnt. The oldest clauses are forgotten."""
        self._clauses += [clause for clause in clauses if 0 < len(clause.variables) <= LONGEST_KEPT]
        del self._clauses[:-MOST_KEPT]

    def refute(self, core: int, propagations: int) -> None:
        """Note that requirements have no solution together, and what it took to find that out."""
        self.core, self.work = core, max(self.work, propagations)


def has_reasons(flat: FlatModel) -> bool:
    """Return whether search can learn from all contradictions: no variable is real or has too wide a domain."""
    return all(not one.is_real and one.domain.hi - one.domain.lo <= store.SPAN for one in flat.variables)
