"""Sizes of the components that equal values form in a graph: what they exclude.

A component is a largest connected set of positions with one value. A position *may* have a value while the value is in
its domain, and has it *certainly* once it is fixed to it. For each value, the positions that have it certainly fall
into *parts*; each part grows into one component, through positions that may have the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import sizes_of_components
from puzzledsl.kernel.graphs import gather, neighbors, required, spread
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import SPAN, Contradiction
from puzzledsl.time_limit import check_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


class ComponentFilter:
    """Each position's component has the size that belongs to it.

    A value is looked at again only after its positions, or sizes, are others than those from which nothing followed.
    """

    __slots__ = (
        "_certain",
        "_count",
        "_edges",
        "_known",
        "_least",
        "_near",
        "_open",
        "_own",
        "_possible",
        "_sized",
        "_sizes",
        "_values",
    )

    def __init__(self, values: Sequence[int], sizes: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        """Args: values, sizes: variables by position, -1 for any size. edges: pairs of positions."""
        self._values, self._sizes = list(values), list(sizes)
        self._sized = [p for p, x in enumerate(sizes) if x >= 0]
        self._count = len(self._values)
        self._own = self._values == self._sizes  # the values are the sizes
        self._edges = edges
        self._near = neighbors(self._count, edges)
        self._least = 0  # the value of bit 0
        self._known: list[int] = []  # domains of the values, then of the sizes, when they were last compared
        self._possible: dict[int, int] = {}  # by value, from `_least`: the positions that may have it, as bits
        self._certain: dict[int, int] = {}  # and those that have it
        self._open = 0  # the values to be looked at, as bits from `_least`

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows.

        Raises:
            Contradiction: a component is too large, or has no room.
            OutOfTime: the time limit came first.
        """
        if self._own:
            for x in self._values:
                store.at_least(x, 1)
                store.at_most(x, self._count)
        if self._are_far_apart(store):
            return
        self._compare(store)
        while self._open:
            rooms: dict[int, list[list[int]]] = {}
            for bit in bits(self._open):
                check_time()
                mark = store.mark()
                if self._certain.get(bit):
                    self._look(store, self._least + bit)
                elif bit in self._possible:
                    self._look_at_rooms(store, self._least + bit, rooms)
                if store.mark() == mark:
                    self._open &= ~(1 << bit)
            self._compare(store)

    def _are_far_apart(self, store: Store) -> bool:
        """Whether the values left are too many, or too far apart, for bits; sizes then wait for the last one."""
        bases = [store.base[x] for x in self._values if store.mask[x]]
        if len(bases) == self._count and max(bases) - min(bases) <= SPAN:
            return False
        if all(store.is_fixed(x) for x in self._values):
            found = sizes_of_components([store.lo(x) for x in self._values], self._edges)
            for x, size in zip(self._sizes, found, strict=True):
                if x >= 0:
                    store.fix(x, size)
        return True

    def _compare(self, store: Store) -> None:
        """Note the values that some position has lost, regained or been fixed to, or whose sizes have changed."""
        masks, bases = store.mask, store.base
        least = min([bases[x] for x in self._values])
        now = [masks[x] << (bases[x] - least) for x in self._values]
        if not self._own:
            now += [masks[x] if x >= 0 else 0 for x in self._sizes]
        if least != self._least or not self._known:
            self._known, self._least, self._open = [0] * len(now), least, 0
            self._possible.clear()
            self._certain.clear()
        possible, certain = self._possible, self._certain
        for p, old in enumerate(self._known):
            new = now[p]
            if old == new:
                continue
            if p >= self._count:
                self._open |= now[p - self._count]
                continue
            self._open |= old ^ new
            position = 1 << p
            for bit in bits(old ^ new):
                possible[bit] = possible.get(bit, 0) ^ position
            for mask in (old, new):
                if mask and not mask & (mask - 1):
                    self._open |= mask
                    bit = mask.bit_length() - 1
                    certain[bit] = certain.get(bit, 0) ^ position
        self._known = now

    def _look_at_rooms(self, store: Store, value: int, known: dict[int, list[list[int]]]) -> None:
        """Look at a value that no position has for certain: its component needs room.

        Args:
            known: what is joined by positions, by these positions as bits; most values have the same ones.
        """
        inside = self._possible[value - self._least]
        rooms = known.get(inside)
        if rooms is None:
            may = [bool(inside >> p & 1) for p in range(self._count)]
            number = [-1] * self._count
            rooms = known[inside] = []
            for p in bits(inside):
                if number[p] < 0:
                    gather(self._near, may, number, rooms, p)
        for room in rooms:
            size = len(room)
            if self._own:
                if size < value:
                    for p in room:
                        store.remove(self._values[p], value)
                continue
            for p in room:
                if self._sizes[p] >= 0 and size < store.lo(self._sizes[p]):
                    store.remove(self._values[p], value)

    def _look(self, store: Store, value: int) -> None:
        """Look at all positions that have a size and may have this value, which some have for certain."""
        near, values, sizes = self._near, self._values, self._sizes
        inside, certain = self._possible[value - self._least], self._certain[value - self._least]
        may = [bool(inside >> p & 1) for p in range(self._count)]
        must = [bool(certain >> p & 1) for p in range(self._count)]
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
            if low < high:  # what can be done without a position can be done with no more than the least size
                room, inside = spread(self._near, part, may, low)
            for p in required(self._near, part, inside, len(room), low, [])[0]:
                if not must[p]:
                    store.fix(self._values[p], value)
                    must[p] = True


