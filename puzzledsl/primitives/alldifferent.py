"""All values different."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.matching import (
    MOST_MATCHED,
    Different,
    explain_different,
    filter_by_matching,
    separate,
)
from puzzledsl.kernel.store import SPAN
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store


@record
class AllDifferent(Primitive):
    """``x + offset`` all different, values in ``ignoring`` aside; no ``offsets``: all zero. A variable occurs once."""

    variables: tuple[int, ...]
    ignoring: frozenset[int] = frozenset()
    offsets: tuple[int, ...] = ()
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def shifts(self) -> list[tuple[int, int]]:
        """Each variable with its offset."""
        return list(zip(self.variables, self.offsets or (0,) * len(self.variables), strict=True))

    def check(self, values: Sequence[int]) -> bool:
        """No two shifted values are equal, unless ignored."""
        shifted = [values[x] + offset for x, offset in self.shifts]
        counted = [value for value in shifted if value not in self.ignoring]
        return len(set(counted)) == len(counted)

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """All variables, unless some values may repeat or are shifted."""
        return () if self.ignoring or any(self.offsets) else (self.variables,)

    def make_filter(self) -> Filter | None:
        """Of all variables, unless some values may repeat or are shifted."""
        return None if self.ignoring or self.offsets else Different(self.variables)

    def propagate(self, store: Store) -> None:
        """Fixed values and hidden singles; at the costly priority, domain consistency.

        Régin, A Filtering Algorithm for Constraints of Difference in CSPs (AAAI 1994), on bit masks.
        """
        known: Filter | None = self.filter_in(store)
        if known is not None and known.fits(store):
            known.propagate(store)
        else:
            self._propagate_shifted(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By sets of variables that use up as many values."""
        return explain_different(why, self.variables, self.offsets, self.ignoring, x, gone)

    def _propagate_shifted(self, store: Store) -> None:
        """Do the same after shifting the domains to a common base."""
        if not self.variables:
            return
        pairs = self.shifts
        base = min(store.lo(x) + shift for x, shift in pairs)
        width = max(store.hi(x) + shift for x, shift in pairs) - base + 1
        if width > 2 * SPAN:
            self._propagate_fixed(store)
            return
        ignored = 0
        for value in self.ignoring:
            if 0 <= value - base < width:
                ignored |= 1 << (value - base)
        # An ignored value counts as a different value in each cell, which no other cell can have.
        before = []
        for i, (x, shift) in enumerate(pairs):
            left = store.window(x, base - shift, width)
            before.append(left & ~ignored | 1 << (width + i) if left & ignored else left)
        after = before.copy()
        separate(after)
        if store.costly and len(pairs) <= MOST_MATCHED:
            filter_by_matching(after)
        within = (1 << width) - 1
        for (x, shift), old, new in zip(pairs, before, after, strict=True):
            if new != old:
                store.keep_window(x, base - shift, new & within | (ignored if new >> width else 0))

    def _propagate_fixed(self, store: Store) -> None:
        """Domains too wide for masks: take the fixed values away from the others."""
        pairs = self.shifts
        for x, shift in pairs:
            if store.is_fixed(x) and (value := store.lo(x) + shift) not in self.ignoring:
                for y, other in pairs:
                    if y != x:
                        store.remove(y, value - other)
