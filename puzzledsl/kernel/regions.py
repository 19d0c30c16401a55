"""Regions that labels stand for: what their size, their connection, their values and the plane exclude.

Sets of positions are masks. For each label, a position *may* have it while it is in the domain of the position's label,
and *must* have it once it is fixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.component_sizes import required
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.matching import filter_by_matching, may_have_hall_set, separate
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store


class RegionRules:
    """What regions have to be.

    Attributes:
        labels, values: variables by position.
        near: the neighbors of each position.
        faces: the positions around each face of a plane drawing of the graph.
        size: how many positions a region has.
        numbers: labels that occur.
        needed: values that each region has.
    """

    __slots__ = ("faces", "labels", "near", "needed", "numbers", "size", "values")

    def __init__(
        self,
        labels: Sequence[int],
        values: Sequence[int],
        near: Sequence[Sequence[int]],
        faces: Sequence[Sequence[int]],
        size: int,
        numbers: Sequence[int],
        needed: Sequence[int],
    ) -> None:
        self.labels = list(labels)
        self.values = list(values)
        self.near = [list(beside) for beside in near]
        self.faces = [list(face) for face in faces]
        self.size = size
        self.numbers = list(numbers)
        self.needed = list(needed)


class RegionFilter:
    """Each label's positions are connected, so many, and have different values.

    What was found out about a label is not looked for again until its positions, or their values, change.
    """

    __slots__ = (
        "_bases",
        "_beside",
        "_count",
        "_faces",
        "_having",
        "_label_masks",
        "_labels",
        "_may",
        "_must",
        "_near",
        "_needed",
        "_numbers",
        "_quiet",
        "_size",
        "_value_masks",
        "_values",
    )

    def __init__(self, rules: RegionRules) -> None:
        self._labels, self._values = rules.labels, rules.values
        self._near, self._faces = rules.near, rules.faces
        self._size, self._numbers, self._needed = rules.size, rules.numbers, rules.needed
        self._count = len(self._labels)
        self._beside = [sum([1 << q for q in beside]) for beside in self._near]
        self._bases: list[int] = []  # of labels and values; what follows belongs to them
        self._label_masks: list[int] = []
        self._value_masks: list[int] = []
        self._may: dict[int, int] = {}  # by label, positions
        self._must: dict[int, int] = {}
        self._having: dict[int, int] = {}  # by value, positions that may have it
        self._quiet: dict[int, list[int]] = {}  # by label, what nothing follows from

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows.

        Raises:
            Contradiction: a region is too large or too small, falls apart, or has a value twice or never.
        """
        bases: list[int] = []
        for variables in (self._labels, self._values):
            for x in variables:
                if not store.mask[x]:
                    return
                bases.append(store.base[x])
        if bases != self._bases:
            self._bases = bases
            self._label_masks, self._value_masks = [0] * self._count, [0] * self._count
            self._may, self._must, self._having = {}, {}, {}
        while True:
            before = store.mark()
            self._round(store)
            if self._faces:
                for face in self._faces:
                    self._around(store, face)
            if store.mark() == before:
                return

    def _round(self, store: Store) -> None:
        self._take_in(store)
        may, having = self._may, self._having
        for label in self._numbers:
            if not may.get(label, 0):
                raise Contradiction
        for label, possible in may.items():
            if not possible:
                continue
            certain = self._must.get(label, 0)
            seen = [certain, possible]
            for value, some in having.items():
                seen.append(value)
                seen.append(some & possible)
            quiet = self._quiet.get(label)
            if quiet is not None and quiet == seen:
                continue
            before = store.mark()
            self._label(store, label, certain, possible, having)
            if store.mark() == before:
                self._quiet[label] = seen

    def _take_in(self, store: Store) -> None:
        """Note which domains have changed, in both directions."""
        masks, bases = store.mask, store.base
        before, before_values = self._label_masks, self._value_masks
        for p in range(self._count):
            x = self._labels[p]
            mask, old = masks[x], before[p]
            if mask != old:
                before[p] = mask
                place, base = 1 << p, bases[x]
                if old and not old & (old - 1):
                    label = base + old.bit_length() - 1
                    self._must[label] = self._must[label] ^ place
                if not mask & (mask - 1):
                    label = base + mask.bit_length() - 1
                    self._must[label] = self._must.get(label, 0) | place
                for bit in bits(mask ^ old):
                    self._may[base + bit] = self._may.get(base + bit, 0) ^ place
            x = self._values[p]
            mask, old = masks[x], before_values[p]
            if mask != old:
                before_values[p] = mask
                for bit in bits(mask ^ old):
                    value = bases[x] + bit
                    self._having[value] = self._having.get(value, 0) ^ 1 << p

    def _label(self, store: Store, label: int, must: int, may: int, having: dict[int, int]) -> None:
        """What follows for one label."""
        size = self._size
        occurs = must != 0 or label in self._numbers
        if must.bit_count() > size:
            raise Contradiction
        kept = self._reached(must, may) if must else self._roomy(may, having)
        if must & ~kept or (occurs and kept.bit_count() < size):
            raise Contradiction
        if must.bit_count() == size:
            kept = must
        # What is removed for one reason is gone before the next one is looked at, so that reasons can name it.
        self._confine(store, label, may, kept)
        may, kept = kept, self._with_values(store, must, kept)
        self._confine(store, label, may, kept)
        if not occurs:
            return
        may, kept = kept, self._near_values(kept, having)
        if must & ~kept or kept.bit_count() < size:
            raise Contradiction
        self._confine(store, label, may, kept)
        demanded = 0
        if kept.bit_count() == size:
            demanded = kept & ~must
        elif must:
            demanded = self._required(must, kept)
        for value in self._needed:
            some = kept & having.get(value, 0)
            if not some:
                raise Contradiction
            if not some & (some - 1):
                p = some.bit_length() - 1
                store.fix(self._labels[p], label)
                store.fix(self._values[p], value)
        while demanded:
            low = demanded & -demanded
            demanded ^= low
            store.fix(self._labels[low.bit_length() - 1], label)

    def _confine(self, store: Store, label: int, may: int, kept: int) -> None:
        """Remove a label from the positions that may have it but for those that are kept."""
        gone = may & ~kept
        while gone:
            low = gone & -gone
            gone ^= low
            store.remove(self._labels[low.bit_length() - 1], label)

    def _reached(self, must: int, may: int) -> int:
        """What may be in a region with these: so many further positions are as many steps from one to another."""
        reached = frontier = must & -must
        left = self._size - must.bit_count()
        while True:
            ring = 0
            while frontier:
                further = self._around_all(frontier) & may & ~reached
                frontier = further & must  # no step: these are in it anyway
                reached |= frontier
                ring |= further
            ring &= ~reached
            if not ring or not left:
                return reached
            left -= 1
            reached |= ring
            frontier = ring

    def _around_all(self, positions: int) -> int:
        beside, found = self._beside, 0
        while positions:
            low = positions & -positions
            positions ^= low
            found |= beside[low.bit_length() - 1]
        return found

    def _roomy(self, may: int, having: dict[int, int]) -> int:
        """Those that are joined to enough others, with all values that a region needs among them."""
        kept, left = 0, may
        while left:
            room = frontier = left & -left
            while frontier:
                frontier = self._around_all(frontier) & left & ~room
                room |= frontier
            left &= ~room
            if room.bit_count() < self._size:
                continue
            for value in self._needed:
                if not room & having.get(value, 0):
                    break
            else:
                kept |= room
        return kept

    def _with_values(self, store: Store, must: int, kept: int) -> int:
        """The values of certain positions are different; returns those that can be different from them, too."""
        if not must:
            return kept
        masks, bases, values = store.mask, store.base, self._values
        base = min([bases[x] for x in values])
        cells: list[int] = []
        domains: list[int] = []
        fixed = 0
        for p in bits(must):
            x = values[p]
            cells.append(x)
            domain = masks[x] << bases[x] - base
            domains.append(domain)
        separate(domains)
        if len(domains) > 2 and may_have_hall_set(domains, True):
            filter_by_matching(domains)
        for i, domain in enumerate(domains):
            x = cells[i]
            store.put(x, domain >> bases[x] - base)
            if not domain & (domain - 1):
                fixed |= domain
        for p in bits(kept & ~must):
            x = values[p]
            if not masks[x] << bases[x] - base & ~fixed:
                kept ^= 1 << p
        return kept

    def _near_values(self, kept: int, having: dict[int, int]) -> int:
        """Those that are near enough to a position with that value which the fewest may have."""
        fewest = 0
        for value in self._needed:
            some = kept & having.get(value, 0)
            if not some:
                raise Contradiction
            if not fewest or some.bit_count() < fewest.bit_count():
                fewest = some
        if not fewest:
            return kept
        reached = frontier = fewest
        for _ in range(self._size - 1):
            frontier = self._around_all(frontier) & kept & ~reached
            if not frontier:
                break
            reached |= frontier
        return reached

    def _required(self, must: int, kept: int) -> int:
        """Positions without which the certain ones would be parted, or joined to too few others."""
        part = frontier = must & -must
        while frontier:
            frontier = self._around_all(frontier) & must & ~part
            part |= frontier
        inside, certain = [False] * self._count, [False] * self._count
        for p in bits(kept):
            inside[p] = True
        for p in bits(must):
            certain[p] = True
        found = 0
        for p in required(self._near, list(bits(part)), inside, kept.bit_count(), self._size, certain):
            found |= 1 << p
        return found & ~must

    def _around(self, store: Store, face: list[int]) -> None:
        """No two regions take turns around a face: between two positions of one, and on the other side, are others."""
        masks, labels = store.mask, self._labels
        length = len(face)
        places: dict[int, list[int]] = {}  # by label, where on the face it certainly is
        for i in range(length):
            x = labels[face[i]]
            mask = masks[x]
            if not mask & (mask - 1):
                places.setdefault(store.base[x] + mask.bit_length() - 1, []).append(i)
        if len(places) < 2:
            return
        for label, some in places.items():
            if len(some) < 2 or (length == 4 and some[1] - some[0] != 2):
                continue
            for other, theirs in places.items():
                if other != label:
                    self._one_side(store, face, some, other, theirs)

    def _one_side(self, store: Store, face: list[int], ends: list[int], label: int, places: list[int]) -> None:
        """A label is between the same two of some positions around a face, wherever it is."""
        first = places[0]
        low, high = ends[-1], ends[0]  # the arc over the end of the list
        for i in range(1, len(ends)):
            if ends[i - 1] < first < ends[i]:
                low, high = ends[i - 1], ends[i]
        for i in range(len(face)):
            inside = low < i < high if low < high else (i > low or i < high)
            if not inside:
                store.remove(self._labels[face[i]], label)