class ComponentReasons:
    """What `ComponentFilter` has removed, explained by the part that a position is in and by the border of its room.

    A part that is too large is explained by as many of its positions as are joined and too many; a room that is too
    small by the positions around it, which may not have the value.
    """

    __slots__ = ("_near", "_own", "_place", "_sizes", "_values", "_why")

    def __init__(
        self, values: Sequence[int], sizes: Sequence[int], edges: Sequence[tuple[int, int]], why: Explanation
    ) -> None:
        """Args: as for `ComponentFilter`; and where the first reason is noted."""
        self._why = why
        self._values, self._sizes = values, sizes
        self._own = values == sizes
        self._near = neighbors(len(values), edges)
        self._place = {x: p for those in (sizes, values) for p, x in enumerate(those)}

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note reasons for values that a variable has lost; returns those without one."""
        self._why = why
        base, p = self._why.base[x], self._place[x]
        if x != self._values[p]:
            return self._explain_size(p, gone)
        stays = self._why.masks[x] & ~gone
        if stays and not stays & (stays - 1) and self._explain_fixed(p, base + stays.bit_length() - 1):
            return 0
        left = gone
        for bit in bits(gone):
            value = base + bit
            if (self._own and not 0 < value <= len(self._values)) or self._explain_without(p, value):
                left ^= 1 << bit
        return left

    def explain_conflict(self, why: Explanation) -> bool:
        """Note the reason of a contradiction; False: none was found."""
        self._why = why
        masks, base = self._why.masks, self._why.base
        for p, x in enumerate(self._values):
            mask = masks[x]
            if self._sizes[p] >= 0 and mask and not mask & (mask - 1):
                value = base[x] + mask.bit_length() - 1
                if self._explain_without(p, value):
                    self._need_values([p], value)
                    return True
        return False

    def _explain_without(self, p: int, value: int) -> bool:
        """Note why this position cannot have the value, if the part and the room that it would have show that."""
        part = self._joined(p, value, certain=True)
        room = self._joined(p, value)
        bounds = [(self._bounds(q, value), q, at) for at, q in enumerate(part) if self._own or self._sizes[q] >= 0]
        if not bounds:
            return False
        (low, _), lowest, _ = max(bounds, key=lambda one: one[0][0])
        (_, high), highest, _ = min(bounds, key=lambda one: one[0][1])
        at = {q: at for _, q, at in bounds}
        if high < len(part):
            joined = max(high + 1, at[highest] + 1)
            self._need_values(part[1:joined], value)
            self._need_sizes(highest, joined, None)
        elif len(room) < low:
            self._need_values(part[1 : at[lowest] + 1], value)
            self._need_border(room, value)
            self._need_sizes(lowest, None, len(room))
        elif high < low:
            self._need_values(part[1 : max(at[lowest], at[highest]) + 1], value)
            self._need_sizes(lowest, None, high)
            self._need_sizes(highest, high + 1, None)
        else:
            return False
        return True

    def _explain_fixed(self, p: int, value: int) -> bool:
        """Note for which position this one must have the value: its room would be too small otherwise."""
        seen: set[int] = set()
        masks, bases = self._why.masks, self._why.base
        for start, x in enumerate(self._values):
            mask = masks[x]
            if start == p or start in seen or mask & (mask - 1) or bases[x] + mask.bit_length() - 1 != value:
                continue
            part = self._joined(start, value, certain=True)
            seen.update(part)
            sized = [q for q in part if self._own or self._sizes[q] >= 0]
            if not sized:
                continue
            lowest = max(sized, key=lambda q: self._bounds(q, value)[0])
            room = self._joined(lowest, value, without=p)
            if len(room) < self._bounds(lowest, value)[0]:
                self._need_values([lowest], value)
                self._need_border(room, value, p)
                self._need_sizes(lowest, None, len(room))
                return True
        return False

    def _explain_size(self, p: int, gone: int) -> int:
        """Note reasons for sizes that the component of a position cannot have; returns those without one."""
        masks, base = self._why.masks, self._why.base
        x, mask = self._sizes[p], masks[self._values[p]]
        if not mask or mask & (mask - 1):
            return gone
        value = base[self._values[p]] + mask.bit_length() - 1
        part, room = self._joined(p, value, certain=True), self._joined(p, value)
        left = gone
        for bit in bits(gone):
            size = base[x] + bit
            if len(room) < size:
                self._need_values([p], value)
                self._need_border(room, value)
            elif size < len(part):
                self._need_values(part[: max(size, 0) + 1], value)
            else:
                for at, q in enumerate(part):
                    if q != p and self._sizes[q] >= 0:
                        low, high = self._bounds(q, value)
                        if not low <= size <= high:
                            self._need_values(part[: at + 1], value)
                            self._need_sizes(q, *((None, size) if size < low else (size, None)))
                            break
                else:
                    continue
            left ^= 1 << bit
        return left

    def _joined(self, start: int, value: int, *, certain: bool = False, without: int = -1) -> list[int]:
        """What is joined to a position through those that may have the value, or have it certainly; nearest first."""
        masks, bases = self._why.masks, self._why.base
        found, seen = [start], {start, without}
        for p in found:
            for q in self._near[p]:
                if q not in seen:
                    seen.add(q)
                    x = self._values[q]
                    shift, mask = value - bases[x], masks[x]
                    if shift >= 0 and mask >> shift & 1 and not (certain and mask & (mask - 1)):
                        found.append(q)
        return found

    def _bounds(self, p: int, value: int) -> tuple[int, int]:
        """The smallest and the largest size of the component of a position, by its own size alone."""
        if self._own:
            return value, value
        x = self._sizes[p]
        mask, base = self._why.masks[x], self._why.base[x]
        return base + (mask & -mask).bit_length() - 1, base + mask.bit_length() - 1

    def _need_values(self, places: Sequence[int], value: int) -> None:
        """These positions certainly have the value."""
        for p in places:
            x = self._values[p]
            self._why.need(x, ~(1 << (value - self._why.base[x])))

    def _need_border(self, room: list[int], value: int, but: int = -1) -> None:
        """The positions around a room, but for one, do not have the value."""
        inside = {*room, but}
        for p in room:
            for q in self._near[p]:
                shift = value - self._why.base[self._values[q]]
                if q not in inside and 0 <= shift <= SPAN:
                    self._why.need(self._values[q], 1 << shift)

    def _need_sizes(self, p: int, least: int | None, most: int | None) -> None:
        """A position has none of the sizes from ``least`` on, or up to ``most``. Its size may be its value."""
        if self._own:
            return
        x = self._sizes[p]
        if most is not None:
            self._why.need(x, (1 << max(0, most - self._why.base[x] + 1)) - 1)
        if least is not None:
            self._why.need(x, -1 << max(0, least - self._why.base[x]))
