"""A table as the selection of one of its rows."""

from __future__ import annotations

from functools import cached_property

from puzzledsl.bridges import Bridge
from puzzledsl.domain import Domain
from puzzledsl.primitives.table import Table
from puzzledsl.row_builder import ZERO, combine


class TableToSelection(Bridge[Table]):
    """A 0–1 column for each row of the table, and for each value: ``is_(x, v) = Σ columns of the rows with x = v``.

    The convex hull of the rows (Balas, Disjunctive programming and a hierarchy of relaxations for discrete optimization
    problems, SIAM Journal on Algebraic and Discrete Methods 6, 1985). The columns would be 0 or 1 without being
    integer: once all literals are, the columns of rows that differ from the cells anywhere are 0, and they sum to 1.
    But HiGHS branches only on integer columns, and has cliques only of those.
    """

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        """The rows within the domains."""
        return self.constraint.rows_within([self.builder.domain(x) for x in self.constraint.variables])

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return len(self._rows) * len(self.constraint.variables)

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, variables = self.builder, self.constraint.variables
        if not self._rows:
            builder.row(ZERO, 1, None, "none")
            return
        columns = [builder.flag(f"row{list(row)}".replace(" ", "")) for row in self._rows]
        for i, x in enumerate(variables):
            sums: dict[int, list[int]] = {}
            for number, row in enumerate(self._rows):
                sums.setdefault(row[i], []).append(number)
            builder.restrict(x, Domain.of(sums))
            for v, numbers in sorted(sums.items()):
                total = combine((1, columns[number]) for number in numbers)
                builder.row(total - builder.is_(x, v), 0, 0, f"{i + 1},{v}")


BRIDGE = TableToSelection
