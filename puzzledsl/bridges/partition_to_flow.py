"""Regions between borders as flows."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.domain import Domain
from puzzledsl.primitives.partition import Partition
from puzzledsl.row_builder import ONE, Form, combine


class PartitionToFlow(Bridge[Partition]):
    """All positions of a region know its first position, from which flow as many units as the region has positions.

    Each position keeps one unit, and they flow through edges without a border only: ``source(p) + in(p) - out(p) = 1``,
    ``flow ≤ n·same``, ``source(p) = size(p)`` at a root and 0 elsewhere. What no border divides has one ``first`` and
    one ``size``; across a border ``first`` differs. A root is its own ``first``, and ``first(p) ≤ p``, so that each
    region has one root, its lowest position. A flow of one commodity for each region, after Gavish & Graves (The
    travelling salesman problem and related problems, MIT 1978).
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, constraint = self.builder, self.constraint
        count = len(constraint.sizes)
        first, size = [], []
        for p, (x, y) in enumerate(zip(constraint.firsts, constraint.sizes, strict=True), 1):
            first.append(builder.value(x) if x >= 0 else builder.auxiliary("first", 1, p, integer=False))
            size.append(builder.value(y) if y >= 0 else builder.auxiliary("size", 1, count, integer=False))
        root = [builder.flag("root") for _ in range(count)]
        balance: list[list[tuple[int, Form]]] = [[] for _ in range(count)]
        for x, (a, b) in zip(constraint.borders, constraint.edges, strict=True):
            same = builder.among(x, Domain.of([0]))
            difference = first[a] - first[b]
            after = builder.flag("after")
            with builder.under(ONE - same, after):
                builder.row(difference, 1, None, "differ")
            with builder.under(ONE - same, ONE - after):
                builder.row(difference, None, -1, "differ")
            with builder.under(same):
                builder.row(difference, 0, 0, "first")
                builder.row(size[a] - size[b], 0, 0, "size")
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, count, integer=False)
                with builder.under(ONE - same):
                    builder.row(flow, None, 0, "joined")
                balance[start].append((-1, flow))
                balance[end].append((1, flow))
        for p in range(count):
            source = builder.auxiliary("source", 0, count, integer=False)
            with builder.under(ONE - root[p]):
                builder.row(source, None, 0, "source")
            builder.row(first[p], None, p + 1, "before")
            with builder.under(root[p]):
                builder.row(first[p], p + 1, p + 1, "root")
                builder.row(source - size[p], 0, 0, "supply")
            builder.row(combine([(1, source), *balance[p]]), 1, 1, "balance")


BRIDGE = PartitionToFlow
