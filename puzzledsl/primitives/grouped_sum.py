"""A linear equation whose terms fall into groups of different values: cages, arrows, diagonals through boxes."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.grouped_sums import MOST_SETS, Group, Groups, value_sets
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.kernel.matching import may_differ
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

    def encode(self, builder: RowBuilder) -> None:
        """The sum, and what a group encodes."""
        forms = [(k, builder.value(x)) for k, variables in self.groups for x in variables]
        builder.row(combine(forms), self.total, self.total, "sum")
        if len(self.groups) == 1:
            self._encode_sets(builder, *self.groups[0])
        for _, variables in self.groups if len(self.groups) > 1 else ():
            if len(variables) > 1:
                builder.include(AllDifferent(variables))

    def _encode_sets(self, builder: RowBuilder, factor: int, variables: tuple[int, ...]) -> None:
        """A 0–1 column for each possible set of values: a value is in a cell, or a set without it holds.

        So each row says that exactly one of some 0–1 columns is 1. HiGHS takes such rows for cliques, and branches on
        sets as well as on cells. "A value is present if a set with it is chosen" has the same relaxation, but makes no
        clique.
        """
        sizes = [builder.domain(x) for x in variables]
        base = min(domain.lo for domain in sizes)
        width = max(domain.hi for domain in sizes) - base + 1
        if not all(map(builder.by_value, variables)):
            builder.include(AllDifferent(variables))
            return
        masks = [mask_of(domain, base, width) for domain in sizes]
        possible = None
        if comb(width, len(masks)) <= MOST_SETS:
            rest = self.total - factor * len(masks) * base
            sets = value_sets(len(masks), rest // factor, width) if rest % factor == 0 else ()
            possible = [values for values in sets if may_differ([mask & values for mask in masks])]
        if possible is not None and not possible:
            builder.row(combine(()), 1, None, "none")
            return
        names = {values: "".join(f"{base + bit}" for bit in bits(values)) for values in possible or ()}
        columns = {
            values: builder.flag(f"set[{name}]") if len(names) > 1 else combine([(1, 1)])
            for values, name in names.items()
        }
        if len(columns) > 1:
            builder.row(combine((1, column) for column in columns.values()), 1, 1, "set")
        union = 0
        for mask in masks:
            union |= mask
        for bit in bits(union):
            v = base + bit
            presence = combine(
                (1, builder.is_(x, v)) for x, mask in zip(variables, masks, strict=True) if mask >> bit & 1
            )
            if possible is None:
                builder.row(presence, None, 1, str(v))
            else:
                without = [(1, column) for values, column in columns.items() if not values >> bit & 1]
                builder.row(combine([(1, presence), *without]), 1, 1, str(v))
