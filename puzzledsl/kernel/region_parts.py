"""Parts of regions: positions that are in one region, although it is not known in which.

A *link* joins two positions, or keeps them apart, for some values of a variable: "three cells of the arrow are in one
region, and the next one is in another". A *part* is what is joined for certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.matching import separate
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store


class Link:
    """Two positions have the same label if a variable has one of some values, and different ones if one of others.

    Attributes:
        variable: -1 if the positions are joined in any case.
        first, second: the positions.
        same, apart: the values.
    """

    __slots__ = ("apart", "first", "same", "second", "variable")

    def __init__(self, variable: int, first: int, second: int, same: Sequence[int], apart: Sequence[int]) -> None:
        self.variable = variable
        self.first = first
        self.second = second
        self.same = list(same)
        self.apart = list(apart)

    def joins(self, mask: int, base: int) -> bool:
        """Whether the positions are joined for all values of a domain."""
        return self.variable < 0 or not mask & ~mask_from(self.same, base)

    def parts(self, mask: int, base: int) -> bool:
        """Whether they are kept apart for all."""
        return self.variable >= 0 and not mask & ~mask_from(self.apart, base)


def mask_from(values: Sequence[int], base: int) -> int:
    """Values as bits from a base; those below are left out."""
    mask = 0
    for value in values:
        if value >= base:
            mask |= 1 << value - base
    return mask


Part = tuple[int, int, int, int, int]
"""What is joined: roots of parts as bits, labels that it may have, values that it certainly has, its size, and the
roots of the parts that it is kept apart from."""


class PartFilter:
    """At most so many positions have one label; they have different values, and links say which have the same label.

    What it removes is a function of the domains: it remembers only what nothing follows from.
    """

    __slots__ = (
        "_asked",
        "_bases",
        "_count",
        "_labels",
        "_links",
        "_masks_apart",
        "_masks_same",
        "_parts",
        "_quiet",
        "_root",
        "_seen",
        "_size",
        "_spots",
        "_values",
    )

    def __init__(self, labels: Sequence[int], values: Sequence[int], size: int, links: Sequence[Link]) -> None:
        """Args: labels, values: variables by position. size: of a region."""
        self._labels = list(labels)
        self._values = list(values)
        self._size = size
        self._count = len(self._labels)
        self._links = list(links)
        # All variables keep their bases while they have masks; the masks are made when the first store is known.
        self._bases: list[int] = []
        self._masks_same: list[int] = []
        self._masks_apart: list[int] = []
        asked: dict[int, list[int]] = {}
        for number, link in enumerate(self._links):
            if link.variable >= 0:
                asked.setdefault(link.variable, []).append(number)
        self._asked = list(asked.items())  # each variable of links, with its links
        self._spots: list[list[int]] = []
        for _, numbers in self._asked:
            spots = [self._links[i].first for i in numbers] + [self._links[i].second for i in numbers]
            self._spots.append(list(dict.fromkeys(spots)))
        self._seen: list[list[object]] = [[] for _ in self._asked]  # for each, what nothing follows from
        self._quiet: list[int] = []  # the same for all
        self._root: list[int] = []  # by position, the first position of its part
        self._parts: list[Part] = []  # by root

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows. All variables have masks.

        Raises:
            Contradiction: a part is too large, or has no label, or too few values.
        """
        self._arrange(store)
        while True:
            before = store.mark()
            masks = store.mask
            now = [masks[x] for x in self._labels]
            now += [masks[x] for x in self._values]
            now += [masks[x] for x, _ in self._asked]
            if now == self._quiet:
                return
            self._join(store)
            for i in range(len(self._asked)):
                self._try(store, i)
            if store.mark() == before:
                self._quiet = now
                return

    def _arrange(self, store: Store) -> None:
        """Take the values of links as bits from the bases of this store."""
        links = self._links
        bases = [store.base[link.variable] if link.variable >= 0 else 0 for link in links]
        if bases != self._bases:
            self._bases = bases
            self._masks_same = [mask_from(links[i].same, bases[i]) for i in range(len(links))]
            self._masks_apart = [mask_from(links[i].apart, bases[i]) for i in range(len(links))]
            self._seen = [[] for _ in self._asked]
            self._quiet = []

    def _join(self, store: Store) -> None:
        """Find the parts, and what follows for each of them."""
        masks = store.mask
        root = list(range(self._count))
        apart: list[Link] = []
        for i, link in enumerate(self._links):
            x = link.variable
            if x < 0 or not masks[x] & ~self._masks_same[i]:
                a, b = _top(root, link.first), _top(root, link.second)
                root[max(a, b)] = min(a, b)
            elif not masks[x] & ~self._masks_apart[i]:
                apart.append(link)
        members: list[list[int]] = [[] for _ in root]
        for p in range(self._count):
            root[p] = _top(root, p)
            members[root[p]].append(p)
        kept_apart = [0] * self._count
        for link in apart:
            a, b = root[link.first], root[link.second]
            if a == b:
                raise Contradiction
            kept_apart[a] |= 1 << b
            kept_apart[b] |= 1 << a
        self._root = root
        first, base = self._base_of(store, self._labels), self._base_of(store, self._values)
        self._parts = []
        for top, some in enumerate(members):
            if len(some) > 1:
                self._together(store, some, first, base)
            fixed = 0
            for p in some:
                x = self._values[p]
                if not masks[x] & (masks[x] - 1):
                    fixed |= masks[x] << store.base[x] - base
            x = self._labels[top]
            part: Part = (1 << top, masks[x] << store.base[x] - first, fixed, len(some), kept_apart[top])
            self._parts.append(part)
        for link in apart:
            self._different(store, link.first, link.second)

    def _base_of(self, store: Store, variables: Sequence[int]) -> int:
        return min([store.base[x] for x in variables])

    def _different(self, store: Store, a: int, b: int) -> None:
        for p, q in ((a, b), (b, a)):
            x, y = self._labels[p], self._labels[q]
            mask = store.mask[x]
            if not mask & (mask - 1):
                store.remove(y, store.base[x] + mask.bit_length() - 1)

    def _together(self, store: Store, some: list[int], first: int, base: int) -> None:
        """The positions of a part have one label and different values, and are not too many.

        Args:
            first, base: the least base of labels, and of values.
        """
        if len(some) > self._size:
            raise Contradiction
        common = -1
        for p in some:
            x = self._labels[p]
            common &= store.mask[x] << store.base[x] - first
        if not common:
            raise Contradiction
        for p in some:
            x = self._labels[p]
            store.put(x, common >> store.base[x] - first)
        domains = [store.mask[self._values[p]] << store.base[self._values[p]] - base for p in some]
        separate(domains)
        for i, p in enumerate(some):
            x = self._values[p]
            store.put(x, domains[i] >> store.base[x] - base)

    def _try(self, store: Store, i: int) -> None:
        """Remove the values of a variable whose links would join what cannot be joined."""
        x, numbers = self._asked[i]
        mask = store.mask[x]
        if not mask & (mask - 1):
            return
        root, parts = self._root, self._parts
        seen: list[object] = [mask]
        seen += [parts[root[p]] for p in self._spots[i]]
        if seen == self._seen[i]:
            return
        gone = 0
        for bit in bits(mask):
            if not self._may_join(numbers, 1 << bit):
                gone |= 1 << bit
        if gone:
            # If all are gone, one stays: `_join` finds that it is wrong, and can explain it.
            store.put(x, mask & ~gone or mask & -mask)
        else:
            self._seen[i] = seen

    def _may_join(self, numbers: list[int], value: int) -> bool:
        """Whether what links join for a value may be in one region, and what they keep apart, in different ones."""
        links, known = self._links, self._parts
        joined: dict[int, Part] = {}
        root = self._root
        copied = False
        for i in numbers:
            if not self._masks_same[i] & value:
                continue
            a, b = _top(root, links[i].first), _top(root, links[i].second)
            if a == b:
                continue
            one, two = joined.get(a, known[a]), joined.get(b, known[b])
            labels, size = one[1] & two[1], one[3] + two[3]
            if not labels or one[2] & two[2] or size > self._size or one[4] & two[0]:
                return False
            if not copied:
                root, copied = root.copy(), True
            root[b] = a
            joined[a] = (one[0] | two[0], labels, one[2] | two[2], size, one[4] | two[4])
        for i in numbers:
            if self._masks_apart[i] & value:
                a, b = _top(root, links[i].first), _top(root, links[i].second)
                labels = joined.get(a, known[a])[1]
                if a == b or (not labels & (labels - 1) and labels == joined.get(b, known[b])[1]):
                    return False
        return True


def _top(root: list[int], p: int) -> int:
    """The root of a position: what stands for itself."""
    while root[p] != p:
        p = root[p]
    return p
