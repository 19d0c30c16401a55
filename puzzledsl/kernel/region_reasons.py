"""Why `regions` removes labels and values: what else is known of the same label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.regions import RegionRules


class RegionReasons:
    """Reasons for what a `RegionFilter` of the same rules has done. All variables have masks.

    A label is excluded at a position by assuming it there, and looking for what is wrong with its region then.
    """

    __slots__ = ("_count", "_faces", "_labels", "_near", "_needed", "_numbers", "_place", "_size", "_values")

    def __init__(self, rules: RegionRules) -> None:
        self._labels, self._values = rules.labels, rules.values
        self._near, self._faces = rules.near, rules.faces
        self._size, self._numbers, self._needed = rules.size, rules.numbers, rules.needed
        self._count = len(self._labels)
        self._place = {x: p for p, x in enumerate(self._labels)} | {x: p for p, x in enumerate(self._values)}

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Note why values of a variable are removed; returns those for which no reason is found."""
        p = self._place[x]
        base = why.base[x]
        # What remains is perhaps one of these: only some of the values that went with these may be asked for.
        rest = [base + bit for bit in bits(why.masks[x] & ~gone)]
        if self._labels[p] == x:
            if len(rest) == 1 and self._wrong(why, rest[0], -1, p):
                return 0
            for bit in bits(gone):
                if self._wrong(why, base + bit, p, -1):
                    gone ^= 1 << bit
            return 0 if gone and any(self._wrong(why, label, -1, p) for label in rest) else gone
        mask = why.masks[self._labels[p]]
        if mask & (mask - 1):
            return gone
        label = why.base[self._labels[p]] + mask.bit_length() - 1
        for value in rest:
            if value in self._needed and self._is_only_place(why, label, value, p):
                why.need(self._labels[p], ~mask)
                return 0
        for bit in bits(gone):
            for q in range(self._count):
                if q != p and self._has(why, self._labels[q], label) and self._has(why, self._values[q], base + bit):
                    self._need(why, self._labels[q], label)
                    self._need(why, self._labels[p], label)
                    self._need(why, self._values[q], base + bit)
                    gone ^= 1 << bit
                    break
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """Note what is wrong with one region."""
        labels = {why.base[x] + bit for x in self._labels for bit in bits(why.masks[x])}
        return any(self._wrong(why, label, -1, -1) for label in sorted(labels.union(self._numbers)))

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def _has(self, why: Explanation, x: int, value: int) -> bool:
        """Whether a variable certainly has a value."""
        shift = value - why.base[x]
        return shift >= 0 and why.masks[x] == 1 << shift

    def _may_have(self, why: Explanation, x: int, value: int) -> bool:
        shift = value - why.base[x]
        return shift >= 0 and bool(why.masks[x] >> shift & 1)

    def _need(self, why: Explanation, x: int, value: int) -> None:
        """Note that a variable has this value."""
        why.need(x, ~(1 << value - why.base[x]))

    def _need_gone(self, why: Explanation, x: int, value: int) -> None:
        """Note that a variable does not have this value."""
        shift = value - why.base[x]
        if shift >= 0:
            why.need(x, 1 << shift)

    # ── what is wrong ────────────────────────────────────────────────────────────────────────────

    def _wrong(self, why: Explanation, label: int, added: int, without: int) -> bool:
        """Note why a region cannot be; False where nothing is found.

        Args:
            added: a position that is assumed to be in it, or -1.
            without: one that is assumed not to be, or -1.
        """
        masks, bases, count = why.masks, why.base, self._count
        may, must = [False] * count, [False] * count
        certain: list[int] = [added] if added >= 0 else []  # what is assumed is the first
        for p in range(count):
            x = self._labels[p]
            shift = label - bases[x]
            if p != without and shift >= 0 and masks[x] >> shift & 1:
                may[p] = True
                if masks[x] == 1 << shift:
                    must[p] = True
                    if p != added:
                        certain.append(p)
        if added >= 0:
            may[added] = must[added] = True
        if self._has_twice(why, label, certain, added):
            return True
        for p in certain[:1] if added >= 0 else certain if without < 0 else ():
            if self._crosses(why, label, p, certain):
                self._need_all(why, label, [p], added)
                return True
        if len(certain) > self._size:
            self._need_all(why, label, certain[: self._size + 1], added)
            return True
        if not certain and label not in self._numbers:
            return False
        return self._has_no_room(why, label, certain, may, must, added, without)

    def _need_all(self, why: Explanation, label: int, positions: Sequence[int], added: int) -> None:
        for p in positions:
            if p != added:
                self._need(why, self._labels[p], label)

    def _need_others_gone(self, why: Explanation, label: int, positions: Sequence[int], without: int) -> None:
        for p in positions:
            if p != without:
                self._need_gone(why, self._labels[p], label)

    def _has_twice(self, why: Explanation, label: int, certain: list[int], added: int) -> bool:
        """Two certain positions have one value, or one has only values that others have."""
        holder, p = holders(why, self._values, certain)
        if p >= 0:
            x = self._values[p]
            value = why.base[x] + why.masks[x].bit_length() - 1
            self._need_all(why, label, [p, holder[value]], added)
            self._need(why, x, value)
            self._need(why, self._values[holder[value]], value)
            return True
        for p in certain:
            x = self._values[p]
            mask = why.masks[x]
            if not mask & (mask - 1) or any(why.base[x] + bit not in holder for bit in bits(mask)):
                continue
            self._need_all(why, label, [p], added)
            why.need(x, ~mask)
            for bit in bits(mask):
                q = holder[why.base[x] + bit]
                self._need_all(why, label, [q], added)
                self._need(why, self._values[q], why.base[x] + bit)
            return True
        return False

    def _crosses(self, why: Explanation, label: int, added: int, certain: list[int]) -> bool:
        """Another region would take turns with this one around a face."""
        for face in self._faces:
            if added not in face:
                continue
            start = face.index(added)
            turned = face[start:] + face[:start]
            before: dict[int, int] = {}  # labels between the added position and one of its region, each with a place
            for i in range(1, len(turned)):
                if turned[i] in certain:
                    for p in turned[i + 1 :]:
                        mask = why.masks[self._labels[p]]
                        other = why.base[self._labels[p]] + mask.bit_length() - 1
                        if not mask & (mask - 1) and other != label and other in before:
                            self._need(why, self._labels[turned[i]], label)
                            self._need(why, self._labels[p], other)
                            self._need(why, self._labels[before[other]], other)
                            return True
                mask = why.masks[self._labels[turned[i]]]
                if not mask & (mask - 1):
                    before.setdefault(why.base[self._labels[turned[i]]] + mask.bit_length() - 1, turned[i])
        return False

    def _has_no_room(
        self,
        why: Explanation,
        label: int,
        certain: list[int],
        may: list[bool],
        must: list[bool],
        added: int,
        without: int,
    ) -> bool:
        """Certain positions are parted, joined to too few others, or to none with some value that a region needs."""
        if not certain:
            return self._is_nowhere(why, label, may, without)
        room, around = self._flood(certain[:1], may, self._count)
        inside = set(room)
        far = next((p for p in certain if p not in inside), -1)
        if far >= 0:
            self._need_all(why, label, [certain[0], far], added)
            self._need_others_gone(why, label, around, without)
            return True
        if len(room) < self._size:
            self._need_all(why, label, certain[:1], added)
            self._need_others_gone(why, label, around, without)
            return True
        missing = self._missing(why, room)
        if missing is not None:
            self._need_all(why, label, certain[:1], added)
            self._need_others_gone(why, label, around, without)
            for p in room:
                self._need_gone(why, self._values[p], missing)
            return True
        near = self._within(certain, may, must)
        outside = [p for p in certain if p not in near]
        missing = None if outside or len(near) < self._size else self._missing(why, sorted(near))
        if outside or len(near) < self._size or missing is not None:
            self._need_all(why, label, certain, added)
            self._need_others_gone(why, label, [p for p in range(self._count) if not may[p]], without)
            for p in near if missing is not None else ():
                self._need_gone(why, self._values[p], missing or 0)
            return True
        if len(certain) == self._size:
            for value in self._needed:
                if not any(self._may_have(why, self._values[p], value) for p in certain):
                    self._need_all(why, label, certain, added)
                    for p in certain:
                        self._need_gone(why, self._values[p], value)
                    return True
        return self._is_far(why, label, certain, room, around, added, without)

    def _is_far(
        self,
        why: Explanation,
        label: int,
        certain: list[int],
        room: list[int],
        around: list[int],
        added: int,
        without: int,
    ) -> bool:
        """A certain position is too far from all that may have some value."""
        inside = [False] * self._count
        for p in room:
            inside[p] = True
        for p in certain:
            near, _ = self._flood([p], inside, self._size)
            missing = self._missing(why, near)
            if missing is not None:
                self._need_all(why, label, [p], added)
                self._need_others_gone(why, label, around, without)
                for q in near:
                    self._need_gone(why, self._values[q], missing)
                return True
        return False

    def _is_nowhere(self, why: Explanation, label: int, may: list[bool], without: int) -> bool:
        """No part of the graph has room for a region that must be somewhere."""
        seen = [False] * self._count
        lacking: list[tuple[list[int], int | None]] = []
        for start in range(self._count):
            if may[start] and not seen[start]:
                room, _ = self._flood([start], may, self._count)
                for p in room:
                    seen[p] = True
                missing = self._missing(why, room) if len(room) >= self._size else None
                if len(room) >= self._size and missing is None:
                    return False
                lacking.append((room, missing))
        self._need_others_gone(why, label, [p for p in range(self._count) if not may[p]], without)
        for room, missing in lacking:
            for p in room if missing is not None else ():
                self._need_gone(why, self._values[p], missing or 0)
        return True

    def _missing(self, why: Explanation, positions: Sequence[int]) -> int | None:
        """A value that a region needs and none of these may have."""
        for value in self._needed:
            if not any(self._may_have(why, self._values[p], value) for p in positions):
                return value
        return None

    def _is_only_place(self, why: Explanation, label: int, value: int, p: int) -> bool:
        """Note why no other position may have both a label and a value; False: one may."""
        others = [q for q in range(self._count) if q != p]
        if any(
            self._may_have(why, self._labels[q], label) and self._may_have(why, self._values[q], value) for q in others
        ):
            return False
        for q in others:
            if self._may_have(why, self._labels[q], label):
                self._need_gone(why, self._values[q], value)
            else:
                self._need_gone(why, self._labels[q], label)
        return True

    def _flood(self, starts: Sequence[int], through: list[bool], most: int) -> tuple[list[int], list[int]]:
        """What is joined to some positions in fewer than ``most`` steps; and what is around it."""
        reached = [False] * self._count
        for p in starts:
            reached[p] = True
        found, level = list(starts), list(starts)
        around: list[int] = []
        for _ in range(most - 1):
            further: list[int] = []
            for p in level:
                for q in self._near[p]:
                    if not reached[q]:
                        reached[q] = True
                        (further if through[q] else around).append(q)
            if not further:
                break
            found += further
            level = further
        return found, around

    def _within(self, certain: list[int], may: list[bool], must: list[bool]) -> set[int]:
        """What may be in a region with certain positions, see `RegionFilter`."""
        left = self._size - len(certain)
        reached, frontier = {certain[0]}, [certain[0]]
        while True:
            ring: list[int] = []
            for p in frontier:  # which grows meanwhile
                for q in self._near[p]:
                    if may[q] and q not in reached:
                        if must[q]:
                            reached.add(q)
                            frontier.append(q)
                        else:
                            ring.append(q)
            frontier = [q for q in dict.fromkeys(ring) if q not in reached]
            if not frontier or not left:
                return reached
            left -= 1
            reached.update(frontier)


def holders(why: Explanation, values: Sequence[int], positions: Sequence[int]) -> tuple[dict[int, int], int]:
    """By value the first of some positions that certainly has it; and the first one that has the same as another, or
    -1."""
    found: dict[int, int] = {}
    for p in positions:
        mask = why.masks[values[p]]
        if not mask & (mask - 1):
            value = why.base[values[p]] + mask.bit_length() - 1
            if value in found:
                return found, p
            found[value] = p
    return found, -1
