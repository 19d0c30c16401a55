"""Borders, or labels, divide the positions of a graph into connected regions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import are_regions
from puzzledsl.flat import Primitive
from puzzledsl.kernel import region_reasons
from puzzledsl.kernel.regions import Regions as Kernel
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Regions(Primitive):
    """A region is what edges join: those without a border (0), between positions with equal labels.

    An edge with a border (any other value) is between two regions, with different labels. ``borders`` has a variable
    for each of the ``edges``, which are pairs of positions, from 0; ``labels`` has one for each position. One of the
    two may be empty. ``sizes`` and ``firsts`` have a variable for each position, or -1: how many positions its region
    has, and which is the first of these, counted from 1. ``labels`` may be ``sizes``. Otherwise no variable occurs
    twice.
    """

    borders: tuple[int, ...]
    sizes: tuple[int, ...]
    firsts: tuple[int, ...]
    labels: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The borders, labels, sizes, and first positions."""
        return tuple(dict.fromkeys(x for x in (*self.borders, *self.labels, *self.sizes, *self.firsts) if x >= 0))

    def _kernel(self, store: Store) -> Kernel:
        return store.owned(self, Kernel, self.edges, self.borders, self.sizes, self.firsts, self.labels)

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph."""
        borders, labels = ([values[x] for x in known] for known in (self.borders, self.labels))
        sizes, firsts = ({p: values[x] for p, x in enumerate(known) if x >= 0} for known in (self.sizes, self.firsts))
        return are_regions(len(self.sizes), self.edges, borders, labels, sizes, firsts)

    def propagate(self, store: Store) -> None:
        """Apply the five rules of `kernel.regions`, at the costly priority."""
        if store.costly:
            self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Name the rule that fails where a value is assumed, see `kernel.region_reasons`."""
        return region_reasons.explain(self._kernel(why.store), why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """Name a rule that fails."""
        return region_reasons.explain_conflict(self._kernel(why.store), why)
