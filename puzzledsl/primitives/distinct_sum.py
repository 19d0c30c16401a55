"""Different values with a given sum: a killer cage."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.cage_reasons import explain_groups
from puzzledsl.kernel.cages import Cage, possible_sets, propagate_cage
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class DistinctSum(Primitive):
    """The values of ``variables`` are all different and sum to ``total``.

    Says no more than an all-different and an equation, but sees both at once: which sets of values are possible.
    """

    variables: tuple[int, ...]
    total: int
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order; each occurs once."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """All variables."""
        return (self.variables,)

    @cached_property
    def filter(self) -> Cage:
        """By the sets of values that have the sum."""
        return Cage(self.variables, self.total)

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """All variables."""
        return (self.variables,)

    def check(self, values: Sequence[int]) -> bool:
        """All different, and the right sum."""
        found = [values[x] for x in self.variables]
        return len(set(found)) == len(found) and sum(found) == self.total

    def propagate(self, store: Store) -> None:
        """Singles and bounds of the sum; at the costly priority domain consistency, unless there are too many sets."""
        if self.filter.fits(store):
            self.filter.propagate(store)
        else:
            propagate_cage(store, self.variables, self.total)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the sets of values that would have the right sum."""
        return explain_groups(why, ((1, self.variables),), self.total, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """The sum, and a 0–1 column for each possible set of values: a value is in a cell, or a set without it holds.

        So each row says that exactly one of some 0–1 columns is 1. HiGHS takes such rows for cliques, and branches on
        sets as well as on cells. "A value is present if a set with it is chosen" has the same relaxation, but makes no
        clique.
        """
        sizes = [builder.domain(x) for x in self.variables]
        builder.row(combine((1, builder.value(x)) for x in self.variables), self.total, self.total, "sum")
        if not sizes:
            return
        if not all(map(builder.by_value, self.variables)):
            builder.include(AllDifferent(self.variables))
            return
        base = min(domain.lo for domain in sizes)
        width = max(domain.hi for domain in sizes) - base + 1
        masks = [mask_of(domain, base, width) for domain in sizes]
        possible = possible_sets(self.total - len(masks) * base, masks)
        if possible is not None and not possible:
            builder.row(combine(()), 1, None, "none")
            return
        names = {values: "".join(f"{base + bit}" for bit in bits(values)) for values, _ in possible or ()}
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
                (1, builder.is_(x, v)) for x, mask in zip(self.variables, masks, strict=True) if mask >> bit & 1
            )
            if possible is None:
                builder.row(presence, None, 1, str(v))
            else:
                without = [(1, column) for values, column in columns.items() if not values >> bit & 1]
                builder.row(combine([(1, presence), *without]), 1, 1, str(v))
