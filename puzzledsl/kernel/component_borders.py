"""Regions that borders divide a graph into: what is joined, what is apart, sizes and first positions, and why.

A *part* is what is joined for certain. Values, sizes or first positions, are masks with bit ``v`` for ``v``. A removal
is explained by paths of joined edges within a part, and by the borders and removed values around what can be reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.graphs import gather, required, spread
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.time_limit import check_time, in_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

JOINED, OPEN, APART = -1, 0, 1
"""Whether a border is at an edge."""


class BorderFilter:
    """Edges without a border join regions; between two positions of a region there is no border."""

    __slots__ = (
        "_all",
        "_apart",
        "_borders",
        "_count",
        "_done",
        "_edges",
        "_firsts",
        "_has_firsts",
        "_has_sizes",
        "_last",
        "_moved",
        "_near",
        "_number",
        "_origins",
        "_own",
        "_parts",
        "_passages",
        "_place",
        "_scope",
        "_sizes",
        "_status",
        "_values",
    )

    def __init__(
        self, borders: Sequence[int], sizes: Sequence[int], firsts: Sequence[int], edges: Sequence[tuple[int, int]]
    ) -> None:
        """Args: borders: variables by edge. sizes, firsts: by position, -1: any. edges: pairs of positions."""
        self._borders = list(borders)
        self._sizes = list(sizes)
        self._firsts = list(firsts)
        self._edges = list(edges)
        self._count = len(self._sizes)
        self._all = (2 << self._count) - 2
        self._near: list[list[tuple[int, int]]] = [[] for _ in self._sizes]  # positions, with the number of the edge
        for e, (a, b) in enumerate(self._edges):
            self._near[a].append((b, e))
            self._near[b].append((a, e))
        self._scope = [x for x in (*borders, *sizes, *firsts) if x >= 0]
        self._place = {x: p for known in (borders, sizes, firsts) for p, x in enumerate(known)}
        self._done: list[int] = []  # domains from which nothing follows
        self._has_sizes = any(x >= 0 for x in self._sizes)
        self._has_firsts = any(x >= 0 for x in self._firsts)
        # What is known now, see `_read`.
        # The masks that it was read from: of borders, sizes and firsts; 0 where it has changed since then.
        self._last = [0] * (len(self._edges) + 2 * self._count)
        self._origins = self._last.copy()  # the bases of these masks: that of a wide variable changes
        self._moved = False  # whether edges have got another status since then
        self._status = [OPEN] * len(self._edges)
        # Sizes and firsts by position: the values of its variable.
        self._own = [[self._all] * self._count, [self._all] * self._count]
        self._number: list[int] = []
        self._parts: list[list[int]] = []
        self._values: list[list[int]] = []  # sizes and firsts by part
        self._apart: list[set[int]] = []
        self._passages: list[list[int]] = []  # see `_passable`

    def propagate(self, store: Store) -> None:
        """Rules about parts, to their fixpoint.

        Raises:
            Contradiction: a border within a part, or a part that can have no size or no first position.
            OutOfTime: the time limit came first.
        """
        state = [store.mask[x] for x in self._scope]
        if state == self._done:
            return
        for variables in (self._sizes, self._firsts):
            for x in variables:
                if x >= 0:
                    store.at_least(x, 1)
                    store.at_most(x, self._count)
        before = -1
        while store.mark() != before:
            check_time()
            before = store.mark()
            self._read(store, store.mask)
            self._join(store)
            self._separate(store)
            if store.mark() == before:  # costlier rules, where the others have nothing to do
                self._fill(store)
                near = self._passable()  # no further border is found below
                for i in in_time(range(len(self._parts))):
                    self._grow(store, i, near)
        state = [store.mask[x] for x in self._scope]
        self._done = state if 0 not in state else []

    def _read(self, store: Store, masks: list[int]) -> None:
        """Find the parts, and what is known of them by their members alone.

        Only what differs from the last time is looked at again: masks are those of a search, or of an earlier time
        that is asked about.
        """
        count, bases, last, origins, status = self._count, store.base, self._last, self._origins, self._status
        changed = not self._parts
        for e, x in enumerate(self._borders):
            mask = masks[x]
            if mask == last[e] and mask and bases[x] == origins[e]:
                continue
            last[e], origins[e] = mask, bases[x]
            if not mask:
                known = OPEN if store.has(x, 0) else APART
            else:
                base = bases[x]
                if base > 0 or not mask >> -base & 1:
                    known = APART
                else:
                    known = JOINED if mask == 1 << -base else OPEN
            if known != status[e]:
                status[e] = known
                changed = True
        everything, at = self._all, len(self._borders)
        for which in (0, 1):
            own = self._own[which]
            for p, x in enumerate(self._firsts if which else self._sizes):
                if x < 0:
                    continue
                mask = masks[x]
                if mask == last[at + p] and mask and bases[x] == origins[at + p]:
                    continue
                last[at + p], origins[at + p] = mask, bases[x]
                if not mask:
                    own[p] = store.window(x, 0, count + 1) & everything
                    continue
                base = bases[x]
                own[p] = (mask << base if base >= 0 else mask >> -base) & everything if base <= count else 0
            at += count
        if changed or self._moved:
            self._find_parts()
        own_sizes, own_firsts = self._own
        has_sizes, has_firsts = self._has_sizes, self._has_firsts
        sizes, firsts = [], []
        for part in self._parts:
            size, first = everything & (-1 << len(part)), (4 << part[0]) - 2
            if has_sizes:
                for p in part:
                    size &= own_sizes[p]
            if has_firsts:
                for p in part:
                    first &= own_firsts[p]
            sizes.append(size)
            firsts.append(first)
        self._values = [sizes, firsts]

    def _find_parts(self) -> None:
        """Find what is joined, and what is apart from what, by the edges."""
        count, status = self._count, self._status
        joined: list[list[int]] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(self._edges):
            if status[e] == JOINED:
                joined[a].append(b)
                joined[b].append(a)
        inside, number = [True] * count, [-1] * count
        parts: list[list[int]] = []
        for p in range(count):
            if number[p] < 0:
                gather(joined, inside, number, parts, p)
        apart: list[set[int]] = [set() for _ in parts]
        for e, (a, b) in enumerate(self._edges):
            if status[e] == APART:
                apart[number[a]].add(number[b])
                apart[number[b]].add(number[a])
        self._number, self._parts, self._apart, self._moved = number, parts, apart, False
        self._passages = []

    # ── rules ────────────────────────────────────────────────────────────────────────────────────

    def _join(self, store: Store) -> None:
        """No border is within a part, and its positions agree."""
        number, status, edges = self._number, self._status, self._edges
        for e, (a, b) in enumerate(edges):
            if number[a] == number[b]:
                if status[e] == APART:
                    raise Contradiction
                if status[e] == OPEN:
                    store.fix(self._borders[e], 0)
                    self._settle(e, JOINED)
        for i in range(len(self._parts)):
            self._narrow(store, i, self._values[0][i], self._values[1][i])

    def _narrow(self, store: Store, i: int, sizes: int, firsts: int) -> None:
        """Leave a part these sizes and first positions."""
        if not sizes or not firsts:
            raise Contradiction
        self._values[0][i] = sizes
        self._values[1][i] = firsts
        own_sizes, own_firsts = self._own
        at = len(self._edges)
        for p in self._parts[i]:
            if self._sizes[p] >= 0 and own_sizes[p] & ~sizes:
                store.keep_window(self._sizes[p], 0, sizes)
                own_sizes[p] &= sizes
                self._last[at + p] = 0
            if self._firsts[p] >= 0 and own_firsts[p] & ~firsts:
                store.keep_window(self._firsts[p], 0, firsts)
                own_firsts[p] &= firsts
                self._last[at + self._count + p] = 0

    def _settle(self, e: int, status: int) -> None:
        """Note that an edge has another status than what was read."""
        self._status[e] = status
        self._last[e] = 0
        self._moved = True
        if status == APART:
            self._passages = []

    def _separate(self, store: Store) -> None:
        """A border is between parts that are apart, or disagree, or would be too large together."""
        number, status, parts, apart = self._number, self._status, self._parts, self._apart
        sizes, firsts = self._values
        for e, (a, b) in enumerate(self._edges):
            i, j = number[a], number[b]
            if i != j and status[e] == OPEN:
                least = len(parts[i]) + len(parts[j])
                if j in apart[i] or not (sizes[i] & sizes[j]) >> least or not firsts[i] & firsts[j]:
                    store.remove(self._borders[e], 0)
                    self._settle(e, APART)
                    apart[i].add(j)
                    apart[j].add(i)
        for i in range(len(parts)):
            left = firsts[i]
            for j in apart[i]:
                if not firsts[j] & (firsts[j] - 1):
                    left &= ~firsts[j]
            if left != firsts[i]:
                self._narrow(store, i, sizes[i], left)

    def _fill(self, store: Store) -> None:
        """What may have a size, and is joined at most to this, has room for it; what may have a first position can be
        reached from there. Parts are walked through, not positions."""
        number, parts = self._number, self._parts
        sizes, firsts = self._values
        beside: list[list[int]] = [[] for _ in parts]
        for e, (a, b) in enumerate(self._edges):
            i, j = number[a], number[b]
            if i != j and self._status[e] != APART:
                beside[i].append(j)
                beside[j].append(i)
        present = changes = 0  # sizes; those that other parts may have than the size before
        for values in sizes:
            present |= values
            changes |= values ^ values << 1
        rooms: list[tuple[int, list[int]]] = []  # of a size: how many positions, and the parts
        too_large = [0] * len(sizes)
        least = 0
        for v in bits(changes & ~1):
            for length, room in rooms:  # of the sizes from ``least`` up to here
                beyond = max(least, length + 1)
                if beyond < v:
                    values = (1 << v) - (1 << beyond)
                    for i in room:
                        too_large[i] |= values
            least, rooms = v, []
            if not present >> v & 1:
                continue
            seen = [not values >> v & 1 for values in sizes]
            for start in range(len(parts)):
                if not seen[start]:
                    seen[start] = True
                    room, length = [start], 0
                    for i in room:
                        length += len(parts[i])
                        for j in beside[i]:
                            if not seen[j]:
                                seen[j] = True
                                room.append(j)
                    rooms.append((length, room))
        for i, values in enumerate(too_large):
            if values:
                self._narrow(store, i, sizes[i] & ~values, firsts[i])
        if not self._has_firsts:
            return
        reached: list[int] = []  # by part the first positions that it is reached from
        for i, part in enumerate(parts):
            within = 0
            for p in part:
                within |= 2 << p
            reached.append(firsts[i] & within)
        waiting = [i for i, some in enumerate(reached) if some]
        is_waiting = [some != 0 for some in reached]
        for i in waiting:
            is_waiting[i] = False
            here = reached[i]
            for j in beside[i]:
                further = here & firsts[j]
                if further & ~reached[j]:
                    reached[j] |= further
                    if not is_waiting[j]:
                        is_waiting[j] = True
                        waiting.append(j)
        for i in range(len(parts)):
            if firsts[i] & ~reached[i]:
                self._narrow(store, i, sizes[i], firsts[i] & reached[i])

    def _passable(self) -> list[list[int]]:
        """The neighbors of each position, without those behind a border."""
        if not self._passages:
            near: list[list[int]] = [[] for _ in range(self._count)]
            for e, (a, b) in enumerate(self._edges):
                if self._status[e] != APART:
                    near[a].append(b)
                    near[b].append(a)
            self._passages = near
        return self._passages

    def _reached(self, near: list[list[int]], f: int) -> list[bool]:
        """By position whether it is reached from a first position through what may have it."""
        firsts, number = self._values[1], self._number
        may = [firsts[number[p]] >> f & 1 == 1 for p in range(self._count)]
        if not may[f - 1]:
            return [False] * self._count
        return spread(near, [f - 1], may, self._count)[1]

    def _may(self, i: int) -> list[bool]:
        """By position whether it may be in the region of a part."""
        sizes, firsts = self._values
        may = [False] * self._count
        for j in range(len(self._parts)):
            if j == i or (j not in self._apart[i] and sizes[i] & sizes[j] and firsts[i] & firsts[j]):
                for p in self._parts[j]:
                    may[p] = True
        return may

    def _growth(self, i: int, near: list[list[int]], size: int) -> tuple[list[int], list[bool]]:
        """What may be in a region of this size with a part, the part first; also by position.

        As `spread`, which would have to know beforehand of all positions whether they may be in the region; here few
        steps are usual, and only the positions that they reach are asked for.
        """
        number, part, apart = self._number, self._parts[i], self._apart[i]
        sizes, firsts = self._values
        own_sizes, own_firsts = sizes[i], firsts[i]
        inside = [False] * self._count
        for p in part:
            inside[p] = True
        level, room = part, part.copy()
        for _ in range(size - len(part)):
            further: list[int] = []
            for p in level:
                for q in near[p]:
                    if not inside[q]:
                        j = number[q]
                        if j not in apart and own_sizes & sizes[j] and own_firsts & firsts[j]:
                            inside[q] = True
                            further.append(q)
            if not further:
                break
            room += further
            level = further
        return room, inside

    def _head(self, i: int) -> int:
        """The first position of the region of a part, if that is known; else -1."""
        first = self._values[1][i]
        return first.bit_length() - 2 if not first & (first - 1) else -1

    def _grow(self, store: Store, i: int, near: list[list[int]]) -> None:
        """The region of a part has room for its least size and its first position; it takes in the positions without
        which it would not."""
        part, number = self._parts[i], self._number
        sizes, firsts = self._values
        least, head = _lowest(sizes[i]), self._head(i)
        if head >= 0 and number[head] == i:
            head = -1
        if least <= len(part) and head < 0:
            return
        # What can be done without a position can be done with no more than the least size.
        room, inside = self._growth(i, near, least if head < 0 else sizes[i].bit_length() - 1)
        if len(room) < least or (head >= 0 and not inside[head]):
            raise Contradiction
        must: list[bool] = []
        if head >= 0:
            must = [False] * self._count
            must[head] = True
        elif len(room) > least == len(part) + 1:  # any two of the neighbors can do without the other
            return
        for q in [*required(near, part, inside, len(room), least, must)[0], *([head] if head >= 0 else [])]:
            j = number[q]
            if j != i:
                for p, e in self._near[q]:
                    if number[p] == i:
                        store.fix(self._borders[e], 0)
                        self._settle(e, JOINED)
                self._narrow(store, j, sizes[j] & sizes[i], firsts[j] & firsts[i])

    # ── why ──────────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why values were removed; returns those for which no reason was found."""
        self._read(why.store, why.masks)
        p, base = self._place[x], why.base[x]
        if self._borders[p : p + 1] == [x]:
            zero = 1 << -base if base <= 0 else 0
            if gone & zero:
                return 0 if gone == zero and self._why_apart(why, p) else gone
            a, b = self._edges[p]
            if self._number[a] == self._number[b]:
                self._path(why, a, b)
                return 0
            return 0 if self._why_required(why, a, b) or self._why_required(why, b, a) else gone
        which = 0 if self._sizes[p] == x else 1
        if base > self._count:
            return 0
        values = (gone << base if base >= 0 else gone >> -base) & self._all
        left = self._why_values(why, p, which, values, x)
        return gone & (left >> base if base >= 0 else left << -base)

    def explain_conflict(self, why: Explanation) -> bool:
        """The same for a contradiction."""
        self._read(why.store, why.masks)
        for e, (a, b) in enumerate(self._edges):
            if self._status[e] == APART and self._number[a] == self._number[b]:
                self._path(why, a, b)
                self._need_border(why, e)
                return True
        for which in (0, 1):
            for i, part in enumerate(self._parts):
                if not self._values[which][i]:
                    return not self._why_values(why, part[0], which, self._all, -1)
        for part in self._parts:
            if self._why_required(why, part[0], -1):
                return True
        for which in (0, 1):
            for i, part in enumerate(self._parts):
                only = self._values[which][i]
                if not only & (only - 1) and not self._fits(part[0], which, _lowest(only)):
                    return not self._why_values(why, part[0], which, self._all, -1)
        return False

    def _fits(self, p: int, which: int, v: int) -> bool:
        return self._reached(self._passable(), v)[p] if which else self._room(p, v)[1] >= v

    def _need_border(self, why: Explanation, e: int) -> None:
        base = why.base[self._borders[e]]
        if base <= 0:
            why.need(self._borders[e], 1 << -base)

    def _need_values(self, why: Explanation, x: int, values: int) -> None:
        base = why.base[x]
        why.need(x, values >> base if base >= 0 else values << -base)

    def _walk(self, start: int) -> tuple[list[int], list[int], list[int]]:
        """The positions of a part, nearest first; by position the one before it, and the edge from there."""
        before, edge = [-1] * self._count, [-1] * self._count
        before[start] = start
        order = [start]
        for p in order:
            for q, e in self._near[p]:
                if self._status[e] == JOINED and before[q] < 0:
                    before[q], edge[q] = p, e
                    order.append(q)
        return order, before, edge

    def _need_way(self, why: Explanation, p: int, before: list[int], edge: list[int]) -> None:
        """Note that there is no border from a position back to where the walk began."""
        while edge[p] >= 0:
            base = why.base[self._borders[edge[p]]]
            why.need(self._borders[edge[p]], ~(1 << -base))
            p = before[p]

    def _path(self, why: Explanation, a: int, b: int) -> None:
        _, before, edge = self._walk(a)
        self._need_way(why, b, before, edge)

    def _lacking(self, why: Explanation, start: int, which: int, values: int, x: int = -1) -> int:
        """Note for each value a position of the part that cannot have it; returns the others. ``x`` is not asked."""
        variables = self._sizes if which == 0 else self._firsts
        order, before, edge = self._walk(start)
        for p in order:
            lacks = values & ~((4 << p) - 2) if which else 0
            y = variables[p]
            removed = values & ~lacks & ~self._own[which][p] if y >= 0 and y != x else 0
            if lacks | removed:
                self._need_way(why, p, before, edge)
                if removed:
                    self._need_values(why, y, removed)
                values &= ~(lacks | removed)
                if not values:
                    break
        return values

    def _tree(self, why: Explanation, start: int, count: int) -> None:
        """Note that so many positions are joined."""
        order, before, edge = self._walk(start)
        for p in order[:count]:
            self._need_way(why, p, before, edge)

    def _without(self, why: Explanation, start: int, which: int, values: int, x: int = -1) -> int:
        """The same as `_lacking`, and sizes are lacking that the part is too large for."""
        left = self._lacking(why, start, which, values, x)
        length = len(self._parts[self._number[start]])
        if which == 0 and left & ((1 << length) - 1):
            self._tree(why, start, (left & ((1 << length) - 1)).bit_length())
            left &= -1 << length
        return left

    def _why_values(self, why: Explanation, p: int, which: int, values: int, x: int) -> int:
        """Note why the region of a position has none of some sizes or first positions; returns the others."""
        left = self._without(why, p, which, values, x)
        for v in bits(left):
            if which == 0:
                room, found = self._room(p, v)
                if found < v and self._why_closed(why, room, 0, v):
                    left ^= 1 << v
            else:
                reached = self._reached(self._passable(), v)
                if not reached[p] and self._why_closed(why, reached, 1, v, v - 1):
                    left ^= 1 << v
        if which:
            for j in self._apart[self._number[p]]:
                only = self._values[1][j]
                q = self._parts[j][0]
                if only & left and not only & (only - 1) and self._why_different(why, p, q, 0):
                    left &= ~only | self._without(why, q, 1, self._all & ~only)
        if left:
            for i, part in enumerate(self._parts):
                differs = i != self._number[p] and not self._values[which][i] & left
                if differs and self._why_required(why, part[0], p):
                    return self._without(why, part[0], which, left)
        return left

    def _room(self, p: int, v: int) -> tuple[list[bool], int]:
        """What is reached from a position through what may have a size; and how much that is."""
        sizes, number = self._values[0], self._number
        may = [sizes[number[q]] >> v & 1 == 1 for q in range(self._count)]
        found, inside = spread(self._passable(), [p], may, self._count)
        return inside, len(found)

    def _why_closed(self, why: Explanation, inside: list[bool], which: int, v: int, root: int = -1) -> bool:
        """Note why a region with this size, or first position, does not reach beyond a room."""
        if root >= 0 and not inside[root]:
            return not self._without(why, root, which, 1 << v)
        for e, (a, b) in enumerate(self._edges):
            if inside[a] == inside[b]:
                continue
            if self._status[e] == APART:
                self._need_border(why, e)
            elif self._without(why, b if inside[a] else a, which, 1 << v):
                return False
        return True

    def _why_apart(self, why: Explanation, e: int) -> bool:
        """Note why a border is at an edge."""
        a, b = self._edges[e]
        return self._why_different(why, a, b, len(self._parts[self._number[a]]) + len(self._parts[self._number[b]]))

    def _why_different(self, why: Explanation, a: int, b: int, least: int) -> bool:
        """Note why two positions are not in one region; ``least``: how large it would be."""
        i, j = self._number[a], self._number[b]
        if i == j:
            return False
        sizes, firsts = self._values
        if j in self._apart[i]:
            for e, (c, d) in enumerate(self._edges):
                if self._status[e] == APART and {self._number[c], self._number[d]} == {i, j}:
                    if self._number[c] == j:
                        c, d = d, c
                    self._path(why, a, c)
                    self._path(why, b, d)
                    self._need_border(why, e)
                    return True
        if not (sizes[i] & sizes[j]) >> least:
            left = self._lacking(why, b, 0, self._lacking(why, a, 0, self._all))
            if left:
                some = min(left.bit_length(), len(self._parts[i]))
                self._tree(why, a, some)
                self._tree(why, b, left.bit_length() - some)
            return True
        return not firsts[i] & firsts[j] and not self._lacking(why, b, 1, self._lacking(why, a, 1, self._all))

    def _why_required(self, why: Explanation, p: int, q: int) -> bool:
        """Note why the region of a position has no room without another one; -1: with all. False: it may have."""
        i = self._number[p]
        sizes, firsts = self._values
        least, head = _lowest(sizes[i]), self._head(i)
        if q >= 0 and self._number[q] == i:
            return False
        part = self._parts[i]
        if least <= len(part) and (head < 0 or self._number[head] == i):
            return False
        may = self._may(i)
        if q >= 0:
            may[q] = False
        near = self._passable()
        room, inside = spread(near, part, may, self._count)
        too_far, limited = head >= 0 and head != q and not inside[head], False
        if len(room) >= least and not too_far and not (q >= 0 and q == head):
            room, inside = spread(near, part, may, sizes[i].bit_length() - 1)
            too_far = head >= 0 and not inside[head]
            limited = True
        if q >= 0 and q == head:
            return not self._without(why, p, 1, self._all & ~firsts[i])
        if len(room) >= least and not too_far:
            return False
        if self._without(why, p, 0, self._all & ~sizes[i]):
            return False
        if too_far and self._without(why, p, 1, self._all & ~firsts[i]):
            return False
        if limited:
            self._tree(why, p, len(part))
        for e, (a, b) in enumerate(self._edges):
            if inside[a] == inside[b]:
                continue
            c = b if inside[a] else a
            if self._status[e] == APART:
                self._need_border(why, e)
            elif c != q and not may[c] and not self._why_different(why, p, c, 0):
                return False
        return True


def _lowest(values: int) -> int:
    return (values & -values).bit_length() - 1
