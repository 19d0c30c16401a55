"""Why `region_parts` removes values: the links that join two positions, and what is known of the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.matching import explain_different
from puzzledsl.kernel.region_parts import mask_from
from puzzledsl.kernel.region_reasons import holders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.region_parts import Link


class PartReasons:
    """Reasons for what a `PartFilter` with the same arguments has done. All variables have masks."""

    __slots__ = ("_asked", "_beside", "_labels", "_links", "_place", "_size", "_values")

    def __init__(self, labels: Sequence[int], values: Sequence[int], size: int, links: Sequence[Link]) -> None:
        """Args: as for `PartFilter`."""
        self._labels = list(labels)
        self._values = list(values)
        self._size = size
        self._links = list(links)
        self._asked = {link.variable for link in self._links}
        self._beside: list[list[tuple[int, int]]] = [[] for _ in labels]  # by position, others and numbers of links
        for number, link in enumerate(self._links):
            self._beside[link.first].append((link.second, number))
            self._beside[link.second].append((link.first, number))
        self._place = {x: p for p, x in enumerate(self._labels)} | {x: p for p, x in enumerate(self._values)}

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why values of a variable are removed; returns those for which no reason is found."""
        p = self._place.get(x, -1)
        base = why.base[x]
        if x in self._asked:
            for bit in bits(gone):
                if self._is_wrong(why, x, base + bit):
                    gone ^= 1 << bit
        if p < 0 or not gone:
            return gone
        order, back = self._joined(why, p, -1, 0)
        if self._labels[p] == x:
            return self._explain_label(why, p, gone, order, back)
        for bit in bits(gone):
            for q in order[1:]:
                if why.masks[self._values[q]] == _bit(base + bit - why.base[self._values[q]]):
                    self._need_path(why, q, back)
                    why.need(self._values[q], ~why.masks[self._values[q]])
                    gone ^= 1 << bit
                    break
        if gone and len(order) > 1:
            rest = explain_different(why, [self._values[q] for q in order], (), frozenset(), x, gone)
            if rest != gone:
                for q in order:
                    self._need_path(why, q, back)
            gone = rest
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note what is wrong with one part, with two positions that are kept apart, or with two of the same label."""
        return self._is_wrong(why, -1, 0) or self._has_twice(why)

    def _explain_label(
        self, why: Explanation, p: int, gone: int, order: list[int], back: dict[int, tuple[int, int]]
    ) -> int:
        base = why.base[self._labels[p]]
        for bit in bits(gone):
            for q in order[1:]:
                shift = base + bit - why.base[self._labels[q]]
                if not why.masks[self._labels[q]] & _bit(shift):
                    self._need_path(why, q, back)
                    why.need(self._labels[q], _bit(shift))
                    gone ^= 1 << bit
                    break
            else:
                for q, number in self._beside[p]:
                    link, y = self._links[number], self._labels[q]
                    if self._parts(why, link) and why.masks[y] == _bit(base + bit - why.base[y]):
                        self._need_link(why, number, link.apart)
                        why.need(y, ~why.masks[y])
                        gone ^= 1 << bit
                        break
        return gone

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def _parts(self, why: Explanation, link: Link) -> bool:
        x = link.variable
        return x >= 0 and link.parts(why.masks[x], why.base[x])

    def _joined(
        self, why: Explanation, start: int, asked: int, value: int
    ) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """The positions that are joined to one, it first; and for each of the others the one before it, and the link.

        Args:
            asked, value: a variable that is assumed to have a value, or -1.
        """
        order, back = [start], {start: (-1, -1)}
        for p in order:  # which grows meanwhile
            for q, number in self._beside[p]:
                if q in back:
                    continue
                link = self._links[number]
                x = link.variable
                if x == asked and x >= 0:
                    joins = value in link.same
                else:
                    joins = x < 0 or link.joins(why.masks[x], why.base[x])
                if joins:
                    back[q] = (p, number)
                    order.append(q)
        return order, back

    def _need_link(self, why: Explanation, number: int, values: Sequence[int], asked: int = -1) -> None:
        """Note a link, and that its variable has one of some values, unless that is what is assumed."""
        why.use(number)
        x = self._links[number].variable
        if x >= 0 and x != asked:
            why.need(x, ~mask_from(values, why.base[x]))

    def _need_path(self, why: Explanation, p: int, back: dict[int, tuple[int, int]], asked: int = -1) -> None:
        """Note the links between a position and that where the search for it began."""
        while True:
            before, number = back[p]
            if before < 0:
                return
            self._need_link(why, number, self._links[number].same, asked)
            p = before

    # ── what is wrong ────────────────────────────────────────────────────────────────────────────

    def _is_wrong(self, why: Explanation, asked: int, value: int) -> bool:
        """Note why a variable of links cannot have a value (-1: why what is known is a contradiction)."""
        seen: set[int] = set()
        starts = range(len(self._labels))
        if asked >= 0:
            starts_of_links = [link.first for link in self._links if link.variable == asked]
        else:
            starts_of_links = list(starts)
        for start in starts_of_links:
            if start in seen:
                continue
            order, back = self._joined(why, start, asked, value)
            seen.update(order)
            if len(order) > 1 and self._is_wrong_part(why, order, back, asked):
                return True
            if self._is_parted(why, order, back, asked, value):
                return True
        return self._has_one_label(why, asked, value)

    def _is_wrong_part(self, why: Explanation, order: list[int], back: dict[int, tuple[int, int]], asked: int) -> bool:
        if len(order) > self._size:
            for q in order[: self._size + 1]:
                self._need_path(why, q, back, asked)
            return True
        holder, q = holders(why, self._values, order)
        if q >= 0:
            x = self._values[q]
            p = holder[why.base[x] + why.masks[x].bit_length() - 1]
            self._need_between(why, q, p, back, asked)
            for y in (x, self._values[p]):
                why.need(y, ~why.masks[y])
            return True
        left = {why.base[self._labels[order[0]]] + bit for bit in bits(why.masks[self._labels[order[0]]])}
        lacking = [order[0]]
        for q in order[1:]:
            x = self._labels[q]
            kept = {v for v in left if v >= why.base[x] and why.masks[x] >> v - why.base[x] & 1}
            if len(kept) < len(left):
                lacking.append(q)
            left = kept
        if not left:
            for q in lacking:
                self._need_path(why, q, back, asked)
                why.need(self._labels[q], -1)
            return True
        if not explain_different(why, [self._values[q] for q in order], (), frozenset(), -1, 1):
            for q in order:
                self._need_path(why, q, back, asked)
            return True
        return False

    def _is_parted(
        self, why: Explanation, order: list[int], back: dict[int, tuple[int, int]], asked: int, value: int
    ) -> bool:
        """Two positions of a part are kept apart."""
        for p in order:
            for q, number in self._beside[p]:
                if q not in back:
                    continue
                link = self._links[number]
                if value not in link.apart if link.variable == asked >= 0 else not self._parts(why, link):
                    continue
                self._need_link(why, number, link.apart, asked)
                self._need_between(why, p, q, back, asked)
                return True
        return False

    def _need_between(self, why: Explanation, p: int, q: int, back: dict[int, tuple[int, int]], asked: int) -> None:
        """Note the links between two positions of a part, but for those that the ways to both share."""
        behind: list[int] = []
        here = p
        while here >= 0:
            behind.append(here)
            here = back[here][0]
        meeting = q
        while meeting not in behind:
            meeting = back[meeting][0]
        for end in (p, q):
            here = end
            while here != meeting:
                before, number = back[here]
                self._need_link(why, number, self._links[number].same, asked)
                here = before

    def _has_one_label(self, why: Explanation, asked: int, value: int) -> bool:
        """Two positions that are kept apart have one label, or what they are joined to has."""
        for number, link in enumerate(self._links):
            if value not in link.apart if link.variable == asked >= 0 else asked >= 0 or not self._parts(why, link):
                continue
            ends = []
            for p in (link.first, link.second):
                order, back = self._joined(why, p, asked, value)
                x = next((self._labels[q] for q in order if _is_single(why.masks[self._labels[q]])), -1)
                if x < 0:
                    break
                ends.append((x, why.base[x] + why.masks[x].bit_length() - 1, self._place[x], back))
            if len(ends) == 2 and ends[0][1] == ends[1][1]:
                for x, _, q, back in ends:
                    why.need(x, ~why.masks[x])
                    self._need_path(why, q, back, asked)
                self._need_link(why, number, link.apart, asked)
                return True
        return False

    def _has_twice(self, why: Explanation) -> bool:
        """Two positions have the same label and the same value."""
        seen: dict[tuple[int, int], int] = {}
        for p, (x, y) in enumerate(zip(self._labels, self._values, strict=True)):
            if _is_single(why.masks[x]) and _is_single(why.masks[y]):
                held = (why.base[x] + why.masks[x].bit_length(), why.base[y] + why.masks[y].bit_length())
                if held in seen:
                    for z in (x, y, self._labels[seen[held]], self._values[seen[held]]):
                        why.need(z, ~why.masks[z])
                    return True
                seen[held] = p
        return False


def _bit(shift: int) -> int:
    return 1 << shift if shift >= 0 else 0


def _is_single(mask: int) -> bool:
    return not mask & (mask - 1)
