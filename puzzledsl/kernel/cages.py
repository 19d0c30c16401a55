"""Different values with a given sum, on bit masks: bounds, and domain consistency by sets of values."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.filter import Filter, have_common_base
from puzzledsl.kernel.matching import common_masks, filter_by_matching, separate
from puzzledsl.kernel.packed_sets import MOST_PACKED, kept_by_sums, span_of
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64  # a machine word where this is compiled

    from puzzledsl.kernel.store import Store

MOST_SETS = 5_000
"""Where there are more sets of so many values, only bounds are kept."""

MOST_OPEN: Final = 6
"""Open cells that share out a set of values by `Sharing`: its sets of sets are machine words."""


MOST_PEERS: Final = 60
"""Peers of a cage that its filter looks at: sets of them are machine words."""


class Cage(Filter):
    """Different variables with a sum."""

    def __init__(self, variables: Sequence[int], total: int, peers: Sequence[tuple[int, int]] = ()) -> None:
        """
        Args:
            peers: other variables, each with the positions in ``variables`` of those that it differs from, as bits.
                A value that the sum needs leaves a peer of all variables that can have it. Only the first `MOST_PEERS`
                are looked at.
        """
        self._variables: list[int] = list(variables)
        self._total = total
        self._peers: list[int] = [y for y, _ in peers[:MOST_PEERS]]
        self._peers_of: list[int] = [0] * len(self._variables)  # by position, as bits
        for number, (_, positions) in enumerate(peers[:MOST_PEERS]):
            for position in range(len(self._variables)):
                self._peers_of[position] |= (positions >> position & 1) << number
        self._base = self._width = 0  # that ``_sets`` are for
        self._sets: list[int] = []
        self._listed = False  # else there are too many sets

    def fits(self, store: Store) -> bool:
        """See `Filter`."""
        return bool(self._variables) and have_common_base(store, self._variables + self._peers)

    def propagate(self, store: Store) -> None:
        """Singles and the sets of values that have the sum; at the costly priority domain consistency.

        Where there are too many sets to look at, bounds.
        """
        variables, mask = self._variables, store.mask
        union = twice = fixed = 0
        for x in variables:
            m = mask[x]
            twice |= union & m
            union |= m
            if not m & (m - 1):
                if fixed & m:
                    raise Contradiction
                fixed |= m
        base = store.base[variables[0]]
        if base != self._base or union >> self._width:
            self._list(base, union.bit_length())
        if not self._listed:
            propagate_cage(store, variables, self._total)
            return
        allowed, needed = 0, union
        live: list[int] = []
        for values in self._sets:
            if not values & ~union and not fixed & ~values:
                allowed |= values
                needed &= values
                live.append(values & ~fixed)
        if not live:
            raise Contradiction
        naked, lonely = twice & fixed, needed & ~twice & ~fixed
        if lonely or naked or allowed != union:
            for x in variables:
                m = mask[x]
                if not m & (m - 1):
                    continue
                hidden = m & lonely
                if hidden:
                    if hidden & (hidden - 1):
                        raise Contradiction
                    store.put(x, hidden)
                else:
                    store.put(x, m & allowed & ~naked)
        if not store.costly:
            return
        cells: list[int] = []
        masks: list[int] = []
        for x in variables:
            m = mask[x]
            if m & ~fixed:
                cells.append(x)
                masks.append(m & ~fixed)
        if not cells:
            return
        if len(cells) > MOST_OPEN:
            propagate_cage(store, variables, self._total)
        else:
            sharing = Sharing(masks)
            for values in live:
                if sharing.has_news(values):
                    sharing.share(values)
            for i, m in enumerate(sharing.kept):
                store.put(cells[i], m)
        if self._peers:
            self._narrow_peers(store, needed & ~fixed)

    def _narrow_peers(self, store: Store, needed: int) -> None:
        """Remove each of the needed values from the peers of all variables that can have it."""
        variables, mask, peers, peers_of = self._variables, store.mask, self._peers, self._peers_of
        while needed:
            value = needed & -needed
            needed ^= value
            common = -1
            for i, x in enumerate(variables):
                if mask[x] & value:
                    common &= peers_of[i]
                    if not common:
                        break
            while common > 0:
                low = common & -common
                common ^= low
                y = peers[low.bit_length() - 1]
                if mask[y] & value:
                    store.put(y, mask[y] ^ value)

    def _list(self, base: int, width: int) -> None:
        """List the sets of values, as wide as the variables are now."""
        n = len(self._variables)
        self._base, self._width = base, width
        self._listed = comb(width, n) <= MOST_SETS
        self._sets = list(value_sets(n, self._total - n * base, width)) if self._listed else []


class Sharing:
    """How some cells can share out a set of values among them, each taking one.

    Attributes:
        kept: by cell, what has been found to be possible.
    """

    def __init__(self, masks: list[int]) -> None:
        """
        Args:
            masks: of the cells, at most `MOST_OPEN`.
        """
        self.kept = [0] * len(masks)
        self._masks = masks
        self._n: i64 = len(masks)
        self._one: i64 = 1  # mypyc 2.4 writes a constant as an `int` of C, and `1 << 40` is undefined there
        self._parts: i64 = 0  # the ranks of the values that a cell has, cell by cell
        self._found: i64 = 0  # those of them that are possible

    def has_news(self, values: int) -> bool:
        """Whether some cell has one of the values that is not in ``kept``."""
        kept = self.kept
        for i, m in enumerate(self._masks):  # noqa: SIM110 - compiled, a generator takes long
            if m & values & ~kept[i]:
                return True
        return False

    def share(self, values: int) -> bool:
        """Share out a set of as many values as cells. Return whether there is a way."""
        masks, kept = self._masks, self.kept
        if len(masks) == 1:
            left = masks[0] & values
            kept[0] |= left
            return left != 0
        if len(masks) == 2:
            low = values & -values
            high = values ^ low
            first, second = masks
            straight, crossed = first & low and second & high, first & high and second & low
            if straight:
                kept[0] |= low
                kept[1] |= high
            if crossed:
                kept[0] |= high
                kept[1] |= low
            return straight != 0 or crossed != 0
        n = self._n
        one = self._one
        parts: i64 = 0
        place: i64 = 0
        rest = values
        while rest:
            low = rest & -rest
            rest ^= low
            at = place
            for m in masks:
                if m & low:
                    parts |= one << at
                at += n
            place += 1
        self._parts, self._found = parts, 0
        if not self._from(0, 1):
            return False
        found, place, rest = self._found, 0, values
        while rest:
            low = rest & -rest
            rest ^= low
            at = place
            for i in range(len(masks)):
                if found >> at & 1 and not kept[i] & low:
                    kept[i] |= low
                at += n
            place += 1
        return True

    def _from(self, cell: i64, sets: i64) -> i64:
        """Give the cells from one on what those before it have not taken.

        A set of the values is a number below 2**n, by their ranks; a set of such sets is a machine word, as in
        `packed_sets`. The set of all the values does not occur: bit 63 would be the sign.

        Args:
            sets: what the cells before this one can have taken.

        Returns:
            Those of the sets that leave the other cells a way.
        """
        n = self._n
        one = self._one
        j: i64
        part = self._parts >> (cell * n)
        alive: i64 = 0
        found: i64 = 0
        if cell == n - 1:
            everything: i64 = (one << n) - 1
            for j in range(n):
                if part >> j & 1:
                    before = one << (everything ^ (one << j))
                    if sets & before:
                        alive |= before
                        found |= one << j
        else:
            following: i64 = 0
            for j in range(n):
                if part >> j & 1:
                    following |= (sets & _without(j)) << (one << j)
            if not following:
                return 0
            following = self._from(cell + 1, following)
            for j in range(n):
                if part >> j & 1:
                    from_here = following >> (one << j) & _without(j) & sets
                    if from_here:
                        alive |= from_here
                        found |= one << j
        self._found |= found << (cell * n)
        return alive


def _without(bit: i64) -> i64:
    """The numbers below 64 without a bit, as bits of a word."""
    if bit == 0:
        return 0x5555555555555555
    if bit == 1:
        return 0x3333333333333333
    if bit == 2:
        return 0x0F0F0F0F0F0F0F0F
    if bit == 3:
        return 0x00FF00FF00FF00FF
    if bit == 4:
        return 0x0000FFFF0000FFFF
    return 0x00000000FFFFFFFF


def propagate_cage(store: Store, variables: Sequence[int], total: int) -> None:
    """Singles and bounds of the sum; at the costly priority domain consistency, unless there are too many sets.

    Raises Contradiction when no different values have this sum.
    """
    if not variables:
        return
    base = store.base[variables[0]]
    before = common_masks(store, variables)
    if before is None:
        base = min([store.lo(x) for x in variables])
        width = max([store.hi(x) for x in variables]) - base + 1
        before = [store.window(x, base, width) for x in variables]
    after = before.copy()
    rest = total - len(after) * base
    separate(after)
    bound(after, rest)
    if store.costly:
        kept = fitted(rest, tuple(after))
        if not kept:
            raise Contradiction
        for x, old, left in zip(variables, before, kept, strict=True):
            if left != old:
                store.keep_window(x, base, left)
        return
    for x, old, left in zip(variables, before, after, strict=True):
        if left != old:
            store.keep_window(x, base, left)


def bound(masks: list[int], rest: int) -> None:
    """Cut off what is too small or too large for the sum ``rest`` of the positions of the bits, in place."""
    least = most = 0
    for mask in masks:
        least += (mask & -mask).bit_length() - 1
        most += mask.bit_length() - 1
    if rest < least or rest > most:
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


@lru_cache(maxsize=1 << 15)
def fitted(rest: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of the masks when only values with different positions that sum to ``rest`` are kept; empty: none.

    A search meets the same domains again and again, hence the memory.
    """
    start, width = span_of(masks)
    if width <= MOST_PACKED:
        rest -= start * len(masks)
        left = kept_by_sums(masks, 1 << rest, start, width) if rest >= 0 else ()
        return left if any(left) else ()
    possible = possible_sets(rest, masks)
    if possible is None:
        return masks
    kept = [0] * len(masks)
    for _, parts in possible:
        for i, part in enumerate(parts):
            kept[i] |= part
    return tuple(kept) if possible else ()


