"""All-different as one row for each value."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.row_builder import combine

_FEW_VALUES = 64
"""If the variables have more values than this in the mean, there are too many rows."""


class AllDifferentToPacking(Bridge[AllDifferent]):
    """For each value v: ``Σ is_(x, v - offset) ≤ 1``, and ``= 1`` if there are no more values than cells.

    Set packing rows, whose relaxation is the convex hull of one all-different: a bipartite matching (Williams & Yan,
    Representations of the all_different predicate of constraint satisfaction in integer programming, INFORMS Journal
    on Computing 13, 2001).
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        variables, builder = self.constraint.variables, self.builder
        size = sum(builder.domain(x).size for x in variables)
        is_small = size <= _FEW_VALUES * max(len(variables), 1) or self.constraint.ignoring
        return 0 if is_small and all(map(builder.by_value, variables)) else None

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, ignoring = self.builder, self.constraint.ignoring
        holders: dict[int, list[tuple[int, int]]] = {}
        for x, offset in self.constraint.shifts:
            for v in builder.domain(x):
                holders.setdefault(v + offset, []).append((x, v))
        full = len(holders) <= len(self.constraint.variables) and not ignoring.intersection(holders)
        for value in sorted(holders):
            if value in ignoring or (len(holders[value]) < 2 and not full):
                continue
            presence = combine((1, builder.is_(x, v)) for x, v in holders[value])
            builder.row(presence, 1 if full else None, 1, str(value))


BRIDGE = AllDifferentToPacking
