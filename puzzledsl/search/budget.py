"""How much work a search may do. The same input takes the same path on a busy machine: budgets count, clocks do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import fields_of, record

if TYPE_CHECKING:
    from collections.abc import Callable

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
        return self._each(done, lambda limit, used: min(limit + used, NO_LIMIT))

    def less(self, done: Budget) -> Budget:
        """What is left of it after some work."""
        return self._each(done, lambda limit, used: max(0, limit - used))

    def within(self, other: Budget) -> Budget:
        """The stricter of each two limits."""
        return self._each(other, min)

    def _each(self, other: Budget, joined: Callable[[int, int], int]) -> Budget:
        return Budget(*map(joined, fields_of(self).values(), fields_of(other).values()))

    @property
    def is_spent(self) -> bool:
        """Whether some limit leaves no work."""
        return 0 in fields_of(self).values()


UNLIMITED = Budget()
