"""A sum of groups of different values as its sum and one all-different for each group."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear


class GroupedSumToRows(Bridge[GroupedSum]):
    """``Σ k·(sum of the group) = total``, and all-different in each group, in the way of the encoding."""

    def write(self) -> None:
        """See `Bridge.write`."""
        for variables in self.constraint.cliques:
            self.builder.include(AllDifferent(variables))
        self.builder.include(Linear(self.constraint.terms, (), "==", self.constraint.total))


BRIDGE = GroupedSumToRows
