"""How much work a search may do. The same input takes the same path on a busy machine: budgets count, clocks do not."""

from __future__ import annotations

from puzzledsl.records import record

NO_LIMIT = 1 << 60
"""More work than any search does."""


@record
class Budget:
    """Limits on work. The user's time limit is the only clock beside it.

    Attributes:
        branches: assumptions of a search.
        conflicts: contradictions that it meets.
        propagations: calls of propagators, and what learning takes in such calls.
    """

    branches: int = NO_LIMIT
    conflicts: int = NO_LIMIT
    propagations: int = NO_LIMIT

    def plus(self, done: Budget) -> Budget:
        """Both together."""
        return Budget(
            min(self.branches + done.branches, NO_LIMIT),
            min(self.conflicts + done.conflicts, NO_LIMIT),
            min(self.propagations + done.propagations, NO_LIMIT),
        )

    def less(self, done: Budget) -> Budget:
        """What is left of it after some work."""
        return Budget(
            max(0, self.branches - done.branches),
            max(0, self.conflicts - done.conflicts),
            max(0, self.propagations - done.propagations),
        )

    def within(self, other: Budget) -> Budget:
        """The stricter of each two limits."""
        return Budget(
            min(self.branches, other.branches),
            min(self.conflicts, other.conflicts),
            min(self.propagations, other.propagations),
        )

    @property
    def is_spent(self) -> bool:
        """Whether some limit leaves no work."""
        return 0 in (self.branches, self.conflicts, self.propagations)


UNLIMITED = Budget()
