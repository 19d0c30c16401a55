"""How much work a search may do. The same input takes the same path on a busy machine: budgets count, clocks do not."""

from __future__ import annotations


class Budget:
    """Limits on work, ``-1`` for none. Immutable by convention; the user's time limit is the only clock beside it.

    Attributes:
        branches: assumptions of a search.
        conflicts: contradictions that it meets.
        propagations: calls of propagators.
    """

    __slots__ = ("branches", "conflicts", "propagations")

    def __init__(self, branches: int = -1, conflicts: int = -1, propagations: int = -1) -> None:
        self.branches = branches
        self.conflicts = conflicts
        self.propagations = propagations


UNLIMITED = Budget()
