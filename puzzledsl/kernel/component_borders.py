"""Regions that borders divide a graph into: what is joined, what is apart, sizes and first positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.graphs import gather, required, spread
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store


class BorderFilter:
    """Edges without a border join regions; between two positions of a region there is no border.

    A part is what is joined for certain. Its numbers are the sizes that its region may have, and the positions (from 1)
    that may be the first of its region, each as a mask.
    """

    __slots__ = ("_borders", "_count", "_done", "_edges", "_firsts", "_near", "_sizes")

    def __init__(
        self, borders: Sequence[int], sizes: Sequence[int], firsts: Sequence[int], edges: Sequence[tuple[int, int]]
    ) -> None:
        """Args: borders: variables by edge. sizes, firsts: by position, -1: any. edges: pairs of positions."""
        self._borders = list(borders)
        self._sizes = list(sizes)
        self._firsts = list(firsts)
        self._edges = list(edges)
        self._count = len(self._sizes)
        self._near: list[list[tuple[int, int]]] = [[] for _ in self._sizes]  # positions, with the number of the edge
        for e, (a, b) in enumerate(self._edges):
            self._near[a].append((b, e))
            self._near[b].append((a, e))
        self._done: list[int] = []  # domains from which nothing follows

    def propagate(self, store: Store) -> None:
        """Rules about parts, to their fixpoint.

        Raises:
            Contradiction: a border within a part, or a part that can have no size or no first position.
        """
        if self._state(store) == self._done:
            return
        for p in range(self._count):
            if self._sizes[p] >= 0:
                store.at_least(self._sizes[p], 1)
                store.at_most(self._sizes[p], self._count)
            if self._firsts[p] >= 0:
                store.at_least(self._firsts[p], 1)
                store.at_most(self._firsts[p], p + 1)
        while True:
            before = self._state(store)
            self._round(store)
            now = self._state(store)
            if now == before:
                break
        self._done = now

    def _state(self, store: Store) -> list[int]:
        found = []
        for variables in (self._borders, self._sizes, self._firsts):
            for x in variables:
                if x >= 0:
                    found += [store.base[x], store.mask[x], store.lo(x), store.hi(x)]
        return found

    def _round(self, store: Store) -> None:
        count, edges, borders = self._count, self._edges, self._borders
        joined: list[list[int]] = [[] for _ in range(count)]
        status = [0] * len(edges)  # 1 for a border, -1 for none, 0 for an open one
        for e, (a, b) in enumerate(edges):
            if not store.has(borders[e], 0):
                status[e] = 1
            elif store.hi(borders[e]) == 0 and store.lo(borders[e]) == 0:
                status[e] = -1
                joined[a].append(b)
                joined[b].append(a)
        inside, number = [True] * count, [-1] * count
        parts: list[list[int]] = []
        for p in range(count):
            if number[p] < 0:
                gather(joined, inside, number, parts, p)
        sizes = [self._common(store, self._sizes, part) & (-1 << len(part)) for part in parts]
        firsts = [self._common(store, self._firsts, part) & ((4 << min(part)) - 1) for part in parts]
        apart: list[set[int]] = [set() for _ in parts]
        for e, (a, b) in enumerate(edges):
            i, j = number[a], number[b]
            if i == j:
                if status[e] == 1:
                    raise Contradiction
                status[e] = -1
                store.fix(borders[e], 0)
            elif status[e] == 1:
                apart[i].add(j)
                apart[j].add(i)
        for e, (a, b) in enumerate(edges):
            i, j = number[a], number[b]
            if i != j and not status[e]:
                least = len(parts[i]) + len(parts[j])
                if j in apart[i] or not (sizes[i] & sizes[j]) >> least or not firsts[i] & firsts[j]:
                    apart[i].add(j)
                    apart[j].add(i)
                    status[e] = 1
                    store.remove(borders[e], 0)
        for i in range(len(parts)):
            for j in apart[i]:
                if not firsts[j] & (firsts[j] - 1):
                    firsts[i] &= ~firsts[j]
        near: list[list[int]] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(edges):
            if status[e] != 1:
                near[a].append(b)
                near[b].append(a)
        for i in range(len(parts)):
            self._grow(store, i, parts, number, near, apart, sizes, firsts)
            self._narrow(store, self._sizes, parts[i], sizes[i])
            self._narrow(store, self._firsts, parts[i], firsts[i])

    def _common(self, store: Store, variables: list[int], part: list[int]) -> int:
        """The values from 1 to the number of positions that the variables of a part have in common."""
        found = (2 << self._count) - 2
        for p in part:
            x = variables[p]
            if x >= 0:
                found &= store.window(x, 0, self._count + 1)
        return found

    def _narrow(self, store: Store, variables: list[int], part: list[int], values: int) -> None:
        if not values:
            raise Contradiction
        for p in part:
            x = variables[p]
            if x >= 0:
                store.keep_window(x, 0, values)

    def _grow(
        self,
        store: Store,
        i: int,
        parts: list[list[int]],
        number: list[int],
        near: list[list[int]],
        apart: list[set[int]],
        sizes: list[int],
        firsts: list[int],
    ) -> None:
        """What the region of a part may have has room for its size and its first position; it takes in the positions
        without which it has not."""
        part, count = parts[i], self._count
        if not sizes[i] or not firsts[i]:
            raise Contradiction
        may = [False] * count
        for j in range(len(parts)):
            if j == i or (j not in apart[i] and sizes[i] & sizes[j] and firsts[i] & firsts[j]):
                for p in parts[j]:
                    may[p] = True
        room, inside = spread(near, part, may, sizes[i].bit_length() - 1)
        sizes[i] &= (2 << len(room)) - 1
        reached = 0
        for p in room:
            reached |= 2 << p
        firsts[i] &= reached
        if not sizes[i] or not firsts[i]:
            raise Contradiction
        least = (sizes[i] & -sizes[i]).bit_length() - 1
        head = firsts[i].bit_length() - 2 if not firsts[i] & (firsts[i] - 1) else -1
        must = [False] * count
        if head >= 0 and number[head] != i:
            must[head] = True
        elif least <= len(part):
            return
        for q in [*required(near, part, inside, len(room), least, must)[0], *([head] if head >= 0 else [])]:
            if number[q] == i:
                continue
            self._narrow(store, self._sizes, [q], sizes[i])
            self._narrow(store, self._firsts, [q], firsts[i])
            for p, e in self._near[q]:
                if number[p] == i:
                    store.fix(self._borders[e], 0)
