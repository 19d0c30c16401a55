"""A linear equation whose terms fall into groups of different values: cages, arrows, diagonals through boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.grouped_sums import Group, Groups
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class GroupedSum(Primitive):
    """``Σ k·(sum of the group) == total``, the values within each group all different.

    Says no more than an equation and some all-differents, but sees them at once: which sets of values are possible.

    Attributes:
        groups: each a factor, not 0, and variables; each variable occurs once.
    """

    groups: tuple[Group, ...]
    total: int
    costly: ClassVar[bool] = True

    @classmethod
    def of_different(cls, variables: tuple[int, ...], total: int) -> GroupedSum:
        """Return the sum of a single group: a killer cage."""
        return cls(((1, variables),), total)

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables of the sum, group by group."""
        return tuple([x for _, variables in self.groups for x in variables])

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """The groups of more than one variable."""
        return tuple([variables for _, variables in self.groups if len(variables) > 1])

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """The groups."""
        return self.cliques

    def make_filter(self) -> Groups:
        """By the sums that the groups can have, and the sets of values with these sums."""
        return Groups(self.groups, self.total)

    def check(self, values: Sequence[int]) -> bool:
        """The right sum, and no value twice in a group."""
        total = sum([k * values[x] for k, variables in self.groups for x in variables])
        return total == self.total and all(
            len({values[x] for x in variables}) == len(variables) for _, variables in self.groups
        )

    def propagate(self, store: Store) -> None:
        """By the filter."""
        self.filter_in(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the sums that the groups would have to have, and the sets of values that have them."""
        explained: int = self.filter_in(why.store).explain(why, x, gone)
        return explained
