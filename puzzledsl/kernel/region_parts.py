"""Parts of regions: positions that are in one region, although it is not known in which.

A *link* joins two positions, or keeps them apart, for some values of a variable: "three cells of the arrow are in one
region, and the next one is in another". A *part* is what is joined for certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits, size_of
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


class PartFilter:
    """At most so many positions have one label; they have different values, and links say which have the same label."""

    __slots__ = (
        "_asked",
        "_bases",
        "_count",
        "_first",
        "_info",
        "_is_apart",
        "_labels",
        "_link_of",
        "_masks_apart",
        "_masks_same",
        "_quiet",
        "_root",
        "_second",
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
        self._link_of = [link.variable for link in links]
        self._first = [link.first for link in links]
        self._second = [link.second for link in links]
        # All variables keep their bases while they have masks; the masks are made when the first store is known.
        self._bases: list[int] = []
        self._masks_same: list[int] = []
        self._masks_apart: list[int] = []
        asked: dict[int, list[int]] = {}
        for number in range(len(self._link_of)):
            if self._link_of[number] >= 0:
                asked.setdefault(self._link_of[number], []).append(number)
        self._asked = list(asked.items())  # each variable of links, with its links
        self._spots: list[list[int]] = []
        for _, numbers in self._asked:
            spots = [self._first[i] for i in numbers] + [self._second[i] for i in numbers]
            self._spots.append(list(dict.fromkeys(spots)))
        self._seen: list[list[int]] = [[] for _ in self._asked]  # for each, what nothing follows from
        self._quiet: list[int] = []  # the same for all
        self._root: list[int] = []
        self._info: list[int] = []
        self._is_apart: set[int] = set()

    def arrange(self, store: Store, links: Sequence[Link]) -> None:
        """Take the values of links as bits from the bases of this store."""
        bases = [store.base[x] if x >= 0 else 0 for x in self._link_of]
        if bases != self._bases:
            self._bases = bases
            self._masks_same = [mask_from(links[i].same, bases[i]) for i in range(len(bases))]
            self._masks_apart = [mask_from(links[i].apart, bases[i]) for i in range(len(bases))]
            self._seen = [[] for _ in self._asked]

    def propagate(self, store: Store) -> None:
        """Narrow the domains until nothing more follows. All variables have masks.

        Raises:
            Contradiction: a part is too large, or has no label, or too few values.
        """
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

    def _join(self, store: Store) -> None:
        """Find the parts, and what follows for each of them."""
        masks = store.mask
        count = self._count
        root = list(range(count))
        apart: list[tuple[int, int]] = []
        for i in range(len(self._link_of)):
            x = self._link_of[i]
            if x < 0 or not masks[x] & ~self._masks_same[i]:
                a, b = self._first[i], self._second[i]
                while root[a] != a:
                    a = root[a]
                while root[b] != b:
                    b = root[b]
                if a < b:
                    root[b] = a
                else:
                    root[a] = b
            elif not masks[x] & ~self._masks_apart[i]:
                apart.append((self._first[i], self._second[i]))
        members: dict[int, list[int]] = {}
        for p in range(count):
            top = p
            while root[top] != top:
                top = root[top]
            root[p] = top
            if top != p:
                some = members.get(top)
                if some is None:
                    members[top] = [top, p]
                else:
                    some.append(p)
        for some in members.values():
            self._together(store, some)
        self._root = root
        self._info = [0] * (3 * count)  # by root: its labels, the values that it certainly has, its size
        info = self._info
        base = self._base_of(store, self._values)
        first = self._base_of(store, self._labels)
        for p in range(count):
            top = root[p]
            x = self._labels[p]
            info[3 * top] = masks[x] << store.base[x] - first  # the same for all of a part
            x = self._values[p]
            mask = masks[x]
            if not mask & (mask - 1):
                info[3 * top + 1] |= mask << store.base[x] - base
            info[3 * top + 2] += 1
        self._is_apart = set()
        for a, b in apart:
            self._different(store, a, b)
            a, b = root[a], root[b]
            if a == b:
                raise Contradiction
            self._is_apart.add(a * count + b)
            self._is_apart.add(b * count + a)

    def _base_of(self, store: Store, variables: Sequence[int]) -> int:
        return min([store.base[x] for x in variables])

    def _different(self, store: Store, a: int, b: int) -> None:
        for p, q in ((a, b), (b, a)):
            x, y = self._labels[p], self._labels[q]
            mask = store.mask[x]
            if not mask & (mask - 1):
                store.remove(y, store.base[x] + mask.bit_length() - 1)

    def _together(self, store: Store, some: list[int]) -> None:
        """The positions of a part have one label and different values, and are not too many."""
        if len(some) > self._size:
            raise Contradiction
        first = self._base_of(store, self._labels)
        common = -1
        for p in some:
            x = self._labels[p]
            common &= store.mask[x] << store.base[x] - first
        if not common:
            raise Contradiction
        for p in some:
            x = self._labels[p]
            store.put(x, common >> store.base[x] - first)
        base = self._base_of(store, self._values)
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
        root, info = self._root, self._info
        seen = [mask]
        for p in self._spots[i]:
            top = root[p]
            seen.append(top)
            seen.append(info[3 * top])
            seen.append(info[3 * top + 1])
            seen.append(info[3 * top + 2])
        if seen == self._seen[i]:
            return
        gone = 0
        for bit in bits(mask):
            if not self._may_join(numbers, 1 << bit):
                gone |= 1 << bit
        if gone:
            store.put(x, mask & ~gone)
        else:
            self._seen[i] = seen

    def _may_join(self, numbers: list[int], value: int) -> bool:
        """Whether what links join for a value may be in one region, and what they keep apart, in different ones."""
        root, info, count = self._root, self._info, self._count
        above: dict[int, int] = {}  # by root, a root that it is joined to
        groups: dict[int, list[int]] = {}  # roots that are joined, by the topmost
        labels: dict[int, int] = {}
        fixed: dict[int, int] = {}
        sizes: dict[int, int] = {}
        for i in numbers:
            if not self._masks_same[i] & value:
                continue
            a, b = root[self._first[i]], root[self._second[i]]
            while a in above:
                a = above[a]
            while b in above:
                b = above[b]
            if a == b:
                continue
            left, right = groups.get(a, [a]), groups.get(b, [b])
            size = sizes.get(a, info[3 * a + 2]) + sizes.get(b, info[3 * b + 2])
            common = labels.get(a, info[3 * a]) & labels.get(b, info[3 * b])
            one, two = fixed.get(a, info[3 * a + 1]), fixed.get(b, info[3 * b + 1])
            if size > self._size or not common or one & two:
                return False
            if self._is_apart:
                for p in left:
                    for q in right:
                        if p * count + q in self._is_apart:
                            return False
            above[b] = a
            groups[a] = left + right
            labels[a], fixed[a], sizes[a] = common, one | two, size
        for i in numbers:
            if not self._masks_apart[i] & value:
                continue
            a, b = root[self._first[i]], root[self._second[i]]
            while a in above:
                a = above[a]
            while b in above:
                b = above[b]
            if a == b:
                return False
            common = labels.get(a, info[3 * a])
            if common == labels.get(b, info[3 * b]) and size_of(common) == 1:
                return False
        return True
