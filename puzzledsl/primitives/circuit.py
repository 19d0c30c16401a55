"""One cycle through all positions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_circuit
from puzzledsl.flat import Primitive
from puzzledsl.kernel.tours import possible_arcs
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Circuit(Primitive):
    """``variables[i - 1]`` is the position that follows position i, and all positions form one cycle.

    Positions count from 1; a variable occurs once.
    """

    variables: tuple[int, ...]
    costly: ClassVar[bool] = True
    is_graph: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """No two positions have one successor."""
        return (self.variables,)

    @cached_property
    def _different(self) -> AllDifferent:
        return AllDifferent(self.variables)

    def check(self, values: Sequence[int]) -> bool:
        """Follow the successors from the first position."""
        return is_circuit([values[x] for x in self.variables])

    def propagate(self, store: Store) -> None:
        """Successors in range and different; at the costly priority, the rules about tours in `kernel.tours`."""
        count = len(self.variables)
        everywhere = Domain.range(1, count)
        for position, x in enumerate(self.variables, 1):
            if store.lo(x) < 1 or store.hi(x) > count:
                store.keep(x, everywhere)
            if count > 1:
                store.remove(x, position)
        self._different.propagate(store)
        if store.costly and count > 2 and all(store.mask[x] for x in self.variables):
            arcs = [store.window(x, 1, count) for x in self.variables]
            for x, before, after in zip(self.variables, arcs, possible_arcs(arcs), strict=True):
                if before != after:
                    store.keep_window(x, 1, after)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By positions that have these successors."""
        return self._different.explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """By positions that cannot all be different."""
        return self._different.explain_conflict(why)
