"""Regions as flows."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.domain import Domain
from puzzledsl.primitives.regions import Regions
from puzzledsl.row_builder import ONE, Form, combine


class RegionsToFlow(Bridge[Regions]):
    """All positions of a region know its first position, from which flow as many units as the region has positions.

    Each position keeps one unit, and they flow through edges within a region only: ``source(p) + in(p) - out(p) = 1``,
    ``flow ≤ (s - 1) same`` with the largest size s, ``source(p) = size(p)`` at a root and 0 elsewhere. What an edge
    joins has one ``first`` and one ``size``; across a border ``first`` differs, but where labels are given these say
    so by themselves, since equal ones join. A root is its own ``first``, and ``first(p) ≤ p``, so that each region has
    one root, its lowest position. A flow of one commodity for each region, after Gavish & Graves (The travelling
    salesman problem and related problems, MIT 1978).
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, constraint = self.builder, self.constraint
        count = len(constraint.sizes)
        largest = max([1, *(min(count, builder.domain(x).hi) if x >= 0 else count for x in constraint.sizes)])
        first, size = [], []
        for p, (x, y) in enumerate(zip(constraint.firsts, constraint.sizes, strict=True), 1):
            first.append(builder.value(x) if x >= 0 else builder.auxiliary("first", 1, p, integer=False))
            size.append(builder.value(y) if y >= 0 else builder.auxiliary("size", 1, count, integer=False))
        root = [builder.flag("root") for _ in range(count)]
        balance: list[list[tuple[int, Form]]] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(constraint.edges):
            same = self._same(e)
            difference = first[a] - first[b]
            if not constraint.labels:
                after = builder.flag("after")
                with builder.under(ONE - same, after):
                    builder.row(difference, 1, None, "differ")
                with builder.under(ONE - same, ONE - after):
                    builder.row(difference, None, -1, "differ")
            if not same.terms and not same.constant:
                continue
            with builder.under(same):
                builder.row(difference, 0, 0, "first")
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
            builder.row(first[p], None, p + 1, "before")
            with builder.under(root[p]):
                builder.row(first[p], p + 1, p + 1, "root")
                builder.row(source - size[p], 0, 0, "supply")
            builder.row(combine([(1, source), *balance[p]]), 1, 1, "balance")

    def _same(self, e: int) -> Form:
        """0–1: an edge is within a region."""
        builder, constraint = self.builder, self.constraint
        border = builder.among(constraint.borders[e], Domain.of([0])) if constraint.borders else None
        if not constraint.labels:
            assert border is not None
            return border
        x, y = (constraint.labels[p] for p in constraint.edges[e])
        left, right = builder.domain(x), builder.domain(y)
        if not left & right:
            same = Form({}, 0)
        elif left.size == right.size == 1:
            same = ONE
        else:
            same = builder.flag("same")
            for v in sorted({*left, *right}):
                here, there = builder.is_(x, v), builder.is_(y, v)
                builder.row(here + there - same, None, 1, "same")
                builder.row(same + here - there, None, 1, "same")
                builder.row(same + there - here, None, 1, "same")
        if border is not None:
            builder.row(same - border, 0, 0, "border")
        return same


BRIDGE = RegionsToFlow
