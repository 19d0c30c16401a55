"""A linear equation whose terms fall into groups of different values: cages, arrows, diagonals through boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive, listed
from puzzledsl.primitives.linear import RULES
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers
Group = tuple[int, tuple[int, ...]]
"""A factor and variables that have to be different, or a single one."""


@record
class GroupedSum(Primitive):
    """``Σ k·(sum of the group) == total``, the values within each group all different.

    Says no more than an equation and some all-differents, but sees them at once: which sets of values are possible.

    Attributes:
        groups: each a factor, not 0, and variables; each variable occurs once.
    """

    groups: tuple[Group, ...]
    total: int
    rules: ClassVar[tuple[str, ...]] = RULES

    @classmethod
    def of_different(cls, variables: tuple[int, ...], total: int) -> GroupedSum:
        """Return the sum of a single group: a killer cage."""
        return cls(((1, variables),), total)

    @property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """Each variable with its factor, group by group."""
        return tuple([(x, k) for k, variables in self.groups for x in variables])

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables of the sum, group by group."""
        return tuple([x for x, _ in self.terms])

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """The groups of more than one variable."""
        return tuple([variables for _, variables in self.groups if len(variables) > 1])

    @property
    def assumed_different(self) -> tuple[tuple[int, ...], ...]:
        """The groups."""
        return self.cliques

    def check(self, values: Sequence[int]) -> bool:
        """The right sum, and no value twice in a group."""
        return sum([k * values[x] for x, k in self.terms]) == self.total and all(
            len({values[x] for x in variables}) == len(variables) for _, variables in self.groups
        )

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The total, and for each group its factor and its variables."""
        span = sum([abs(k) * len(variables) * max(map(known.largest, variables)) for k, variables in self.groups])
        known.check(span + abs(self.total))
        found = [self.total, len(self.groups)]
        for k, variables in self.groups:
            found += [k, *listed(variables)]
        return found
