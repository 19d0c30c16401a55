"""A sum of different values as the choice of the set of its values."""

from __future__ import annotations

from functools import cached_property
from math import comb

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.grouped_sum_to_rows import write_total
from puzzledsl.domain import Domain
from puzzledsl.kernel.grouped_sums import MOST_SETS, value_sets
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.kernel.matching import may_differ
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.row_builder import ONE, ZERO, combine


class GroupedSumToSets(Bridge[GroupedSum]):
    """A 0–1 column for each possible set S of values: ``Σ set(S) = 1``, and a value is in a cell or S is without it.

    For each value v: ``Σ is_(x, v) + Σ (set(S), v not in S) = 1``. So each row says that exactly one of some 0–1
    columns is 1. HiGHS takes such rows for cliques, and branches on sets as well as on cells. "A value is present if a
    set with it is chosen", ``Σ is_(x, v) = Σ (set(S), v in S)``, has the same relaxation, but makes no clique.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        (_, variables), *further = self.constraint.groups
        if further or not all(map(self.builder.by_value, variables)):
            return None
        return 0 if comb(self._range.size, len(variables)) <= MOST_SETS else None

    @cached_property
    def _range(self) -> Domain:
        """The interval of the values of all variables."""
        domains = [self.builder.domain(x) for x in self.constraint.scope]
        return Domain.range(min(domain.lo for domain in domains), max(domain.hi for domain in domains))

    def write(self) -> None:
        """See `Bridge.write`."""
        write_total(self.builder, self.constraint)
        builder, base, width = self.builder, self._range.lo, self._range.size
        factor, variables = self.constraint.groups[0]
        masks = [mask_of(builder.domain(x), base, width) for x in variables]
        rest = self.constraint.total - factor * len(masks) * base
        sets = value_sets(len(masks), rest // factor, width) if rest % factor == 0 else ()
        possible = [values for values in sets if may_differ([mask & values for mask in masks])]
        if not possible:
            builder.row(ZERO, 1, None, "none")
            return
        columns = dict.fromkeys(possible, ONE)
        if len(possible) > 1:
            for values in possible:
                columns[values] = builder.flag(f"set[{''.join(f'{base + bit}' for bit in bits(values))}]")
            builder.row(combine((1, column) for column in columns.values()), 1, 1, "set")
        for v in self._range:
            bit = 1 << (v - base)
            presence = [(1, builder.is_(x, v)) for x, mask in zip(variables, masks, strict=True) if mask & bit]
            if presence:
                without = [(1, column) for values, column in columns.items() if not values & bit]
                builder.row(combine([*presence, *without]), 1, 1, str(v))


BRIDGE = GroupedSumToSets
