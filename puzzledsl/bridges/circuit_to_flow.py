"""A circuit as an assignment and a flow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.assignment import write_assignment
from puzzledsl.primitives.circuit import Circuit
from puzzledsl.row_builder import ONE, combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Form


class CircuitToFlow(Bridge[Circuit]):
    """An assignment (`write_assignment`), and n - 1 units that leave position 1; each other position keeps one.

    The single-commodity flow of Gavish & Graves (The travelling salesman problem and related problems, MIT 1978):
    ``flow(i, j) ≤ (n - 1) arc(i, j)``, and at each position j other than 1, what arrives is 1 more than what leaves.
    With tighter bounds: an arc that is used carries at least the unit that its end keeps, and only arcs from position
    1 carry n - 1. So ``arc(i, j) ≤ flow(i, j) ≤ (n - 2) arc(i, j)``, and ``flow(1, j) = (n - 1) arc(1, j)``. Nothing
    flows back to position 1.
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, count = self.builder, len(self.constraint.variables)
        arcs = write_assignment(builder, self.constraint.variables)
        if count < 3:
            return
        balance: dict[int, list[tuple[int, Form]]] = {j: [] for j in range(1, count + 1)}
        for (i, j), arc in arcs.items():
            if j == 1:
                continue
            least, most = (count - 1, count - 1) if i == 1 else (1, count - 2)
            flow = builder.auxiliary("flow", 0, most, integer=False)
            with builder.under(ONE - arc):
                builder.row(flow, None, 0, "capacity")
            with builder.under(arc):
                builder.row(flow, least, None, "carries")
            balance[j].append((1, flow))
            balance[i].append((-1, flow))
        for position in range(2, count + 1):
            builder.row(combine(balance[position]), 1, 1, "drop")


BRIDGE = CircuitToFlow
