"""Sizes of the components of equal values as flows."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.component_sizes import ComponentSizes
from puzzledsl.row_builder import ONE, Form, combine


class ComponentSizesToFlow(Bridge[ComponentSizes]):
    """The first position of each component is its root, from which flow as many units as the size says.

    Each position keeps one unit, and they flow between equal values only: ``source(p) + in(p) - out(p) = 1``,
    ``flow ≤ (s - 1) same`` with the largest size s, ``source(p) = size(p)`` at a root and 0 elsewhere. Neighbours of
    equal value have one size and one ``first``, the number of their root, and a root is its own ``first``: so a
    component has one root. A flow of one commodity for each component, after Gavish & Graves (The travelling salesman
    problem and related problems, MIT 1978).
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, sizes = self.builder, self.constraint.sizes
        count = len(sizes)
        largest = max(1, min(count, max([builder.domain(x).hi if x >= 0 else count for x in sizes])))
        size = [builder.value(x) if x >= 0 else builder.auxiliary("size", 1, count, integer=False) for x in sizes]
        root = [builder.flag("root") for _ in range(count)]
        first = [builder.auxiliary("first", 0, p, integer=False) for p in range(count)]
        balance: list[list[tuple[int, Form]]] = [[] for _ in range(count)]
        for a, b in self.constraint.edges:
            same = self._same(self.constraint.values[a], self.constraint.values[b])
            if same is None:
                continue
            with builder.under(same):
                builder.row(first[a] - first[b], 0, 0, "first")
                builder.row(size[a] - size[b], 0, 0, "size")
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, largest - 1, integer=False)
                with builder.under(ONE - same):
                    builder.row(flow, None, 0, "joined")
                balance[start].append((-1, flow))
                balance[end].append((1, flow))
        for p in range(count):
            source = builder.auxiliary("source", 0, largest, integer=False)
            with builder.under(ONE - root[p]):
                builder.row(source, None, 0, "source")
            with builder.under(root[p]):
                builder.row(first[p], p, p, "root")
                builder.row(source - size[p], 0, 0, "supply")
            builder.row(combine([(1, source), *balance[p]]), 1, 1, "balance")

    def _same(self, x: int, y: int) -> Form | None:
        """0–1: two variables are equal; ``None``: they cannot be."""
        builder = self.builder
        left, right = builder.domain(x), builder.domain(y)
        if not left & right:
            return None
        if left.size == right.size == 1:
            return ONE
        same = builder.flag("same")
        for v in sorted({*left, *right}):
            here, there = builder.is_(x, v), builder.is_(y, v)
            builder.row(here + there - same, None, 1, "same")
            builder.row(same + here - there, None, 1, "same")
            builder.row(same + there - here, None, 1, "same")
        return same


BRIDGE = ComponentSizesToFlow
