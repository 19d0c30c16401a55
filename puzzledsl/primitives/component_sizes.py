"""The components that equal values form in a graph have given sizes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import sizes_of_components
from puzzledsl.flat import Primitive
from puzzledsl.kernel.component_sizes import ComponentFilter, ComponentReasons
from puzzledsl.records import record
from puzzledsl.row_builder import Form, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class ComponentSizes(Primitive):
    """Positions of a graph with equal values that touch belong to one component: as many as ``sizes`` says.

    ``sizes`` has a variable for each position, or -1 for any size. It is ``values`` itself (a component of fives has
    five positions), or no variable occurs twice. ``edges`` are pairs of positions, from 0.
    """

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The values, then the sizes."""
        return tuple(dict.fromkeys((*self.values, *(x for x in self.sizes if x >= 0))))

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph."""
        found = sizes_of_components([values[x] for x in self.values], self.edges)
        return all(x < 0 or values[x] == size for x, size in zip(self.sizes, found, strict=True))

    def propagate(self, store: Store) -> None:
        """A component has room for its size, takes in what it cannot do without, and joins no others that are too much
        for it (at the costly priority)."""
        if store.costly:
            store.owned(self, ComponentFilter, self.values, self.sizes, self.edges).propagate(store)

    def _reasons(self, why: Explanation) -> ComponentReasons:
        return why.store.owned(self, ComponentReasons, self.values, self.sizes, self.edges, why)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the positions that are joined, or by those around what is joined; see `kernel.component_sizes`."""
        return self._reasons(why).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """The same."""
        return self._reasons(why).explain_conflict(why)

    def encode(self, builder: RowBuilder) -> None:
        """The first position of each component is its root, from which flow as many units as the size says.

        Each position consumes one unit, and they flow between equal values only. All positions of a component know the
        number of its root, so it has one.
        """
        count = len(self.values)
        largest = max(1, min(count, max([builder.domain(x).hi if x >= 0 else count for x in self.sizes])))
        size = [builder.value(x) if x >= 0 else builder.auxiliary("size", 1, count, integer=False) for x in self.sizes]
        root = [builder.flag("root") for _ in range(count)]
        first = [builder.auxiliary("first", 0, p, integer=False) for p in range(count)]
        arriving: list[list[Form]] = [[] for _ in range(count)]
        leaving: list[list[Form]] = [[] for _ in range(count)]
        for a, b in self.edges:
            same = self._same(builder, self.values[a], self.values[b])
            if same is None:
                continue
            with builder.under(same):
                builder.row(combine(((1, first[a]), (-1, first[b]))), 0, 0, "first")
                builder.row(combine(((1, size[a]), (-1, size[b]))), 0, 0, "size")
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, largest, integer=False)
                builder.row(combine(((1, flow), (1 - largest, same))), None, 0, "joined")
                leaving[start].append(flow)
                arriving[end].append(flow)
        for p in range(count):
            source = builder.auxiliary("source", 0, largest, integer=False)
            builder.row(combine(((1, source), (-largest, root[p]))), None, 0, "source")
            with builder.under(root[p]):
                builder.row(first[p], p, p, "root")
                builder.row(combine(((1, source), (-1, size[p]))), 0, 0, "supply")
            flows = ((1, source), *((1, form) for form in arriving[p]), *((-1, form) for form in leaving[p]))
            builder.row(combine(flows), 1, 1, "balance")

    def _same(self, builder: RowBuilder, x: int, y: int) -> Form | None:
        """0–1: two variables are equal; ``None``: they cannot be."""
        left, right = builder.domain(x), builder.domain(y)
        if not left & right:
            return None
        if left.size == right.size == 1:
            return Form({}, 1)
        same = builder.flag("same")
        for v in sorted({*left, *right}):
            here, there = builder.is_(x, v), builder.is_(y, v)
            builder.row(combine(((1, here), (1, there), (-1, same))), None, 1, "same")
            builder.row(combine(((1, same), (1, here), (-1, there))), None, 1, "same")
            builder.row(combine(((1, same), (1, there), (-1, here))), None, 1, "same")
        return same
