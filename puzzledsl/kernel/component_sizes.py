"""Sizes of the components that equal values form in a graph: what they exclude.

A component is a largest connected set of positions with one value. A position *may* have a value while the value is in
its domain, and has it *certainly* once it is fixed to it. For each value, the positions that have it certainly fall
into *parts*; each part grows into one component, through positions that may have the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.component_packing import Packing
from puzzledsl.kernel.graphs import gather, neighbors, required, spread
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store

MOST_STATES = 64
"""So many states along the trail are remembered."""


class ComponentFilter:
    """Each position's component has the size that belongs to it.

    Only what has changed is looked at: the states in which nothing more followed are remembered along the trail, and
    the difference to the latest of them says where components may have grown, shrunk or fallen apart.
    """

    __slots__ = ("_count", "_near", "_own", "_packing", "_sized", "_sizes", "_states", "_values")

    def __init__(self, values: Sequence[int], sizes: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        """Args: values, sizes: variables by position, -1 for any size. edges: pairs of positions."""
        self._values, self._sizes = list(values), list(sizes)
        self._sized = [p for p, x in enumerate(sizes) if x >= 0]
        self._count = len(self._values)
        self._own = self._values == self._sizes  # the values are the sizes
        self._near = neighbors(self._count, edges)
        self._packing = Packing(self._near)
        # Length of the trail, its last entry, masks of all, and positions of different components.
        self._states: list[tuple[int, object, list[int], list[int]]] = []

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows.

        Raises:
            Contradiction: a component is too large, or has no room.
        """
        known, apart = self._known(store)
        if not known and self._own:
            for x in self._values:
                store.at_least(x, 1)
                store.at_most(x, self._count)
        while True:
            now = self._state(store)
            if now == known:
                break
            if self._own:
                apart = self._room_for_all(store, now, apart)
            for value in self._changed(store, known, now):
                self._look(store, value)
            known = now
        length = store.mark()
        if length and (not self._states or self._states[-1][0] < length):
            if len(self._states) == MOST_STATES:
                del self._states[1::2]
            self._states.append((length, store.entry(length), known, apart))

    def _known(self, store: Store) -> tuple[list[int], list[int]]:
        """The latest state above this one on the trail in which nothing followed; empty: there is none.

        With it comes what `_room_for_all` had found there.
        """
        states = self._states
        while states:
            length, entry, known, apart = states[-1]
            if store.has_entry(length, entry):
                return known, apart
            states.pop()
        return [], []

    def _state(self, store: Store) -> list[int]:
        masks = store.mask
        found = [masks[x] for x in self._values]
        if not self._own:
            found += [masks[self._sizes[p]] for p in self._sized]
        return found

    def _changed(self, store: Store, known: list[int], now: list[int]) -> list[int]:
        """The values that some position has lost, or has for certain since; and those whose sizes have changed."""
        bases, values, count = store.base, self._values, self._count
        found: set[int] = set()
        for p in range(count):
            mask = now[p]
            before = known[p] if known else 0
            if mask and mask != before:
                if before and mask & (mask - 1):
                    mask = 0
                for bit in bits(mask | before & ~now[p]):
                    found.add(bases[values[p]] + bit)
        if known and not self._own:
            for i, p in enumerate(self._sized):
                if known[count + i] != now[count + i]:
                    for bit in bits(now[p]):
                        found.add(bases[values[p]] + bit)
        return sorted(found)

    def _look(self, store: Store, value: int) -> None:
        """Look at all positions that have a size and may have this value."""
        near, values, sizes = self._near, self._values, self._sizes
        may, must = self._possible(store, value)
        in_room = [-1] * self._count
        rooms: list[list[int]] = []  # what is joined by positions that may have the value
        number = [-1] * self._count
        parts: list[list[int]] = []  # what is joined by positions that certainly have it
        seen: set[int] = set()  # numbers of parts
        for p in self._sized:
            if must[p]:
                if number[p] < 0:
                    gather(near, must, number, parts, p)
                if number[p] not in seen:
                    seen.add(number[p])
                    part = parts[number[p]]
                    self._limit(store, value, part, may, must, number, parts)
                    if len(part) < self._size_bounds(store, value, part)[1]:
                        self._reach(store, value, part, may, must)
            elif may[p]:
                if in_room[p] < 0:
                    gather(near, may, in_room, rooms, p)
                if len(rooms[in_room[p]]) < (value if self._own else store.lo(sizes[p])):
                    store.remove(values[p], value)
                    may[p] = False

    def _room_for_all(self, store: Store, now: list[int], apart: list[int]) -> list[int]:
        """Components that must be different ones leave little room for others; returns a position of each of them.

        Args:
            apart: positions that were chosen in the known state.
        """
        bases, values, count = store.base, self._values, self._count
        fixed: list[tuple[int, int]] = []
        certain = 0  # values that some position certainly has
        for p in range(count):
            mask = now[p]
            if mask and not mask & (mask - 1):
                value = bases[values[p]] + mask.bit_length() - 1
                fixed.append((p, value))
                certain |= 1 << value
        chosen = self._packing.extended(apart, fixed)
        number: dict[int, int] = {}
        value_of = dict(fixed)
        rest = count
        for p in chosen:
            rest -= value_of[p]
            number[value_of[p]] = number.get(value_of[p], 0) + 1
        if rest < 0:
            raise Contradiction
        small = ((2 << rest) - 1) | certain
        for p in range(count):
            x = values[p]
            mask = store.mask[x]
            if mask & (mask - 1):
                base = bases[x]
                store.put(x, mask & (small >> base if base >= 0 else small << -base))
        for value, times in number.items():
            if value > rest:
                self._closed(store, value, [p for p in chosen if value_of[p] == value], times == 1)
        return chosen

    def _closed(self, store: Store, value: int, chosen: list[int], is_one: bool) -> None:
        """All components of a value have one of some positions in them, each another one."""
        may, must = self._possible(store, value)
        if is_one:
            part: list[list[int]] = []
            gather(self._near, must, [-1] * self._count, part, chosen[0])
            room, inside = spread(self._near, part[0], may, value)
            for p in range(self._count):
                if may[p] and not inside[p]:
                    store.remove(self._values[p], value)
            for p in required(self._near, part[0], inside, len(room), value, must)[0]:
                if not must[p]:
                    store.fix(self._values[p], value)
            return
        within = 0
        for p in chosen:
            within |= self._packing.ball(p, value)
        reached_ones = chosen.copy()
        inside = [False] * self._count
        for p in chosen:
            inside[p] = True
        for p in reached_ones:
            for q in self._near[p]:
                if may[q] and not inside[q] and within >> q & 1:
                    inside[q] = True
                    reached_ones.append(q)
        for p in range(self._count):
            if may[p] and not inside[p]:
                store.remove(self._values[p], value)

    def _possible(self, store: Store, value: int) -> tuple[list[bool], list[bool]]:
        """Which positions may have a value, and which certainly have it."""
        masks, bases = store.mask, store.base
        may, must = [False] * self._count, [False] * self._count
        for p in range(self._count):
            x = self._values[p]
            mask = masks[x]
            if not mask:
                may[p] = store.has(x, value)
                continue
            shift = value - bases[x]
            if shift >= 0 and mask >> shift & 1:
                may[p] = True
                must[p] = mask == 1 << shift
        return may, must

    def _size_bounds(self, store: Store, value: int, part: list[int]) -> tuple[int, int]:
        """The smallest and the largest size that the component of this part may have, from the sizes alone."""
        if self._own:
            return value, value
        low, high = 1, self._count
        for p in part:
            x = self._sizes[p]
            if x >= 0:
                low, high = max(low, store.lo(x)), min(high, store.hi(x))
        return low, high

    def _narrow(self, store: Store, part: list[int], low: int, high: int) -> None:
        if low > high:
            raise Contradiction
        if not self._own:
            for p in part:
                x = self._sizes[p]
                if x >= 0:
                    store.at_least(x, low)
                    store.at_most(x, high)

    def _limit(
        self,
        store: Store,
        value: int,
        part: list[int],
        may: list[bool],
        must: list[bool],
        number: list[int],
        parts: list[list[int]],
    ) -> None:
        """A part is not larger than its component may be; no neighbor joins it to parts that are too much for it."""
        low, high = self._size_bounds(store, value, part)
        self._narrow(store, part, max(low, len(part)), high)
        tried: set[int] = set()
        for p in part:
            for q in self._near[p]:
                if not may[q] or must[q] or q in tried:
                    continue
                tried.add(q)
                total, most = 1, high
                if not self._own and self._sizes[q] >= 0:
                    most = min(most, store.hi(self._sizes[q]))
                joined: set[int] = set()
                for beside in self._near[q]:
                    if must[beside]:
                        if number[beside] < 0:
                            gather(self._near, must, number, parts, beside)
                        if number[beside] not in joined:
                            joined.add(number[beside])
                            other = parts[number[beside]]
                            total += len(other)
                            if not self._own:
                                most = min(most, self._size_bounds(store, value, other)[1])
                if total > most:
                    store.remove(self._values[q], value)
                    may[q] = False

    def _reach(self, store: Store, value: int, part: list[int], may: list[bool], must: list[bool]) -> None:
        """What a part can grow to is large enough; it takes in the positions without which it would not be."""
        low, high = self._size_bounds(store, value, part)
        room, inside = spread(self._near, part, may, high)
        self._narrow(store, part, low, min(high, len(room)))
        if low > len(part):
            for p in required(self._near, part, inside, len(room), low, [])[0]:
                if not must[p]:
                    store.fix(self._values[p], value)
                    must[p] = True
