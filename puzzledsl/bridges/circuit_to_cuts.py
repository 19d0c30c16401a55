"""A circuit as an assignment and cuts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.assignment import write_assignment
from puzzledsl.primitives.circuit import Circuit


class CircuitToCuts(Bridge[Circuit]):
    """An assignment (`write_assignment`), and for each set S of positions: ``Σ is_(x_i, j) ≥ 1``, i in S, j outside.

    Dantzig, Fulkerson & Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954. Of
    the exponentially many cuts, those are added that a solution violates: one for each of its cycles.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return 0 if self.builder.is_lazy else None

    def write(self) -> None:
        """See `Bridge.write`."""
        arcs = write_assignment(self.builder, self.constraint.variables)
        if len(self.constraint.variables) > 2:
            found = partial(_closed_too_early, self.constraint.variables, tuple(arcs))
            self.builder.lazily(list(arcs.values()), found)


def _closed_too_early(
    variables: Sequence[int], arcs: Sequence[tuple[int, int]], values: Sequence[int]
) -> list[list[int]]:
    """Return, for each cycle that is not the whole, the numbers of the arcs that leave it."""
    left = dict.fromkeys(range(1, len(variables) + 1))
    found = []
    while left:
        cycle, position = set(), next(iter(left))
        while position in left:
            del left[position]
            cycle.add(position)
            position = values[variables[position - 1]]
        if len(cycle) < len(variables):
            found.append([number for number, (i, j) in enumerate(arcs) if i in cycle and j not in cycle])
    return found


BRIDGE = CircuitToCuts
