"""A table as a flow through its diagram."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.layered_network import diagram_within, write_flow
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from puzzledsl.kernel.diagram import Diagram


class TableToFlow(Bridge[Table]):
    """One unit of flow through the diagram of the rows, see `layered_network`.

    The rows are the convex hull of the table's rows as long as nothing else is stated about their cells.
    """

    @cached_property
    def _diagram(self) -> Diagram:
        return diagram_within(self.builder, self.constraint.variables, self.constraint.reader)

    def cost(self) -> float | None:
        """See `Bridge.cost`. An arc is in three rows."""
        if len(self.constraint.variables) < 3:
            return None
        return 3 * sum(arc.values.bit_count() for arcs in self._diagram.arcs for arc in arcs)

    def write(self) -> None:
        """See `Bridge.write`."""
        write_flow(self.builder, self.constraint.variables, self.constraint.reader, self._diagram)


BRIDGE = TableToFlow
