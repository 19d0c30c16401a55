"""A sum of different values as the choice of the set of its values."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import comb

from puzzledsl.bridges import Bridge
from puzzledsl.domain import Domain
from puzzledsl.kernel.masks import bits, mask_of
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.row_builder import ONE, ZERO, combine

MOST_SETS = 5_000
"""Sets of as many values as there are variables."""


class GroupedSumToSets(Bridge[GroupedSum]):
    """A 0–1 column for each possible set S of values: ``Σ set(S) = 1``, and a value is in a cell or S is without it.

    For each value v: ``Σ is_(x, v) + Σ (set(S), v not in S) = 1``. So each row says that exactly one of some 0–1
    columns is 1. HiGHS takes such rows for cliques, and branches on sets as well as on cells. "A value is present if a
    set with it is chosen", ``Σ is_(x, v) = Σ (set(S), v in S)``, has the same relaxation, but makes no clique.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        (_, variables), *further = self.constraint.groups
        if further or self.builder.is_plain or not all(map(self.builder.by_value, variables)):
            return None
        return 0 if comb(self._range.size, len(variables)) <= MOST_SETS else None

    @cached_property
    def _range(self) -> Domain:
        """The interval of the values of all variables."""
        domains = [self.builder.domain(x) for x in self.constraint.scope]
        return Domain.range(min(domain.lo for domain in domains), max(domain.hi for domain in domains))

    def write(self) -> None:
        """See `Bridge.write`."""
        self.builder.include(Linear(self.constraint.terms, (), "==", self.constraint.total))
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


@lru_cache(maxsize=1024)
def value_sets(n: int, total: int, width: int) -> tuple[int, ...]:
    """The sets of ``n`` of the numbers ``0 … width - 1`` with a sum, as masks."""
    if n == 0:
        return (0,) if total == 0 else ()
    if n > width or not n * (n - 1) <= 2 * total <= n * (2 * width - n - 1):
        return ()
    without = value_sets(n, total, width - 1)
    return without + tuple([values | 1 << (width - 1) for values in value_sets(n - 1, total - width + 1, width - 1)])


def may_differ(masks: list[int]) -> bool:
    """Whether all cells can have different values: a matching grows by augmenting paths (Kuhn, 1955)."""
    owner: dict[int, int] = {}

    def is_placed(cell: int, seen: set[int]) -> bool:
        for value in bits(masks[cell]):
            if value not in seen:
                seen.add(value)
                if value not in owner or is_placed(owner[value], seen):
                    owner[value] = cell
                    return True
        return False

    return all(is_placed(cell, set()) for cell in range(len(masks)))


BRIDGE = GroupedSumToSets
