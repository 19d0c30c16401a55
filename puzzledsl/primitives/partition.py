"""Borders divide the positions of a graph into connected regions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_partition
from puzzledsl.flat import Primitive
from puzzledsl.kernel.component_borders import BorderFilter
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Partition(Primitive):
    """A region is what edges without a border (0) join; edges with one (any other value) are between two regions.

    ``sizes`` and ``firsts`` have a variable for each position, or -1: how many positions its region has, and which is
    the first of these, counted from 1. ``borders`` has one for each of the ``edges``, which are pairs of positions,
    from 0. All these variables are different.
    """

    borders: tuple[int, ...]
    sizes: tuple[int, ...]
    firsts: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The borders, the sizes, the first positions."""
        return tuple(x for x in (*self.borders, *self.sizes, *self.firsts) if x >= 0)

    def _kernel(self, store: Store) -> BorderFilter:
        return store.owned(self, BorderFilter, self.borders, self.sizes, self.firsts, self.edges)

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph."""
        sizes, firsts = ({p: values[x] for p, x in enumerate(known) if x >= 0} for known in (self.sizes, self.firsts))
        return is_partition(len(self.sizes), [values[x] for x in self.borders], self.edges, sizes, firsts)

    def propagate(self, store: Store) -> None:
        """What is joined has no border inside, and agrees on its size and first position; joined parts that differ in
        these, or would be too large together, are apart; a part has room for its size (at the costly priority)."""
        if store.costly:
            self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By paths without borders, and by what is around a region, see `kernel.component_borders`."""
        return self._kernel(why.store).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """The same."""
        return self._kernel(why.store).explain_conflict(why)
