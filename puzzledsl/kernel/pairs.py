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

OFTEN, MOST_LISTED = 64, 10
"""After so many calls, the partners of each set of values are listed, up to these widths."""


class Pairs:
    """Pairs of values. Engines in several threads may share them: what is added depends on the rows alone.

    Attributes:
        bases, widths: of the first values and of the second ones.
        partners: by bit of a first value, the second ones.
    """

    def __init__(self, rows: Iterable[tuple[int, ...]]) -> None:
        firsts, seconds = [row[0] for row in rows], [row[1] for row in rows]
        self.bases = (min(firsts), min(seconds))
        self.widths = (max(firsts) - self.bases[0] + 1, max(seconds) - self.bases[1] + 1)
        self.partners: list[int] = []
        self.calls = 0  # up to `OFTEN`
        # By set of first values, the second ones that any of them goes with; and the other way round.
        self.seconds: list[int] = []
        self.firsts: list[int] = []
        if max(self.widths) <= WIDEST:
            self.partners = [0] * self.widths[0]
            for first, second in rows:
                self.partners[first - self.bases[0]] |= 1 << (second - self.bases[1])

    def count_call(self) -> None:
        """List the partners of each set of values if there have been many calls."""
        if self.calls < OFTEN:
            self.calls += 1
            if self.calls == OFTEN and max(self.widths) <= MOST_LISTED:
                backwards = [0] * self.widths[1]
                for i, those in enumerate(self.partners):
                    for j in range(len(backwards)):
                        backwards[j] |= (those >> j & 1) << i
                self.firsts = _unions(backwards)
                self.seconds = _unions(self.partners)  # last: another thread may use both once this one is there


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
        if pairs.seconds:
            left, right = first & pairs.firsts[second], second & pairs.seconds[first]
            first = 0
        else:
            pairs.count_call()
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


def _unions(sets: list[int]) -> list[int]:
    """By set of places in the list, as bits, the union of what is there."""
    found = [0]
    for one in sets:
        found += [union | one for union in found]
    return found
