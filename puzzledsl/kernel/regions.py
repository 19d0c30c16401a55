"""Regions that a graph is divided into: what is joined, what is apart, and what this excludes.

A *part* is a set of positions that are certainly in one region: nothing is known to divide them. What may be known of a
region are three *views*: how many positions it has, which position is its first, and its label. What a part may have
in a view is a mask of values. Two parts *agree* if in each view they may have a common value and no border is between
them, so that they may be in one region.

These rules are applied to parts; each is also a way in which what is known may be contradictory, which is how
`kernel.region_reasons` explains them:

1. *Border.* No border is within a region.
2. *Agreement.* The positions of a region have their size, first position and label in common; it is not too large.
3. *Difference.* Regions on both sides of a border have different first positions and labels.
4. *Room.* A region can grow, through parts that agree with it, to its size.
5. *Reach.* So it can to its first position.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.graphs import gather, neighbors, required
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.kernel.store import Store

JOINED, OPEN, APART = -1, 0, 1
"""What is known of an edge: its positions are in one region, or may be, or a border is between them."""

SIZE: Final = 0
FIRST: Final = 1
LABEL: Final = 2
"""The views."""


class Regions:
    """Positions of a graph with the variables that describe its regions, and what these exclude; see
    `primitives.regions`.

    Attributes:
        count: how many positions there are.
        edges: pairs of positions.
        neighbors: by position its neighbors.
        near: by position its neighbors, each with the number of the edge.
        borders: by edge a variable, or empty.
        views: by view, and then by position, a variable or -1. Labels that are the sizes are not repeated.
        compared: the view whose equal values join neighbors, or -1.
        whole: by view the values that are possible at all; of labels, which may be any numbers, see `Parts`.
        used: by view, the positions that have a variable.
        place: by variable its edge or position.
        found: the status of the edges where parts were last found, and what these were.
    """

    __slots__ = (
        "_done",
        "_full",
        "_scope",
        "_seen",
        "borders",
        "compared",
        "count",
        "edges",
        "found",
        "near",
        "neighbors",
        "place",
        "used",
        "views",
        "whole",
    )

    def __init__(
        self,
        edges: Sequence[tuple[int, int]],
        borders: Sequence[int],
        sizes: Sequence[int],
        firsts: Sequence[int],
        labels: Sequence[int],
    ) -> None:
        """Args: borders: by edge, or empty. sizes, firsts: by position, -1: any. labels: by position, or empty."""
        self.edges, self.borders, self.count = list(edges), list(borders), len(sizes)
        self.neighbors = neighbors(self.count, edges)
        self.near: list[list[tuple[int, int]]] = [[] for _ in sizes]
        for e, (a, b) in enumerate(edges):
            self.near[a].append((b, e))
            self.near[b].append((a, e))
        is_size = bool(labels) and list(labels) == list(sizes)
        none = [-1] * self.count
        self.compared = SIZE if is_size else LABEL if labels else -1
        self.views = [list(sizes), list(firsts), list(labels) if labels and not is_size else none]
        self.used = [[p for p, x in enumerate(variables) if x >= 0] for variables in self.views]
        positions = (2 << self.count) - 2
        self.whole = [positions, positions if self.used[FIRST] else 3, 1]  # 3: as if two were left everywhere
        self.place = {x: p for known in (borders, *self.views) for p, x in enumerate(known)}
        self._scope = [x for known in (borders, *self.views) for x in known if x >= 0]
        self.found: tuple[list[int], tuple[list[int], list[list[int]], list[set[int]]]] | None = None
        self._done: list[int] = []  # domains from which nothing follows
        # By first position of a part that needed nothing when it was last to grow: its room, and what is around this.
        self._full: dict[int, set[int]] = {}
        self._seen: tuple[list[int], list[list[int]]] = [], []  # what was known of edges and positions then

    def propagate(self, store: Store) -> None:
        """Apply the rules to their fixpoint.

        Raises:
            Contradiction: one of them cannot be kept.
        """
        masks = store.mask
        if [masks[x] for x in self._scope] == self._done:
            return
        for view in (SIZE, FIRST):
            for p in self.used[view]:
                store.at_least(self.views[view][p], 1)
                store.at_most(self.views[view][p], self.count if view == SIZE else p + 1)
        before = -1
        while store.mark() != before:
            before = store.mark()
            parts = Parts(self, store, masks)
            _join(parts, store)
            _divide(parts, store)
            if store.mark() == before:  # costlier rules, where the others have nothing to do
                _fill(parts, store)
                self._grow(parts, store)
        state = [masks[x] for x in self._scope]
        self._done = state if 0 not in state else []

    def _grow(self, parts: Parts, store: Store) -> None:
        """Grow each part in whose room, or around it, something has changed since it last needed nothing."""
        known = [[values[i] for i in parts.number] for values in parts.values]
        status, before = self._seen
        changed: set[int] = set()
        for now, then in zip(known, before, strict=False):
            if now != then:
                changed.update([p for p in range(self.count) if now[p] != then[p]])
        if status != parts.status:
            for e, edge in enumerate(self.edges if status else ()):
                if status[e] != parts.status[e]:
                    changed.update(edge)
        self._full = {p: room for p, room in self._full.items() if changed.isdisjoint(room)} if status else {}
        self._seen = parts.status, known
        views = (SIZE, FIRST) if self.used[FIRST] else (SIZE,)
        for i in sorted({parts.number[p] for view in views for p in self.used[view]}):
            start = parts.members[i][0]
            if start not in self._full:
                mark = store.mark()
                room = _grow(parts, store, i)
                if store.mark() == mark:
                    self._full[start] = {*room, *[q for p in room for q in self.neighbors[p]]}


class Parts:
    """What domains say about regions. It is read from masks, and does not change.

    Attributes:
        regions: what the masks are of.
        status: by edge.
        own: by view and position, the values of its variable.
        number: by position the part that it is in.
        members: by part its positions, ascending.
        values: by view and part, what its region may have by its members alone.
        apart: by part, those that a border divides it from.
        least: the label of bit 0; None: labels are so far from each other that each that occurs has a bit.
        compared: see `Regions`; -1, too, while labels are too many or too far from each other for bits. Nothing is
            known of them until all are decided.
    """

    __slots__ = (
        "_near",
        "apart",
        "compared",
        "least",
        "members",
        "number",
        "own",
        "regions",
        "status",
        "values",
        "whole",
    )

    def __init__(self, regions: Regions, store: Store, masks: list[int]) -> None:
        """Args: masks: those of the store, or earlier ones that are asked about."""
        self.regions = regions
        self.compared = regions.compared
        self.least: int | None = None
        self.whole = regions.whole.copy()
        self.own = [self._read(store, masks, view) for view in (SIZE, FIRST)]
        self.own.append(self._labels(store, masks))
        self.status = self._edges(store, masks)
        self._near: list[list[int]] = []
        if regions.found is None or regions.found[0] != self.status:
            regions.found = self.status, self._find(regions.count)
        self.number, self.members, self.apart = regions.found[1]
        self.values = self._common()

    def _read(self, store: Store, masks: list[int], view: int) -> list[int]:
        """Return by position what its variable may be, as bits from 0."""
        bases, count, variables = store.base, self.regions.count, self.regions.views[view]
        found = [self.whole[view]] * count
        for p in self.regions.used[view]:
            x = variables[p]
            mask, base = masks[x], bases[x]
            if not mask:
                found[p] &= store.window(x, 0, count + 1)
            elif base <= count:
                found[p] &= mask << base if base >= 0 else mask >> -base
            else:
                found[p] = 0
        return found

    def _labels(self, store: Store, masks: list[int]) -> list[int]:
        """Return by position what its label may be, as bits from `least`."""
        variables, bases = self.regions.views[LABEL], store.base
        if self.compared != LABEL:
            return [1] * self.regions.count
        own, offsets = [masks[x] for x in variables], [bases[x] for x in variables]
        least = min(offsets)
        if 0 not in own and max(offsets) - least <= SPAN:
            self.least = least
            found = [mask << offset - least for mask, offset in zip(own, offsets, strict=True)]
            self.whole[LABEL] = 0
            for mask in found:
                self.whole[LABEL] |= mask
            return found
        if all(mask and not mask & (mask - 1) for mask in own):
            bit: dict[int, int] = {}
            found = [1 << bit.setdefault(bases[x] + masks[x].bit_length(), len(bit)) for x in variables]
            self.whole[LABEL] = (1 << len(bit)) - 1
            return found
        self.compared = -1
        return [1] * self.regions.count

    def _edges(self, store: Store, masks: list[int]) -> list[int]:
        """Return by edge what is known of it; equal labels do not join what a border divides."""
        regions, bases = self.regions, store.base
        status = [OPEN] * len(regions.edges)
        for e, x in enumerate(regions.borders):
            mask, base = masks[x], bases[x]
            if not mask:
                status[e] = OPEN if store.has(x, 0) else APART
            elif base > 0 or not mask >> -base & 1:
                status[e] = APART
            elif mask == 1 << -base:
                status[e] = JOINED
        if self.compared >= 0:
            known = [0 if label & (label - 1) else label for label in self.own[self.compared]]
            for e, (a, b) in enumerate(regions.edges):
                if known[a] and known[a] == known[b] and status[e] == OPEN:
                    status[e] = JOINED
        return status

    def _find(self, count: int) -> tuple[list[int], list[list[int]], list[set[int]]]:
        """Find what is joined, and what is apart from what: `number`, `members` and `apart`."""
        edges, status = self.regions.edges, self.status
        joined: list[list[int]] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(edges):
            if status[e] == JOINED:
                joined[a].append(b)
                joined[b].append(a)
        inside, number = [True] * count, [-1] * count
        members: list[list[int]] = []
        for p in range(count):
            if number[p] < 0:
                gather(joined, inside, number, members, p)
        apart: list[set[int]] = [set() for _ in members]
        if self.regions.borders:
            for e, (a, b) in enumerate(edges):
                if status[e] == APART:
                    apart[number[a]].add(number[b])
                    apart[number[b]].add(number[a])
        return number, members, apart

    def _common(self) -> list[list[int]]:
        """Return what the positions of each part have in common, and its length and first position allow for."""
        members, has_firsts = self.members, bool(self.regions.used[FIRST])
        values = [[own[part[0]] for part in members] for own in self.own]
        for i, part in enumerate(members):
            if has_firsts:
                values[FIRST][i] &= (4 << part[0]) - 2
            if len(part) > 1:
                for mine, own in zip(values, self.own, strict=True):
                    for p in part:
                        mine[i] &= own[p]
                values[SIZE][i] &= -1 << len(part)
        return values

    def near(self) -> list[list[int]]:
        """Return the neighbors of each position that may be in its region, by what is known of these two.

        If only labels divide regions, all neighbors are returned: then the label of a region, or its first positions,
        keep what grows within it anyway.
        """
        if not self.regions.borders and not self.regions.used[FIRST]:
            return self.regions.neighbors
        if not self._near:
            number, status = self.number, self.status
            sizes, firsts, labels = self.values
            self._near = [[] for _ in number]
            near = self._near
            for e, (a, b) in enumerate(self.regions.edges):
                i, j = number[a], number[b]
                if status[e] != APART and sizes[i] & sizes[j] and firsts[i] & firsts[j] and labels[i] & labels[j]:
                    near[a].append(b)
                    near[b].append(a)
        return self._near

    def head(self, i: int) -> int:
        """Return the first position of the region of a part, if that is known and not in the part; else -1."""
        first = self.values[FIRST][i]
        head = first.bit_length() - 2 if not first & (first - 1) else -1
        return head if head < 0 or self.number[head] != i else -1

    def agree(self, i: int, j: int) -> bool:
        """Whether two parts may be in one region, by what is known of these two."""
        return j not in self.apart[i] and all(values[i] & values[j] for values in self.values)

    def growth(self, i: int, least: int, steps: int, head: int = -1) -> tuple[list[int], list[bool]]:
        """Find what may be in the region of a part, the part first; also by position.

        Args:
            least: no more levels are added to so many positions, if ``head`` is there, too.
            steps: how many levels are added at most.
        """
        near, number, part, apart = self.near(), self.number, self.members[i], self.apart[i]
        sizes, firsts, labels = self.values
        size, first, label = sizes[i], firsts[i], labels[i]
        inside = [False] * len(number)
        for p in part:
            inside[p] = True
        level, room = part, part.copy()
        while level and steps and (len(room) < least or (head >= 0 and not inside[head])):
            steps -= 1
            further: list[int] = []
            for p in level:
                for q in near[p]:
                    if not inside[q]:
                        j = number[q]
                        if label & labels[j] and size & sizes[j] and first & firsts[j] and j not in apart:
                            inside[q] = True
                            further.append(q)
            room += further
            level = further
        return room, inside

    def rooms(self, view: int, asked: int) -> Iterator[tuple[int, int, list[int]]]:
        """Yield values that the same parts may have, among them some that are asked for, and what such parts are joined
        at most: how many positions, and the parts."""
        if not asked:
            return
        values, members, near, number = self.values[view], self.members, self.near(), self.number
        beside: list[list[int]] = []
        for i, part in enumerate(members):
            beside.append([number[q] for p in part for q in near[p] if number[q] != i])
        changes = 0  # values that other parts may have than the value before
        for mask in values:
            changes |= mask ^ mask << 1
        limits = [*bits(changes)]
        for v, beyond in pairwise(limits):
            if not (asked & (1 << beyond) - 1) >> v:
                continue
            seen = [not mask >> v & 1 for mask in values]
            for start in range(len(members)):
                if not seen[start]:
                    seen[start] = True
                    room, length = [start], 0
                    for i in room:
                        length += len(members[i])
                        for j in beside[i]:
                            if not seen[j]:
                                seen[j] = True
                                room.append(j)
                    yield (1 << beyond) - (1 << v), length, room

    def keep(self, store: Store, p: int, view: int, values: int) -> None:
        """Leave a position no other values in a view."""
        x = self.regions.views[view][p]
        if not values:
            raise Contradiction
        if x >= 0 and self.own[view][p] & ~values:
            if view != LABEL:
                store.keep_window(x, 0, values)
            elif self.least is not None:
                store.keep_window(x, self.least, values)

    def keep_all(self, store: Store, i: int, view: int, values: int) -> None:
        """Leave a part no other values in a view."""
        for p in self.members[i]:
            self.keep(store, p, view, values)


# ── rules ────────────────────────────────────────────────────────────────────────────────────────


def _join(parts: Parts, store: Store) -> None:
    """No border is within a part, and its positions agree."""
    regions, number, status = parts.regions, parts.number, parts.status
    if regions.borders:
        for e, (a, b) in enumerate(regions.edges):
            if number[a] == number[b]:
                if status[e] == APART:
                    raise Contradiction
                store.fix(regions.borders[e], 0)
    joined = [(i, part) for i, part in enumerate(parts.members) if len(part) > 1]
    for view, values in enumerate(parts.values):
        own = parts.own[view]
        if 0 in values:
            raise Contradiction
        for i, part in joined if regions.used[view] else ():
            for p in part:
                if own[p] != values[i]:
                    parts.keep(store, p, view, values[i])


def _divide(parts: Parts, store: Store) -> None:
    """A border is between parts that do not agree, or would be too large together; regions on both sides of a border
    have different first positions and labels."""
    regions, number, members = parts.regions, parts.number, parts.members
    if regions.borders:
        sizes = parts.values[SIZE]
        for e, (a, b) in enumerate(regions.edges):
            i, j = number[a], number[b]
            if i != j and parts.status[e] == OPEN:
                least = len(members[i]) + len(members[j])
                if not (sizes[i] & sizes[j]) >> least or not parts.agree(i, j):
                    store.remove(regions.borders[e], 0)
        for view in (FIRST, parts.compared) if parts.compared >= 0 else (FIRST,):
            values = parts.values[view]
            for i, beside in enumerate(parts.apart):
                left = values[i]
                for j in beside:
                    if not values[j] & (values[j] - 1):
                        left &= ~values[j]
                if left != values[i]:
                    parts.keep_all(store, i, view, left)
    if parts.compared >= 0:
        _meet(parts, store)


def _meet(parts: Parts, store: Store) -> None:
    """A part does not take a label that would join it to parts with this label which it cannot be with."""
    number, members, apart = parts.number, parts.members, parts.apart
    sizes, firsts, labels = parts.values[SIZE], parts.values[FIRST], parts.values[parts.compared]
    if parts.regions.borders or parts.regions.used[FIRST]:
        limited = parts.whole[parts.compared]
    else:  # only parts with a size may be in the way of others
        limited = 0
        for p in parts.regions.used[SIZE]:
            limited |= labels[number[p]]
    single = [0 if labels[i] & (labels[i] - 1) else labels[i] & limited for i in number]
    several = [labels[i] if labels[i] & (labels[i] - 1) else 0 for i in number]
    meeting: dict[tuple[int, int], set[int]] = {}  # by part and label, the parts with this label beside it
    for e, (a, b) in enumerate(parts.regions.edges):
        if (single[a] & several[b] or single[b] & several[a]) and parts.status[e] == OPEN:
            i, j = (number[b], number[a]) if single[a] else (number[a], number[b])
            meeting.setdefault((i, labels[j]), set()).add(j)
    for (i, label), others in meeting.items():
        size, first, length = label if parts.compared == SIZE else sizes[i], firsts[i], len(members[i])
        for j in others:
            size &= sizes[j]
            first &= firsts[j]
            length += len(members[j])
        if not size >> length or not first or not others.isdisjoint(apart[i]):
            parts.keep_all(store, i, parts.compared, labels[i] & ~label)


def _fill(parts: Parts, store: Store) -> None:
    """What may have a size, or a label, is joined at most to enough positions for that; what may have a first position
    can be reached from there."""
    regions, compared = parts.regions, parts.compared
    sizes, labels = parts.values[SIZE], parts.values[LABEL]
    size, label = sizes.copy(), labels.copy()
    asked = named = 0  # sizes and labels about which something may be found; for a known one `_grow` finds the same
    for p in regions.used[SIZE]:
        i = parts.number[p]
        is_named = not labels[i] & (labels[i] - 1)
        if sizes[i] & (sizes[i] - 1):
            asked |= sizes[i]
            if is_named:
                named |= labels[i]
        if not is_named and not sizes[i] & (2 << len(parts.members[i])) - 1:
            named |= labels[i]
    for values, length, room in parts.rooms(SIZE, asked if compared != LABEL or regions.borders else 0):
        too_large = values & -2 << length
        if too_large:
            for i in room:
                size[i] &= ~too_large
    for values, length, room in parts.rooms(LABEL, named if compared == LABEL else 0):
        for i in room:
            if not sizes[i] & (2 << length) - 1:
                label[i] &= ~values
            elif not labels[i] & (labels[i] - 1):
                size[i] &= (2 << length) - 1
    _leave(parts, store, LABEL, label)
    _leave(parts, store, SIZE, size)
    if regions.used[FIRST]:
        _leave(parts, store, FIRST, _reached(parts))


def _leave(parts: Parts, store: Store, view: int, left: list[int]) -> None:
    for i, values in enumerate(left):
        if values != parts.values[view][i]:
            parts.keep_all(store, i, view, values)


def _reached(parts: Parts) -> list[int]:
    """Return by part the first positions that it is reached from, through what may have them."""
    near, number, firsts = parts.near(), parts.number, parts.values[FIRST]
    reached: list[int] = []
    for i, part in enumerate(parts.members):
        within = 0
        for p in part:
            within |= 2 << p
        reached.append(firsts[i] & within)
    waiting = [i for i, some in enumerate(reached) if some]
    is_waiting = [some != 0 for some in reached]
    for i in waiting:
        is_waiting[i] = False
        here = reached[i]
        for p in parts.members[i]:
            for q in near[p]:
                j = number[q]
                further = here & firsts[j]
                if further & ~reached[j]:
                    reached[j] |= further
                    if not is_waiting[j]:
                        is_waiting[j] = True
                        waiting.append(j)
    return reached


def _grow(parts: Parts, store: Store, i: int) -> list[int]:
    """The region of a part has room for its least size and its first position; it takes in the positions without
    which it would not. Returns the room as far as it was looked at."""
    part, number, regions = parts.members[i], parts.number, parts.regions
    size, head = parts.values[SIZE][i], parts.head(i)
    least = (size & -size).bit_length() - 1
    if least <= len(part) and head < 0:
        return part
    label = parts.values[LABEL][i]
    if not regions.borders and label & (label - 1):
        return part  # it would tell others nothing of its label
    # What can be done without a position can be done with no more than the least size.
    most = least if head < 0 else size.bit_length() - 1
    room, inside = parts.growth(i, regions.count + 1, most - len(part))
    if len(room) < least or (head >= 0 and not inside[head]):
        raise Contradiction
    must: list[bool] = []
    if head >= 0:
        must = [False] * regions.count
        must[head] = True
    elif len(room) > least == len(part) + 1:  # any two of the neighbors can do without the other
        return room
    for q in [*required(parts.near(), part, inside, len(room), least, must)[0], *([head] if head >= 0 else [])]:
        if number[q] != i:
            if regions.borders:
                for p, e in regions.near[q]:
                    if number[p] == i:
                        store.fix(regions.borders[e], 0)
            for view, values in enumerate(parts.values):
                parts.keep_all(store, number[q], view, values[number[q]] & values[i])
    return room
