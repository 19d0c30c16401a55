"""A table of one or two variables as the supports of each value."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.supports import write_supports
from puzzledsl.domain import Domain
from puzzledsl.primitives.table import Table
from puzzledsl.row_builder import ZERO


class TableToSupports(Bridge[Table]):
    """Two variables: `write_supports`. One: its values. There are no columns beside those of the variables."""

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return 0 if len(self.constraint.variables) < 3 else None

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, variables = self.builder, self.constraint.variables
        rows = self.constraint.rows_within([builder.domain(x) for x in variables])
        if not rows:
            builder.row(ZERO, 1, None, "none")
        elif len(variables) == 1:
            builder.restrict(variables[0], Domain.of(v for (v,) in rows))
        elif variables:
            write_supports(builder, variables, rows)


BRIDGE = TableToSupports