def possible_sets(rest: int, masks: Sequence[int]) -> list[tuple[int, list[int]]] | None:
    """The sets of positions, as masks, each with what it leaves of every cell; ``None``: too many to look at."""
    n = len(masks)
    width = max([mask.bit_length() for mask in masks])
    if comb(width, n) > MOST_SETS:
        return None
    union = fixed = 0
    for mask in masks:
        union |= mask
        if not mask & (mask - 1):
            fixed |= mask
    found: list[tuple[int, list[int]]] = []
    for values in value_sets(n, rest, width):
        if values & ~union or fixed & ~values:
            continue
        parts = [mask & values for mask in masks]
        if 0 in parts:
            continue
        try:
            separate(parts)
            filter_by_matching(parts)
        except Contradiction:
            continue
        found.append((values, parts))
    return found


@lru_cache(maxsize=1024)
def value_sets(n: int, total: int, width: int) -> tuple[int, ...]:
    """The sets of ``n`` of the numbers ``0 … width - 1`` with a sum, as masks."""
    if n == 0:
        return (0,) if total == 0 else ()
    if n > width or not n * (n - 1) <= 2 * total <= n * (2 * width - n - 1):
        return ()
    without = value_sets(n, total, width - 1)
    return without + tuple([values | 1 << (width - 1) for values in value_sets(n - 1, total - width + 1, width - 1)])
