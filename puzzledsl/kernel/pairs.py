"""Tables of two variables whose values are looked up one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.masks import shifted
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.kernel.store import Store

MOST = 62
"""Values of the variable whose values are looked up."""


class Pairs:
    """Pairs of values.

    Attributes:
        second_first: whether the second values are looked up, since there are fewer of them.
        bases, widths: of the values that are looked up, and of their partners.
        partners: by bit of a value that is looked up, the other ones. Empty where there are too many values.
    """

    def __init__(self, rows: Iterable[tuple[int, ...]]) -> None:
        pairs = [(row[0], row[1]) for row in rows]
        firsts, seconds = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
        self.second_first = len(seconds) < len(firsts)
        if self.second_first:
            pairs = [(second, first) for first, second in pairs]
            firsts, seconds = seconds, firsts
        self.bases = (min(firsts), min(seconds))
        self.widths = (max(firsts) - self.bases[0] + 1, max(seconds) - self.bases[1] + 1)
        self.partners: list[int] = []
        if len(firsts) <= MOST and max(self.widths) <= SPAN:
            self.partners = [0] * self.widths[0]
            for first, second in pairs:
                self.partners[first - self.bases[0]] |= 1 << (second - self.bases[1])


class Paired(Filter):
    """Two variables whose values are one of the pairs."""

    def __init__(self, pairs: Pairs, x: int, y: int) -> None:
        self._pairs = pairs
        self._x, self._y = (y, x) if pairs.second_first else (x, y)

    def propagate(self, store: Store) -> None:
        """Keep the values that occur in a pair within the domains."""
        pairs, x, y = self._pairs, self._x, self._y
        first = store.window(x, pairs.bases[0], pairs.widths[0])
        second = store.window(y, pairs.bases[1], pairs.widths[1])
        left = right = 0
        while first:
            low = first & -first
            first ^= low
            met = pairs.partners[low.bit_length() - 1] & second
            if met:
                left |= low
                right |= met
        if not left:
            raise Contradiction
        store.keep_window(x, pairs.bases[0], left)
        store.keep_window(y, pairs.bases[1], right)

    def support(self, store: Store) -> list[int] | None:
        """The first pair within the domains."""
        pairs, x, y = self._pairs, self._x, self._y
        first = store.window(x, pairs.bases[0], pairs.widths[0])
        second = store.window(y, pairs.bases[1], pairs.widths[1])
        while first:
            low = first & -first
            first ^= low
            met = pairs.partners[low.bit_length() - 1] & second
            if met:
                found = [
                    shifted(low, pairs.bases[0] - store.base[x]),
                    shifted(met & -met, pairs.bases[1] - store.base[y]),
                ]
                return found[::-1] if pairs.second_first else found
        return None
