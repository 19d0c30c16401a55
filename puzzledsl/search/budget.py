"""How much work a search may do. The same input takes the same path on a busy machine: budgets count, clocks do not."""

from __future__ import annotations

from puzzledsl.records import record


@record
class Budget:
    """Limits on work, ``-1`` for none. The user's time limit is the only clock beside it.

    Attributes:
        branches: assumptions of a search.
        conflicts: contradictions that it meets.
        propagations: calls of propagators.
    """

    branches: int = -1
    conflicts: int = -1
    propagations: int = -1

    def less(self, done: Budget) -> Budget:
        """What is left of it after some work."""
        return Budget(
            _less(self.branches, done.branches),
            _less(self.conflicts, done.conflicts),
            _less(self.propagations, done.propagations),
        )

    def within(self, other: Budget) -> Budget:
        """The stricter of each two limits."""
        return Budget(
            _stricter(self.branches, other.branches),
            _stricter(self.conflicts, other.conflicts),
            _stricter(self.propagations, other.propagations),
        )

    @property
    def is_spent(self) -> bool:
        """Whether some limit leaves no work."""
        return self.branches == 0 or self.conflicts == 0 or self.propagations == 0


def _less(limit: int, done: int) -> int:
    return limit if limit < 0 else max(0, limit - done)


def _stricter(a: int, b: int) -> int:
    return max(a, b) if a < 0 or b < 0 else min(a, b)


UNLIMITED = Budget()
