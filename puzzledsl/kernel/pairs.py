"""Tables of two variables whose values are looked up one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.kernel.store import Store

WIDEST = 62
"""The widest domains of such variables."""


class Pairs:
    """Pairs of values.

    Attributes:
        bases, widths: of the first values and of the second ones.
        partners: by bit of a first value, the second ones.
    """

    def __init__(self, rows: Iterable[tuple[int, ...]]) -> None:
        firsts, seconds = [row[0] for row in rows], [row[1] for row in rows]
        self.bases = (min(firsts), min(seconds))
        self.widths = (max(firsts) - self.bases[0] + 1, max(seconds) - self.bases[1] + 1)
        self.partners: list[int] = []
        if max(self.widths) <= WIDEST:
            self.partners = [0] * self.widths[0]
            for first, second in rows:
                self.partners[first - self.bases[0]] |= 1 << (second - self.bases[1])


class Paired(Filter):
    """Two variables whose values are one of the pairs."""

    def __init__(self, pairs: Pairs, x: int, y: int) -> None:
        self._pairs = pairs
        self._x = x
        self._y = y

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
