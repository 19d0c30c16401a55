"""What one step of propagation follows from: the removed values that it has used.

A propagator explains a removal, or a contradiction, by values that were gone before it, as few as it can find at little
cost (lazy explanation: Ohrimenko, Stuckey & Codish, Propagation via Lazy Clause Generation, Constraints 14, 2009). In
every assignment that has none of these values the constraint itself then excludes what was removed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.flat import Literal
    from puzzledsl.kernel.store import Store

ALL = -1
"""All values of a variable that are gone."""


class Explanation:
    """Collects what is needed, a mask a variable.

    Propagators read ``masks``, ``first`` and ``base``, and call `need`.

    Attributes:
        store: in which the step was done.
        masks: by variable number the domain before the step, as bits from ``base``.
        first: by variable number the domain to begin with: what is outside of it needs no reason. 0: the variable has
            no mask, and nothing can be said of it.
        base: by variable number the value of bit 0.
        needed: by variable number the values that have to be gone, as noted so far.
        order: the variables of which something was needed since `clear`.
        since: by variable number the domain at the point since which ``added`` counts.
        added: how many of the values noted were there at that point.
    """

    def __init__(self, store: Store, first: list[int]) -> None:
        self.store = store
        self.base = store.base
        self.first = first
        self.masks: list[int] = list(store.mask)
        self.needed: list[int] = [0] * len(first)
        self.order: list[int] = []
        self.since: list[int] = [0] * len(first)
        self.added = 0
        self._seen: list[bool] = [False] * len(first)

    def need(self, x: int, values: int) -> None:
        """Note that these values of ``x`` have to be gone, those of them that are."""
        values &= self.first[x] & ~self.masks[x] & ~self.needed[x]
        if values:
            if not self._seen[x]:
                self._seen[x] = True
                self.order.append(x)
            self.needed[x] |= values
            self.added += (values & self.since[x]).bit_count()

    def meaning(self, literal: Literal) -> int:
        """Return the values of a literal, as bits from the base of its variable."""
        return self.store.meaning(literal)

    def clear(self) -> None:
        """Begin anew."""
        for x in self.order:
            self.needed[x] = 0
            self._seen[x] = False
        self.order.clear()
        self.added = 0
