"""How much work a search may do. The same input takes the same path on a busy machine: budgets count, clocks do not."""

from __future__ import annotations

from typing import NamedTuple

NO_LIMIT = 1 << 60
"""More work than any search does."""


class Budget(NamedTuple):
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
        return Budget(*[min(limit + used, NO_LIMIT) for limit, used in zip(self, done, strict=True)])

    def less(self, done: Budget) -> Budget:
        """What is left of it after some work."""
        return Budget(*[max(0, limit - used) for limit, used in zip(self, done, strict=True)])

    def within(self, other: Budget) -> Budget:
        """The stricter of each two limits."""
        return Budget(*map(min, self, other))

    @property
    def is_spent(self) -> bool:
        """Whether some limit leaves no work."""
        return 0 in self


UNLIMITED = Budget()
