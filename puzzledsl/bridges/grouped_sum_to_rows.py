"""A sum of groups of different values as its sum and one all-different for each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import RowBuilder


class GroupedSumToRows(Bridge[GroupedSum]):
    """``Σ k·(sum of the group) = total``, and all-different in each group, in the way of the encoding."""

    def write(self) -> None:
        """See `Bridge.write`."""
        write_total(self.builder, self.constraint)
        for _, variables in self.constraint.groups:
            if len(variables) > 1:
                self.builder.include(AllDifferent(variables))


def write_total(builder: RowBuilder, constraint: GroupedSum) -> None:
    """Write that the sum is the total."""
    forms = [(k, builder.value(x)) for k, variables in constraint.groups for x in variables]
    builder.row(combine(forms), constraint.total, constraint.total, "sum")


BRIDGE = GroupedSumToRows
