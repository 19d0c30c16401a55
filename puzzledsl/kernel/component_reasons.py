"""Why `component_sizes` removes values: parts that are large enough, and surroundings that are small enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits

if TYPE_CHECKING:
    from puzzledsl.kernel.component_graph import ComponentGraph
    from puzzledsl.kernel.explanation import Explanation


class ComponentReasons:
    """Reasons for what a `ComponentFilter` of the same graph has done. All variables have masks."""

    __slots__ = ("_graph", "_place")

    def __init__(self, graph: ComponentGraph) -> None:
        self._graph = graph
        self._place = {x: p for p, x in enumerate(graph.sizes)} | {x: p for p, x in enumerate(graph.values)}

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why values of a variable are removed; returns those for which no reason is found."""
        p = self._place[x]
        base = why.base[x]
        if self._graph.values[p] != x:
            return self._explain_size(why, p, gone)
        if self._graph.own:
            inside = (1 << self._graph.count) - 1
            inside = inside << 1 - base if base <= 1 else inside >> base - 1
            gone &= inside  # sizes from 1 to the number of positions
        left = why.masks[x] & ~gone
        if gone and left and not left & (left - 1) and self._is_required(why, p, base + left.bit_length() - 1):
            return 0
        gone = self._have_no_room(why, p, gone)
        if gone and self._graph.own:
            gone = self._are_too_many(why, p, gone)
        for bit in bits(gone):
            value = base + bit
            if self._joins_too_much(why, p, value) or (self._graph.own and self._is_one_too_many(why, p, value)):
                gone ^= 1 << bit
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note a part that is too large, or cannot grow enough, or must have two sizes."""
        if self._graph.own and self._takes_too_much(why):
            return True
        seen = [False] * self._graph.count
        for p in range(self._graph.count):
            x = self._graph.values[p]
            mask = why.masks[x]
            if seen[p] or mask & (mask - 1):
                continue
            value = why.base[x] + mask.bit_length() - 1
            may, must = self._possible(why, value)
            part = self._flood(p, must, self._graph.count)
            for q in part:
                seen[q] = True
            if self._graph.own and not 1 <= value <= self._graph.count:
                why.need(x, ~mask)
                return True
            low, at_low, high, at_high = self._bounds(why, value, part)
            if len(part) > high:
                self._need_size(why, at_high, high, False)
                self._need_part(why, value, self._flood(at_high, must, high + 1))
                return True
            if low > high:
                self._need_size(why, at_low, low, True)
                self._need_size(why, at_high, low - 1, False)
                self._need_part(why, value, self._way(at_low, at_high, must))
                return True
            room = self._room(why, value, part, may, at_low, low, high, at_high, -1)
            if room:
                self._need_size(why, at_low, room + 1, True)
                return True
            if self._graph.own and self._is_one_too_many(why, p, value):
                self._need_part(why, value, [p])
                return True
        return False

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def _possible(self, why: Explanation, value: int) -> tuple[list[bool], list[bool]]:
        """Which positions may have a value, and which certainly have it."""
        may, must = [False] * self._graph.count, [False] * self._graph.count
        for p in range(self._graph.count):
            x = self._graph.values[p]
            shift = value - why.base[x]
            if shift >= 0 and why.masks[x] >> shift & 1:
                may[p] = True
                must[p] = why.masks[x] == 1 << shift
        return may, must

    def _flood(self, start: int, through: list[bool], most: int) -> list[int]:
        """The positions that are joined to this one, it first, up to a number of them."""
        found = [start]
        reached = [False] * self._graph.count
        reached[start] = True
        for p in found:
            for q in self._graph.near[p]:
                if through[q] and not reached[q] and len(found) < most:
                    reached[q] = True
                    found.append(q)
        return found

    def _way(self, start: int, end: int, through: list[bool]) -> list[int]:
        """The positions of a shortest way."""
        before = [-1] * self._graph.count
        before[start] = start
        found = [start]
        for p in found:
            for q in self._graph.near[p]:
                if through[q] and before[q] < 0:
                    before[q] = p
                    found.append(q)
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way

    def _bounds(self, why: Explanation, value: int, part: list[int]) -> tuple[int, int, int, int]:
        """The smallest size that a part's component may have, and by which position; the largest, and by which."""
        if self._graph.own:
            return value, part[0], value, part[0]
        low, high, at_low, at_high = 1, self._graph.count, part[0], part[0]
        for p in part:
            x = self._graph.sizes[p]
            if x >= 0:
                mask, base = why.masks[x], why.base[x]
                lowest, highest = base + (mask & -mask).bit_length() - 1, base + mask.bit_length() - 1
                if lowest > low:
                    low, at_low = lowest, p
                if highest < high:
                    high, at_high = highest, p
        return low, at_low, high, at_high

    # ── what is needed ───────────────────────────────────────────────────────────────────────────

    def _need_size(self, why: Explanation, p: int, size: int, at_least: bool) -> None:
        """Note that the size of a position's component is at least, or at most, this."""
        x = self._graph.sizes[p]
        if self._graph.own or x < 0:
            return
        shift = size - why.base[x]
        if at_least:
            why.need(x, (1 << shift) - 1 if shift > 0 else 0)
        else:
            why.need(x, ~((1 << shift + 1) - 1) if shift >= 0 else -1)

    def _need_part(self, why: Explanation, value: int, part: list[int]) -> None:
        """Note that these positions have the value."""
        for p in part:
            x = self._graph.values[p]
            why.need(x, ~(1 << value - why.base[x]))

    def _need_without(self, why: Explanation, value: int, positions: list[int]) -> None:
        """Note that these positions do not have the value."""
        for p in positions:
            x = self._graph.values[p]
            shift = value - why.base[x]
            if shift >= 0:
                why.need(x, 1 << shift)

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def _surroundings(self, room: list[int], may: list[bool], apart: int) -> list[int]:
        """The positions around a room, which may not have its value."""
        found: list[int] = []
        seen = [False] * self._graph.count
        for p in room:
            for q in self._graph.near[p]:
                if not may[q] and not seen[q] and q != apart:
                    seen[q] = True
                    found.append(q)
        return found

    def _have_no_room(self, why: Explanation, p: int, gone: int) -> int:
        """Too few positions are joined to this one that may have a value; returns the values with enough of them.

        Values are tried together: the positions that may have any of them are too few for the larger ones.

        Args:
            gone: values as bits from the base of the position's variable.
        """
        base = why.base[self._graph.values[p]]
        least = 1
        if not self._graph.own and self._graph.sizes[p] >= 0:
            x = self._graph.sizes[p]
            least = why.base[x] + (why.masks[x] & -why.masks[x]).bit_length() - 1
        while gone:
            room = [p]
            around: list[int] = []
            seen = [False] * self._graph.count
            seen[p] = True
            for here in room:
                for q in self._graph.near[here]:
                    if not seen[q]:
                        seen[q] = True
                        x = self._graph.values[q]
                        if why.masks[x] & _shifted(gone, base - why.base[x]):
                            room.append(q)
                        else:
                            around.append(q)
            if self._graph.own:
                first = max(len(room) + 1 - base, 0)
                larger = gone >> first << first
            else:
                larger = gone if len(room) < least else 0
            if not larger:
                break
            self._need_size(why, p, len(room) + 1, True)
            for q in around:
                x = self._graph.values[q]
                why.need(x, _shifted(larger, base - why.base[x]))
            gone ^= larger
        return gone

    def _are_too_many(self, why: Explanation, p: int, gone: int) -> int:
        """There is no room for one more component of some sizes; returns the others and those that others have."""
        apart, rest = self._apart(why)
        base = why.base[self._graph.values[p]]
        first = max(rest + 1 - base, 0)
        larger = gone >> first << first
        for _, value in apart:
            if value >= base:
                larger &= ~(1 << value - base)
        if larger:
            self._need_apart(why, apart)
        return gone ^ larger

    def _joins_too_much(self, why: Explanation, p: int, value: int) -> bool:
        """With this position, certain ones would be joined that are more than the component may have."""
        _, must = self._possible(why, value)
        must[p] = True
        joined = self._flood(p, must, self._graph.count)
        _, _, high, at_high = self._bounds(why, value, joined)
        if len(joined) <= high:
            return False
        must[p] = False
        if at_high == p or self._graph.own:
            kept = self._joined_first(p, must, high + 1, [])
        else:
            must[p] = True
            kept = self._joined_first(p, must, high + 1, self._way(p, at_high, must))
        self._need_size(why, at_high, high, False)
        self._need_part(why, value, [q for q in kept if q != p])
        return True

    def _joined_first(self, p: int, must: list[bool], most: int, first: list[int]) -> list[int]:
        """So many positions that a position joins, among them those of a way."""
        found = [p, *(q for q in first if q != p)]
        reached = [False] * self._graph.count
        for q in found:
            reached[q] = True
        beside = [q for q in self._graph.near[p] if must[q] and not reached[q]]
        larger_first = sorted([(-len(self._flood(q, must, most)), q) for q in beside])
        for start in found[1:] + [q for _, q in larger_first]:
            stack = [start]
            while stack and len(found) < most:
                here = stack.pop()
                if not reached[here]:
                    reached[here] = True
                    found.append(here)
                stack += [q for q in self._graph.near[here] if must[q] and not reached[q]]
        return found

    def _apart(self, why: Explanation) -> tuple[list[tuple[int, int]], int]:
        """Positions of different components with their values, and how many positions are left for others."""
        found: list[tuple[int, int]] = []
        rest = self._graph.count
        for p in self._graph.packing.chosen:
            x = self._graph.values[p]
            mask = why.masks[x]
            if not mask & (mask - 1):
                value = why.base[x] + mask.bit_length() - 1
                found.append((p, value))
                rest -= value
        return found, rest

    def _takes_too_much(self, why: Explanation) -> bool:
        """Different components are together larger than the graph, or leave too little room for one more."""
        apart, rest = self._apart(why)
        if rest < 0:
            self._need_apart(why, apart)
            return True
        known = {value for _, value in apart}
        for x in self._graph.values:
            mask, base = why.masks[x], why.base[x]
            if base + (mask & -mask).bit_length() - 1 > rest and not any(base + bit in known for bit in bits(mask)):
                why.need(x, ~mask)
                self._need_apart(why, apart)
                return True
        return False

    def _need_apart(self, why: Explanation, apart: list[tuple[int, int]]) -> None:
        for p, value in apart:
            self._need_part(why, value, [p])

    def _is_one_too_many(self, why: Explanation, p: int, value: int) -> bool:
        """With this position, there would be one component more than there is room for."""
        apart, rest = self._apart(why)
        if value <= rest:
            return False
        chosen = [q for q, v in apart if v == value]
        if all(not self._graph.packing.ball(q, value) >> p & 1 for q in chosen):
            self._need_apart(why, apart)
            return True
        may, must = self._possible(why, value)
        may[p] = True
        room = self._flood(p, may, self._graph.count)
        if not any(q in room for q in chosen):
            self._need_without(why, value, self._surroundings(room, may, -1))
            self._need_apart(why, apart)
            return True
        if len(chosen) > 1:
            return self._is_far(why, p, value, chosen, may, apart)
        part = self._flood(chosen[0], must, self._graph.count)
        if p in part:
            return False
        room, inner, inside = self._graph.spread(part, may, value)
        if inside[p]:
            return False
        self._need_part(why, value, part)
        self._need_without(why, value, self._surroundings(room[:inner], may, -1))
        self._need_apart(why, apart)
        return True

    def _is_far(
        self, why: Explanation, p: int, value: int, chosen: list[int], may: list[bool], apart: list[tuple[int, int]]
    ) -> bool:
        """The same, as no way leads to the chosen positions within what their components may reach."""
        within = 0
        for q in chosen:
            within |= self._graph.packing.ball(q, value)
        near = [may[q] and bool(within >> q & 1) for q in range(self._graph.count)]
        if not within >> p & 1:
            return False
        room = self._flood(p, near, self._graph.count)
        if any(q in room for q in chosen):
            return False
        self._need_without(why, value, [q for q in self._surroundings(room, near, -1) if not may[q]])
        self._need_apart(why, apart)
        return True

    def _joins_all(self, why: Explanation, p: int, value: int, may: list[bool], must: list[bool]) -> bool:
        """The only component of a value would fall apart without a position.

        Args:
            may, must: what is known of the positions, ``p`` without the value.
        """
        apart, rest = self._apart(why)
        chosen = [q for q, v in apart if v == value]
        if value <= rest or len(chosen) != 1:
            return False
        room = self._flood(chosen[0], may, self._graph.count)
        inside = [False] * self._graph.count
        for q in room:
            inside[q] = True
        for q in range(self._graph.count):
            if must[q] and not inside[q]:
                self._need_part(why, value, [q])
                self._need_without(why, value, self._surroundings(room, may, p))
                self._need_apart(why, apart)
                return True
        part = self._flood(chosen[0], must, self._graph.count)
        room, inner, inside = self._graph.spread(part, may, value)
        for q in range(self._graph.count):
            if must[q] and not inside[q]:
                self._need_part(why, value, [*part, q])
                self._need_without(why, value, self._surroundings(room[:inner], may, p))
                self._need_apart(why, apart)
                return True
        return False

    def _is_required(self, why: Explanation, p: int, value: int) -> bool:
        """Without this position, some part could not grow enough."""
        may, must = self._possible(why, value)
        may[p] = must[p] = False
        if self._graph.own and self._joins_all(why, p, value, may, must):
            return True
        seen = [False] * self._graph.count
        for start in range(self._graph.count):
            if must[start] and not seen[start]:
                part = self._flood(start, must, self._graph.count)
                for q in part:
                    seen[q] = True
                low, at_low, high, at_high = self._bounds(why, value, part)
                room = self._room(why, value, part, may, at_low, low, high, at_high, p)
                if room:
                    self._need_size(why, at_low, room + 1, True)
                    return True
        return False

    def _room(
        self,
        why: Explanation,
        value: int,
        part: list[int],
        may: list[bool],
        start: int,
        least: int,
        high: int,
        at_high: int,
        apart: int,
    ) -> int:
        """Note why a part cannot grow to a size without a position (-1: none); returns what it can, 0: to that size.

        Either the surroundings of one of its positions are enough, or those within its largest size.
        """
        room = self._flood(start, may, least)
        if len(room) < least:
            self._need_part(why, value, [start])
            self._need_without(why, value, self._surroundings(room, may, apart))
            return len(room)
        room, inner, _ = self._graph.spread(part, may, high)
        if len(room) >= least:
            return 0
        self._need_size(why, at_high, high, False)
        self._need_part(why, value, part)
        self._need_without(why, value, self._surroundings(room[:inner], may, apart))
        return len(room)

    def _explain_size(self, why: Explanation, p: int, gone: int) -> int:
        """Note why the component of a position does not have these sizes; returns those that are not explained."""
        x = self._graph.values[p]
        mask, base = why.masks[x], why.base[self._graph.sizes[p]]
        if mask & (mask - 1):
            return gone
        value = why.base[x] + mask.bit_length() - 1
        may, must = self._possible(why, value)
        part = self._flood(p, must, self._graph.count)
        left = why.masks[self._graph.sizes[p]] & ~gone
        lowest = base + (left & -left).bit_length() - 1 if left else base + gone.bit_length()
        low = high = -1
        for bit in bits(gone):
            if base + bit < lowest:
                low = base + bit
            elif high < 0:
                high = base + bit
        rest = 0
        if low >= 1 and not self._explain_small(why, p, value, part, must, low):
            rest |= gone & ((1 << low + 1 - base) - 1)
        if 0 <= high <= self._graph.count and not self._explain_large(why, p, value, part, may, must, high):
            rest |= gone & ~((1 << high - base) - 1)
        return rest

    def _explain_small(
        self, why: Explanation, p: int, value: int, part: list[int], must: list[bool], size: int
    ) -> bool:
        """Note why the component is larger than ``size``."""
        if len(part) > size:
            self._need_part(why, value, self._flood(p, must, size + 1))
            return True
        low, at_low, _, _ = self._bounds(why, value, part)
        if low <= size:
            return False
        self._need_size(why, at_low, size + 1, True)
        self._need_part(why, value, self._way(p, at_low, must))
        return True

    def _explain_large(
        self, why: Explanation, p: int, value: int, part: list[int], may: list[bool], must: list[bool], size: int
    ) -> bool:
        """Note why the component is smaller than ``size``."""
        _, _, high, at_high = self._bounds(why, value, part)
        if high < size:
            self._need_size(why, at_high, size - 1, False)
            self._need_part(why, value, self._way(p, at_high, must))
            return True
        return self._room(why, value, part, may, p, size, high, at_high, -1) > 0


def _shifted(mask: int, shift: int) -> int:
    return mask << shift if shift >= 0 else mask >> -shift
