"""A linear equation whose terms fall into groups of different values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.cage_reasons import explain_groups
from puzzledsl.kernel.grouped_sums import Group, Groups, propagate_groups
from puzzledsl.kernel.sums import propagate_whole
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class GroupedSum(Primitive):
    """``Σ k·(sum of the group) == total``, the values within each group all different.

    A group is a factor, not 0, and variables; each variable occurs once. Says no more than an equation and some
    all-differents, but sees them at once: a diagonal through a box, an arrow along a row.
    """

    groups: tuple[Group, ...]
    total: int
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, group by group."""
        return tuple(x for _, variables in self.groups for x in variables)

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """The groups of more than one variable."""
        return tuple(variables for _, variables in self.groups if len(variables) > 1)

    @cached_property
    def _terms(self) -> tuple[tuple[int, int], ...]:
        return tuple((x, k) for k, variables in self.groups for x in variables)

    @cached_property
    def filter(self) -> Groups:
        """Where only one group is large."""
        return Groups(self.groups, self.total)

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """The groups."""
        return tuple([variables for _, variables in self.groups])

    def check(self, values: Sequence[int]) -> bool:
        """The right sum, and no value twice in a group."""
        found = [[values[x] for x in variables] for _, variables in self.groups]
        total = sum(k * sum(one) for (k, _), one in zip(self.groups, found, strict=True))
        return total == self.total and all(len(set(one)) == len(one) for one in found)

    def propagate(self, store: Store) -> None:
        """Bounds of the equation; at the costly priority each group by the sums that the others leave it."""
        if self.filter.fits(store):
            self.filter.propagate(store)
        elif not store.costly:
            propagate_whole(store, self._terms, self.total, True)
        elif not propagate_groups(store, self.groups, self.total):
            propagate_whole(store, self._terms, self.total, True)
            for _, variables in self.groups:
                AllDifferent(variables).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the sums that the groups would have to have, and the sets of values that have them."""
        return explain_groups(why, self.groups, self.total, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """The equation, and an all-different a group."""
        builder.row(combine((k, builder.value(x)) for x, k in self._terms), self.total, self.total, "sum")
        for _, variables in self.groups:
            if len(variables) > 1:
                builder.include(AllDifferent(variables))
