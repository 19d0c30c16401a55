"""Borders divide the positions of a graph into connected regions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_partition
from puzzledsl.flat import Primitive
from puzzledsl.kernel.component_borders import BorderFilter
from puzzledsl.records import record
from puzzledsl.row_builder import Form, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


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

    def encode(self, builder: RowBuilder) -> None:
        """All positions of a region know its first position, from which flow as many units as the region has positions.

        Each position consumes one unit, and they flow through edges without a border only. A position that is the first
        of its own region is a root, and no position is before its first one, so that each region has one root, the
        lowest position. Beside a border the first positions differ.
        """
        count = len(self.sizes)
        first, size = [], []
        for p in range(count):
            x, y = self.firsts[p], self.sizes[p]
            first.append(builder.value(x) if x >= 0 else builder.auxiliary("first", 1, p + 1, integer=False))
            size.append(builder.value(y) if y >= 0 else builder.auxiliary("size", 1, count, integer=False))
        root = [builder.flag("root") for _ in range(count)]
        arriving: list[list[Form]] = [[] for _ in range(count)]
        leaving: list[list[Form]] = [[] for _ in range(count)]
        for x, (a, b) in zip(self.borders, self.edges, strict=True):
            same = builder.among(x, Domain.of([0]))
            difference = combine(((1, first[a]), (-1, first[b])))
            after, parted = builder.flag("after"), combine(((1, 1), (-1, same)))
            with builder.under(parted, after):
                builder.row(difference, 1, None, "differ")
            with builder.under(parted, combine(((1, 1), (-1, after)))):
                builder.row(difference, None, -1, "differ")
            with builder.under(same):
                builder.row(difference, 0, 0, "first")
                builder.row(combine(((1, size[a]), (-1, size[b]))), 0, 0, "size")
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, count, integer=False)
                builder.row(combine(((1, flow), (-count, same))), None, 0, "joined")
                leaving[start].append(flow)
                arriving[end].append(flow)
        for p in range(count):
            source = builder.auxiliary("source", 0, count, integer=False)
            builder.row(combine(((1, source), (-count, root[p]))), None, 0, "source")
            builder.row(first[p], None, p + 1, "before")
            with builder.under(root[p]):
                builder.row(first[p], p + 1, p + 1, "root")
                builder.row(combine(((1, source), (-1, size[p]))), 0, 0, "supply")
            flows = ((1, source), *((1, form) for form in arriving[p]), *((-1, form) for form in leaving[p]))
            builder.row(combine(flows), 1, 1, "balance")
