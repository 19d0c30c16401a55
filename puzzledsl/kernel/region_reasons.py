"""Why regions exclude a value: as soon as it is assumed, one of the rules of `kernel.regions` cannot be kept.

A reason is found in two steps. `conflict` names the rule and the places where it fails; then what the failure follows
from is noted: paths of joined positions within a part, values that positions have lost, borders around a room.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits, shifted
from puzzledsl.kernel.regions import APART, FIRST, JOINED, LABEL, SIZE, Parts
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.regions import Regions


class Rule(Enum):
    """What cannot be kept."""

    BORDER = "border"
    AGREEMENT = "agreement"
    DIFFERENCE = "difference"
    ROOM = "room"
    REACH = "reach"


@record
class Conflict:
    """A rule that fails.

    Attributes:
        rule: which one.
        places: a position of the part or of each of the two parts that it is about.
        view: what the positions have not, or should not have, in common.
        steps: how far from the part its region may reach; -1: no matter how far.
    """

    rule: Rule
    places: tuple[int, ...]
    view: int = SIZE
    steps: int = -1


def explain(regions: Regions, why: Explanation, x: int, gone: int) -> int:
    """Note why values were removed; returns those for which no reason was found."""
    if _follows(regions, why, x, gone):
        return 0
    left = gone
    if gone & (gone - 1):
        for bit in bits(gone):
            if _follows(regions, why, x, 1 << bit):
                left ^= 1 << bit
    return left


def explain_conflict(regions: Regions, why: Explanation) -> bool:
    """Note why no values are left; False: no reason was found."""
    return _follows(regions, why, -1, 0)


def _follows(regions: Regions, why: Explanation, x: int, assumed: int) -> bool:
    """Note why a variable has none of these values, or why nothing is left at all if it is -1."""
    masks = why.masks
    here: list[int] = []
    if x >= 0:
        masks = masks.copy()
        masks[x] = assumed
        p = regions.place[x]
        here = [p] if x not in regions.borders[p : p + 1] else [*regions.edges[p]]
    parts = Parts(regions, why.store, masks)
    found = conflict(parts, here)
    if found is None:
        return False
    _Reason(parts, why, masks, x).note(found)
    return True


def conflict(parts: Parts, here: Iterable[int] = ()) -> Conflict | None:
    """Return a rule that fails; None: none does.

    Args:
        here: positions where something was assumed. What is about these is looked for first.
    """
    regions, number, members = parts.regions, parts.number, parts.members
    first = {number[p]: p for p in here}
    order = [*first.items(), *((i, part[0]) for i, part in enumerate(members) if i not in first)]
    for i, p in order:
        for view, values in enumerate(parts.values):
            if not values[i]:
                return Conflict(Rule.AGREEMENT, (p,), view)
    if regions.borders:
        for e, (a, b) in enumerate(regions.edges):
            if parts.status[e] == APART and number[a] == number[b]:
                return Conflict(Rule.BORDER, (a, b))
        for i, p in order:
            for view in (FIRST, parts.compared) if parts.compared >= 0 else (FIRST,):
                only = parts.values[view][i]
                for j in parts.apart[i] if not only & (only - 1) else ():
                    if parts.values[view][j] == only:
                        return Conflict(Rule.DIFFERENCE, (p, members[j][0]), view)
    for i, p in order:
        if not first or i in first or not all(parts.agree(i, j) for j in first):
            found = _confined(parts, i, p)
            if found is not None:
                return found
    return None


def _confined(parts: Parts, i: int, p: int) -> Conflict | None:
    """Return why the region of a part cannot grow as it has to."""
    size, length, head = parts.values[SIZE][i], len(parts.members[i]), parts.head(i)
    least = (size & -size).bit_length() - 1
    if least <= length and head < 0:
        return None
    room, inside = parts.growth(i, least, -1, head)
    if len(room) < least:
        return Conflict(Rule.ROOM, (p,))
    if head < 0:
        return None
    if not inside[head]:
        return Conflict(Rule.REACH, (p,), FIRST)
    steps = size.bit_length() - 1 - length
    inside = parts.growth(i, parts.regions.count + 1, steps)[1]
    return None if inside[head] else Conflict(Rule.REACH, (p,), FIRST, steps)


class _Reason:
    """Notes what a conflict follows from, but for what was assumed."""

    __slots__ = ("_assumed", "_masks", "_parts", "_walks", "_why")

    def __init__(self, parts: Parts, why: Explanation, masks: list[int], assumed: int) -> None:
        """Args: masks: what the parts were read from. assumed: a variable whose domain needs no reason."""
        self._parts, self._why, self._masks, self._assumed = parts, why, masks, assumed
        # By start of a walk: the positions, nearest first; by position the one before it, and the edge from there.
        self._walks: dict[int, tuple[list[int], dict[int, tuple[int, int]]]] = {}

    def note(self, found: Conflict) -> None:
        """Note all that it follows from."""
        parts, p = self._parts, found.places[0]
        number, values = parts.number, parts.values[found.view]
        match found.rule:
            case Rule.BORDER:
                a, b = found.places
                self._path(a, b)
                self._need_border(next(e for q, e in parts.regions.near[a] if q == b and parts.status[e] == APART))
            case Rule.AGREEMENT:
                self._lack(found.view, p, parts.whole[found.view])
            case Rule.DIFFERENCE:
                for q in found.places:
                    self._lack(found.view, q, parts.whole[found.view] & ~values[number[q]])
                self._differ(*found.places)
            case Rule.ROOM:
                room, inside = parts.growth(number[p], parts.regions.count + 1, -1)
                self._lack(SIZE, p, parts.whole[SIZE] & (2 << len(room)) - 1)
                self._enclose(p, room, inside)
            case Rule.REACH:
                self._lack(FIRST, p, parts.whole[FIRST] & ~values[number[p]])
                room, inside = parts.growth(number[p], parts.regions.count + 1, found.steps)
                if found.steps >= 0:
                    part = parts.members[number[p]]
                    self._lack(SIZE, p, parts.whole[SIZE] & -2 << found.steps + len(part))
                    self._join(p, len(part))
                self._enclose(p, room, inside)

    def _need(self, x: int, values: int) -> None:
        if x >= 0 and x != self._assumed:
            self._why.need(x, values)

    def _need_border(self, e: int) -> None:
        """Note that a border is at an edge."""
        x = self._parts.regions.borders[e]
        if self._why.base[x] <= 0:
            self._need(x, 1 << -self._why.base[x])

    def _need_joined(self, e: int) -> None:
        """Note that no border is at an edge, or that the labels are equal."""
        parts, regions = self._parts, self._parts.regions
        x = regions.borders[e] if regions.borders else -1
        if x >= 0 and self._why.base[x] <= 0 and self._masks[x] == 1 << -self._why.base[x]:
            self._need(x, ~self._masks[x])
            return
        for p in regions.edges[e]:
            y = regions.views[parts.compared][p]
            self._need(y, ~self._masks[y])

    def _need_values(self, view: int, p: int, values: int) -> None:
        """Note that the variable of a position has none of these values."""
        x = self._parts.regions.views[view][p]
        if view != LABEL:
            self._need(x, shifted(values, -self._why.base[x]))
        elif self._parts.least is not None:
            self._need(x, shifted(values, self._parts.least - self._why.base[x]))
        else:
            self._need(x, ~self._masks[x])

    def _walk(self, start: int) -> list[int]:
        """Return the positions of a part, nearest first."""
        order, before = self._walks.get(start, ([], {}))
        if not order:
            regions, status = self._parts.regions, self._parts.status
            self._walks[start] = order, before
            order.append(start)
            before[start] = start, -1
            for p in order:
                for q, e in regions.near[p]:
                    if status[e] == JOINED and q not in before:
                        before[q] = p, e
                        order.append(q)
        return order

    def _path(self, start: int, p: int) -> None:
        """Note that two positions are joined."""
        self._walk(start)
        before = self._walks[start][1]
        while p != start:
            p, e = before[p]
            self._need_joined(e)

    def _join(self, start: int, count: int) -> None:
        """Note that so many positions are joined."""
        for p in self._walk(start)[:count]:
            self._path(start, p)

    def _lost(self, view: int, start: int, values: int) -> int:
        """Note for each value a position of the part that cannot have it; returns the others."""
        parts, variables = self._parts, self._parts.regions.views[view]
        own = parts.own[view]
        for p in self._walk(start):
            later = values & ~((4 << p) - 2) if view == FIRST else 0  # a first position is not behind another one
            removed = values & ~later & ~own[p] if variables[p] >= 0 else 0
            if later | removed:
                self._path(start, p)
                if removed:
                    self._need_values(view, p, removed)
                values &= ~(later | removed)
                if not values:
                    break
        return values

    def _lack(self, view: int, start: int, values: int) -> None:
        """Note why a part can have none of these values: a position cannot, or it is too large."""
        left = self._lost(view, start, values)
        if left:
            self._join(start, left.bit_length())

    def _differ(self, a: int, b: int) -> None:
        """Note why two parts, which do not agree, are not in one region."""
        parts, regions = self._parts, self._parts.regions
        i, j = parts.number[a], parts.number[b]
        if j in parts.apart[i]:
            for c in parts.members[i]:
                for d, e in regions.near[c]:
                    if parts.status[e] == APART and parts.number[d] == j:
                        self._path(a, c)
                        self._path(b, d)
                        self._need_border(e)
                        return
        view = next(view for view in (LABEL, SIZE, FIRST) if not parts.values[view][i] & parts.values[view][j])
        left = self._lost(view, b, self._lost(view, a, parts.whole[view]))
        if left:  # sizes that one of the two is too large for
            long = a if len(parts.members[i]) >= len(parts.members[j]) else b
            self._join(long, left.bit_length())

    def _enclose(self, start: int, room: list[int], inside: list[bool]) -> None:
        """Note why the region of a part does not go beyond a room, where it could by the number of steps."""
        parts = self._parts
        own, number = parts.number[start], parts.number
        for p in room:
            for q, e in parts.regions.near[p]:
                if inside[q]:
                    continue
                if parts.status[e] == APART:
                    self._need_border(e)
                elif not parts.agree(own, number[q]):
                    self._differ(start, q)
                elif not parts.agree(number[p], number[q]):
                    self._differ(p, q)
