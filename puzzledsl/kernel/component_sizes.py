"""Sizes of the components that equal values form in a graph: what they exclude.

A component is a largest connected set of positions with one value. A position *may* have a value while the value is in
its domain, and has it *certainly* once it is fixed to it. For each value, the positions that have it certainly fall
into *parts*; each part grows into one component, through positions that may have the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.graphs import gather, neighbors, required, spread
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store


class ComponentFilter:
    """Each position's component has the size that belongs to it.

    A value is looked at again only after its positions, or sizes, are others than those from which nothing followed.
    """

    __slots__ = ("_count", "_near", "_own", "_quiet", "_sized", "_sizes", "_values")

    def __init__(self, values: Sequence[int], sizes: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        """Args: values, sizes: variables by position, -1 for any size. edges: pairs of positions."""
        self._values, self._sizes = list(values), list(sizes)
        self._sized = [p for p, x in enumerate(sizes) if x >= 0]
        self._count = len(self._values)
        self._own = self._values == self._sizes  # the values are the sizes
        self._near = neighbors(self._count, edges)
        self._quiet: dict[int, list[int]] = {}  # by value, the latest state from which nothing followed

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows.

        Raises:
            Contradiction: a component is too large, or has no room.
        """
        if self._own:
            for x in self._values:
                store.at_least(x, 1)
                store.at_most(x, self._count)
        before = -1
        while store.mark() != before:
            before = store.mark()
            present: set[int] = set()
            for x in self._values:
                for bit in bits(store.mask[x]):
                    present.add(store.base[x] + bit)
            for value in sorted(present):
                state = self._state(store, value)
                mark = store.mark()
                if self._quiet.get(value) != state:
                    self._look(store, value)
                    if store.mark() == mark:
                        self._quiet[value] = state

    def _state(self, store: Store, value: int) -> list[int]:
        """All that `_look` may depend on: by position whether it may have the value, or has it, and its sizes."""
        may, must = self._possible(store, value)
        found = [may[p] + must[p] for p in range(self._count)]
        if not self._own:
            for p in self._sized:
                if may[p]:
                    found.append(store.lo(self._sizes[p]))
                    found.append(store.hi(self._sizes[p]))
        return found

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
