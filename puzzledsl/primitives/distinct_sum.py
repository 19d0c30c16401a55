"""Different values with a given sum: a killer cage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.encodings.words import combine
from puzzledsl.flat import Primitive
from puzzledsl.propagation.masks import bits, mask_of
from puzzledsl.propagation.matching import filter_by_matching, separate
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store

_MOST_SETS = 5_000


@dataclass(frozen=True)
class DistinctSum(Primitive):
    """The values of ``variables`` are all different and sum to ``total``.

    Says no more than an all-different and an equation, but sees both at once: which sets of values are possible.
    """

    variables: tuple[int, ...]
    total: int
    deep: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order; each occurs once."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """All variables."""
        return (self.variables,)

    def check(self, values: Sequence[int]) -> bool:
        """All different, and the right sum."""
        found = [values[x] for x in self.variables]
        return len(set(found)) == len(found) and sum(found) == self.total

    def propagate(self, store: Store) -> None:
        """Singles and bounds of the sum; domain consistency when thorough and there are not too many sets of values."""
        if not self.variables:
            return
        mask, base = store.mask, store.base[self.variables[0]]
        before = []
        for x in self.variables:
            if not mask[x] or store.base[x] != base:
                base = min(store.lo(x) for x in self.variables)
                width = max(store.hi(x) for x in self.variables) - base + 1
                before = [store.window(x, base, width) for x in self.variables]
                break
            before.append(mask[x])
        after = before.copy()
        separate(after)
        self._bound(after, base)
        if store.thorough:
            self._fit(after, base)
        for x, old, left in zip(self.variables, before, after, strict=True):
            if left != old:
                store.keep_window(x, base, left)

    def _bound(self, masks: list[int], base: int) -> None:
        """Cut off what is too small or too large for the sum, in place."""
        rest = self.total - len(masks) * base
        least = most = 0
        for mask in masks:
            least += (mask & -mask).bit_length() - 1
            most += mask.bit_length() - 1
        if not least <= rest <= most:
            raise Contradiction
        if least == most:
            return
        for i, mask in enumerate(masks):
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            if high > rest - least + low:
                mask &= (1 << (rest - least + low + 1)) - 1
            if low < rest - most + high:
                mask = mask >> (rest - most + high) << (rest - most + high)
            if not mask:
                raise Contradiction
            masks[i] = mask

    def _fit(self, masks: list[int], base: int) -> None:
        """Keep the values of which there is a solution, in place."""
        width = max(mask.bit_length() for mask in masks)
        possible = self._possible(masks, base, width)
        if possible is None:
            return
        kept = [0] * len(masks)
        for _, parts in possible:
            kept = [old | new for old, new in zip(kept, parts, strict=True)]
        if not all(kept):
            raise Contradiction
        masks[:] = kept

    def _possible(self, masks: list[int], base: int, width: int) -> list[tuple[int, list[int]]] | None:
        """The sets of values, as masks, each with what it leaves of every cell; ``None``: too many to look at."""
        n = len(masks)
        if comb(width, n) > _MOST_SETS:
            return None
        union, fixed = 0, 0
        for mask in masks:
            union |= mask
            if not mask & (mask - 1):
                fixed |= mask
        found = []
        for values in value_sets(n, self.total - n * base, width):
            if values & ~union or fixed & ~values:
                continue
            parts = [mask & values for mask in masks]
            if not all(parts):
                continue
            try:
                separate(parts)
                filter_by_matching(parts)
            except Contradiction:
                continue
            found.append((values, parts))
        return found

    def encode(self, words: Words) -> None:
        """The sum, and a column for each possible set of values: a value is present if a set with it is chosen.

        The columns may be continuous: presences are 0 or 1, and a mixture of different 0–1 vectors is not.
        """
        sizes = [words.domain(x) for x in self.variables]
        words.row(combine((1, words.value(x)) for x in self.variables), self.total, self.total, "sum")
        if not sizes:
            return
        base = min(domain.lo for domain in sizes)
        width = max(domain.hi for domain in sizes) - base + 1
        masks = [mask_of(domain, base, width) for domain in sizes]
        possible = self._possible(masks, base, width)
        if possible is not None and not possible:
            words.row(combine(()), 1, None, "none")
            return
        names = {values: "".join(f"{base + bit}" for bit in bits(values)) for values, _ in possible or ()}
        columns = {
            values: words.auxiliary(f"set[{name}]", 0, 1, integer=False) if len(names) > 1 else combine([(1, 1)])
            for values, name in names.items()
        }
        if len(columns) > 1:
            words.row(combine((1, column) for column in columns.values()), 1, 1, "set")
        union = 0
        for mask in masks:
            union |= mask
        for bit in bits(union):
            v = base + bit
            presence = combine(
                (1, words.is_(x, v)) for x, mask in zip(self.variables, masks, strict=True) if mask >> bit & 1
            )
            if possible is None:
                words.row(presence, None, 1, str(v))
            else:
                chosen = combine((-1, column) for values, column in columns.items() if values >> bit & 1)
                words.row(combine([(1, presence), (1, chosen)]), 0, 0, str(v))


@lru_cache(maxsize=1024)
def value_sets(n: int, total: int, width: int) -> tuple[int, ...]:
    """The sets of ``n`` of the numbers ``0 … width - 1`` with a sum, as masks."""
    if n == 0:
        return (0,) if total == 0 else ()
    if n > width or not n * (n - 1) <= 2 * total <= n * (2 * width - n - 1):
        return ()
    without = value_sets(n, total, width - 1)
    return without + tuple(values | 1 << (width - 1) for values in value_sets(n - 1, total - width + 1, width - 1))
