"""Allowed combinations of values on domains: domain consistency with masks of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

MOST_KNOWN = 1 << 12
"""Answers that are kept of one table."""

MOST_EXPLAINED = 1 << 14
"""Removals by tables of more rows are not explained."""


def among(store: Store, x: int, values: Sequence[int]) -> int:
    """Which of some values a variable has, as bits by their places in the list."""
    found = 0
    for i, v in enumerate(values):
        if store.has(x, v):
            found |= 1 << i
    return found


def keep_among(store: Store, x: int, values: Sequence[int], kept: int) -> None:
    """Leave a variable only those of the values whose places are bits of ``kept``."""
    store.keep(x, Domain.of([values[i] for i in bits(kept)]))


MOST_PAIRED = 62
"""The widest domains of two variables whose values are looked up one by one."""

OFTEN, MOST_LISTED = 64, 10
"""After so many calls for two variables, the partners of each set of values are listed, up to these widths."""


class Rows:
    """The rows of a table, arranged to be filtered: Demeulenaere et al., Compact-Table (CP 2016), without its trail.

    A search meets the same domains again and again, so answers are remembered. Engines in several threads may share
    it: what is remembered depends on the rows alone, and each step of remembering leaves it complete.
    """

    def __init__(self, rows: Iterable[tuple[int, ...]], length: int) -> None:
        supports: list[dict[int, int]] = [{} for _ in range(length)]  # value → the rows that have it there
        count = 0
        for number, row in enumerate(sorted(rows)):
            count += 1
            for i, v in enumerate(row):
                supports[i][v] = supports[i].get(v, 0) | 1 << number
        self._count = count
        self._all = (1 << count) - 1
        self._bases: list[int] = []
        self._widths: list[int] = []
        self._supports: list[list[tuple[int, int]]] = []  # (bit from the base, rows), by position
        self._listed: list[list[int]] = []  # where values lie far apart: all of them, each with its place for a bit
        for support in supports:
            values = sorted(support)
            base = values[0] if values else 0
            self._bases.append(base)
            self._widths.append(values[-1] - base + 1 if values else 0)
            if self._widths[-1] <= SPAN:
                self._listed.append([])
                self._supports.append([(v - base, support[v]) for v in values])
            else:
                self._listed.append(values)
                self._supports.append([(i, support[v]) for i, v in enumerate(values)])
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._partners: list[int] = []  # of pairs: by bit of the first value, the second ones
        if length == 2 and self._widths[0] <= MOST_PAIRED and self._widths[1] <= MOST_PAIRED:
            self._partners = [0] * self._widths[0]
            for i, those in self._supports[0]:
                for j, having in self._supports[1]:
                    if those & having:
                        self._partners[i] |= 1 << j
        self._calls = 0  # of `_propagate_pair`, up to `OFTEN`
        # By set of first values, the second ones that any of them goes with; and the other way round.
        self._seconds: list[int] = []
        self._firsts: list[int] = []

    def propagate(self, store: Store, variables: Sequence[int]) -> None:
        """Keep the values that occur in a row within the domains.

        Raises Contradiction when there is no such row.
        """
        if not self._all:
            raise Contradiction  # however many variables: tables without rows are all equal, and share this
        if not variables:
            return
        if self._partners:
            self._propagate_pair(store, variables[0], variables[1])
            return
        found: list[int] = []
        for i, x in enumerate(variables):
            listed = self._listed[i]
            found.append(among(store, x, listed) if listed else store.window(x, self._bases[i], self._widths[i]))
        masks = tuple(found)
        kept = self._known.get(masks)
        if kept is None:
            kept = self._filtered(masks)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[masks] = kept
        if not kept:
            raise Contradiction
        for i, x in enumerate(variables):
            if self._listed[i]:
                keep_among(store, x, self._listed[i], kept[i])
            else:
                store.keep_window(x, self._bases[i], kept[i])

    def _propagate_pair(self, store: Store, x: int, y: int) -> None:
        first, second = (
            store.window(x, self._bases[0], self._widths[0]),
            store.window(y, self._bases[1], self._widths[1]),
        )
        left = right = 0
        if self._seconds:
            left, right = first & self._firsts[second], second & self._seconds[first]
            first = 0
        elif self._calls < OFTEN:
            self._calls += 1
            if self._calls == OFTEN and max(self._widths) <= MOST_LISTED:
                self._list_partners()
        while first:
            low = first & -first
            first ^= low
            met = self._partners[low.bit_length() - 1] & second
            if met:
                left |= low
                right |= met
        if not left:
            raise Contradiction
        store.keep_window(x, self._bases[0], left)
        store.keep_window(y, self._bases[1], right)

    def _list_partners(self) -> None:
        backwards = [0] * self._widths[1]
        for i, those in enumerate(self._partners):
            for j in range(len(backwards)):
                backwards[j] |= (those >> j & 1) << i
        self._firsts = _unions(backwards)
        self._seconds = _unions(self._partners)  # last, since another thread may use both as soon as this one is there

    def _filtered(self, masks: tuple[int, ...]) -> tuple[int, ...]:
        valid = self._all
        for i, mask in enumerate(masks):
            possible = 0
            for bit, rows in self._supports[i]:
                if mask >> bit & 1:
                    possible |= rows
            valid &= possible
            if not valid:
                return ()
        answer: list[int] = []
        for i, mask in enumerate(masks):
            kept = 0
            for bit, rows in self._supports[i]:
                if mask >> bit & 1 and rows & valid:
                    kept |= 1 << bit
            answer.append(kept)
        return tuple(answer)

    def explain(self, why: Explanation, variables: Sequence[int], x: int, gone: int) -> int:
        """Explain removals: each row with such a value has another one that is gone. Return the values left over.

        A greedy cover chooses these others; those that are needed already come first. With ``x`` -1 it is a
        contradiction, and ``gone`` is 1.
        """
        if not self._all:
            return 0
        if self._count > MOST_EXPLAINED:
            return gone
        open_rows = alive = self._all  # those that no value needed up to now rules out; those within the domains
        asked: list[tuple[int, int]] = []  # (value as a bit, the rows that have it)
        variable: list[int] = []  # of the values that are gone,
        value: list[int] = []  # as a bit,
        rows: list[int] = []  # the rows that have it
        for i, y in enumerate(variables):
            if self._listed[i]:
                return gone
            shift, possible, present = self._bases[i] - why.base[y], 0, 0
            first, mask, blocked = why.first[y], why.masks[y], why.needed[y] & ~why.masks[y]
            for place, having in self._supports[i]:
                at = place + shift
                if at < 0 or not first >> at & 1:
                    continue
                bit = 1 << at
                if y == x:
                    if gone & bit:
                        possible |= having
                        asked.append((bit, having))
                elif mask & bit:
                    possible |= having
                    present |= having
                elif not blocked & bit:
                    possible |= having
                    variable.append(y)
                    value.append(bit)
                    rows.append(having)
            open_rows &= possible
            if y != x:
                alive &= present
        left = 0
        if alive:
            if x < 0:
                return gone
            for bit, having in asked:
                if having & alive:
                    left |= bit
                    open_rows &= ~having
        while open_rows:
            best, most = 0, 0
            for i, having in enumerate(rows):
                count = (having & open_rows).bit_count()
                if count > most:
                    best, most = i, count
            why.need(variable[best], value[best])
            open_rows &= ~rows[best]
        return left


def _unions(sets: list[int]) -> list[int]:
    """By set of places in the list, as bits, the union of what is there."""
    found = [0]
    for one in sets:
        found += [union | one for union in found]
    return found


class Combinations(Filter):
    """Variables whose values are one of the rows."""

    def __init__(self, rows: Rows, variables: Sequence[int]) -> None:
        self._rows = rows
        self._variables: list[int] = list(variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency."""
        self._rows.propagate(store, self._variables)
