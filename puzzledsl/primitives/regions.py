"""Borders, or labels, divide the positions of a graph into connected regions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import are_regions
from puzzledsl.flat import Primitive
from puzzledsl.kernel import region_reasons
from puzzledsl.kernel.regions import Regions as Kernel
from puzzledsl.records import record
from puzzledsl.row_builder import Form, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


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

    def encode(self, builder: RowBuilder) -> None:
        """All positions of a region know its first position, from which flow as many units as the region has positions.

        Each position consumes one unit, and they flow through edges within a region only. A position that is the first
        of its own region is a root, and no position is before its first one, so that each region has one root, the
        lowest position. Beside a border the first positions differ; where labels say what a border is, they do so by
        themselves, since equal labels join.
        """
        count = len(self.sizes)
        largest = max([1, *(min(count, builder.domain(x).hi) if x >= 0 else count for x in self.sizes)])
        first, size = [], []
        for p in range(count):
            x, y = self.firsts[p], self.sizes[p]
            first.append(builder.value(x) if x >= 0 else builder.auxiliary("first", 1, p + 1, integer=False))
            size.append(builder.value(y) if y >= 0 else builder.auxiliary("size", 1, count, integer=False))
        root = [builder.flag("root") for _ in range(count)]
        arriving: list[list[Form]] = [[] for _ in range(count)]
        leaving: list[list[Form]] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(self.edges):
            same = self._joined(builder, e)
            if not same.terms and not same.constant:
                continue
            difference = combine(((1, first[a]), (-1, first[b])))
            if not self.labels:
                after, parted = builder.flag("after"), combine(((1, 1), (-1, same)))
                with builder.under(parted, after):
                    builder.row(difference, 1, None, "differ")
                with builder.under(parted, combine(((1, 1), (-1, after)))):
                    builder.row(difference, None, -1, "differ")
            with builder.under(same):
                builder.row(difference, 0, 0, "first")
                builder.row(combine(((1, size[a]), (-1, size[b]))), 0, 0, "size")
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, largest, integer=False)
                builder.row(combine(((1, flow), (-largest, same))), None, 0, "joined")
                leaving[start].append(flow)
                arriving[end].append(flow)
        for p in range(count):
            source = builder.auxiliary("source", 0, largest, integer=False)
            builder.row(combine(((1, source), (-largest, root[p]))), None, 0, "source")
            builder.row(first[p], None, p + 1, "before")
            with builder.under(root[p]):
                builder.row(first[p], p + 1, p + 1, "root")
                builder.row(combine(((1, source), (-1, size[p]))), 0, 0, "supply")
            flows = ((1, source), *((1, form) for form in arriving[p]), *((-1, form) for form in leaving[p]))
            builder.row(combine(flows), 1, 1, "balance")

    def _joined(self, builder: RowBuilder, e: int) -> Form:
        """0–1: an edge is within a region."""
        border = builder.among(self.borders[e], Domain.of([0])) if self.borders else None
        if not self.labels:
            assert border is not None
            return border
        x, y = (self.labels[p] for p in self.edges[e])
        left, right = builder.domain(x), builder.domain(y)
        if not left & right:
            same = Form({}, 0)
        elif left.size == right.size == 1:
            same = Form({}, 1)
        else:
            same = builder.flag("same")
            for v in sorted({*left, *right}):
                here, there = builder.is_(x, v), builder.is_(y, v)
                builder.row(combine(((1, here), (1, there), (-1, same))), None, 1, "same")
                builder.row(combine(((1, same), (1, here), (-1, there))), None, 1, "same")
                builder.row(combine(((1, same), (1, there), (-1, here))), None, 1, "same")
        if border is not None:
            builder.row(combine(((1, same), (-1, border))), 0, 0, "border")
        return same
