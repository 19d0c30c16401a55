"""Which positions are in one region, as long as it is not known in which."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain  # here and not below: a record looks its types up
from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.region_parts import Link, PartFilter
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder


@record
class RegionParts(Primitive):
    """Positions with one label have different values, and are at most ``size`` many; and links say which have one.

    A link is a variable, two positions, the values of the variable for which the two have one label, and those for
    which they have different ones; with the variable -1 they have one in any case. A variable of links may be one of
    the values. No label or value occurs twice.
    """

    labels: tuple[int, ...]
    values: tuple[int, ...]
    size: int
    links: tuple[tuple[int, int, int, Domain, Domain], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The labels, the values, and the variables of links."""
        return tuple(dict.fromkeys((*self.labels, *self.values, *(link[0] for link in self.links if link[0] >= 0))))

    @cached_property
    def _parts(self) -> tuple[tuple[int, ...], tuple[int, ...], int, list[Link]]:
        links = [Link(x, a, b, list(same), list(apart)) for x, a, b, same, apart in self.links]
        return self.labels, self.values, self.size, links

    def check(self, values: Sequence[int]) -> bool:
        """Look at all links, and at the positions of each label."""
        labels = [values[x] for x in self.labels]
        for x, a, b, same, apart in self.links:
            if labels[a] != labels[b] and (x < 0 or values[x] in same):
                return False
            if x >= 0 and labels[a] == labels[b] and values[x] in apart:
                return False
        pairs = list(zip(labels, [values[x] for x in self.values], strict=True))
        return len(set(pairs)) == len(pairs) and max(Counter(labels).values(), default=0) <= self.size

    def propagate(self, store: Store) -> None:
        """What is joined has one label and different values, and is not too much (at the costly priority)."""
        if store.costly and all(store.mask[x] for x in self.scope):
            store.owned(self, PartFilter, *self._parts).propagate(store)
            if all(store.is_fixed(x) for x in self.scope):
                values = [0] * len(store.mask)
                for x in self.scope:
                    values[x] = store.lo(x)
                if not self.check(values):  # because of positions that no link joins
                    raise Contradiction

    def encode(self, builder: RowBuilder) -> None:
        """For each label and each value: the positions that have both are at most one; and links, label by label."""
        labels = sorted({label for x in self.labels for label in builder.domain(x)})
        held = sorted({value for x in self.values for value in builder.domain(x)})
        for label in labels:
            inside = [builder.is_(x, label) for x in self.labels]
            builder.row(combine([(1, form) for form in inside]), None, self.size, "size")
            for value in held:
                both = []
                for form, x in zip(inside, self.values, strict=True):
                    flag = builder.flag("both")
                    builder.row(combine([(1, form), (1, builder.is_(x, value)), (-1, flag)]), None, 1, "both")
                    both.append((1, flag))
                builder.row(combine(both), None, 1, "different")
            for x, a, b, same, apart in self.links:
                joined = combine([(1, 1)]) if x < 0 else self._among(builder, x, same)
                builder.row(combine([(1, joined), (1, inside[a]), (-1, inside[b])]), None, 1, "joined")
                builder.row(combine([(1, joined), (1, inside[b]), (-1, inside[a])]), None, 1, "joined")
                if x >= 0:
                    parted = self._among(builder, x, apart)
                    builder.row(combine([(1, parted), (1, inside[a]), (1, inside[b])]), None, 2, "apart")

    def _among(self, builder: RowBuilder, x: int, values: Domain) -> Form:
        return builder.truth(Literal(x, values & builder.domain(x)))
