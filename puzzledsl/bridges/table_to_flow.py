"""A table as a flow through the tree of its rows."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.layered_network import network, write_flow
from puzzledsl.expressions import Automaton
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from puzzledsl.bridges.layered_network import Network


class TableToFlow(Bridge[Table]):
    """One unit of flow through the tree of the rows, nodes with the same endings merged; see `layered_network`.

    The rows are the convex hull of the table's rows as long as nothing else is stated about their cells.
    """

    @cached_property
    def _layers(self) -> Network | None:
        return network(tree(self.constraint.rows), [self.builder.domain(x) for x in self.constraint.variables])

    def cost(self) -> float | None:
        """See `Bridge.cost`. An arc is in three rows."""
        if len(self.constraint.variables) < 3:
            return None
        return 3 * sum(len(arcs) * len(values) for layer in self._layers or () for arcs, values in layer.items())

    def write(self) -> None:
        """See `Bridge.write`."""
        write_flow(self.builder, self.constraint.variables, self._layers)


@lru_cache(maxsize=256)
def tree(rows: frozenset[tuple[int, ...]]) -> Automaton:
    """What reads these rows, all of one length: a tree with one leaf."""
    moves: list[dict[int, int]] = [{}, {}]
    for row in sorted(rows):
        node = 0
        for value in row[:-1]:
            following = moves[node].setdefault(value, len(moves))
            if following == len(moves):
                moves.append({})
            node = following
        moves[node][row[-1]] = 1
    return Automaton(0, tuple(moves), frozenset({1}))


BRIDGE = TableToFlow
