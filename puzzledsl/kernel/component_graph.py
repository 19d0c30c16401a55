"""A graph whose components of equal values have sizes: what its filter and its reasons share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.component_packing import Packing

if TYPE_CHECKING:
    from collections.abc import Sequence


class ComponentGraph:
    """The variables by position, and which positions touch.

    Attributes:
        values, sizes: variables by position; the size is -1 where it may be any.
        sized: the positions that have a size.
        near: the neighbors of each position.
        count: how many positions there are.
        own: the values are the sizes.
        packing: which positions have been found to be in different components, where the values are the sizes.
    """

    __slots__ = ("count", "near", "own", "packing", "sized", "sizes", "values")

    def __init__(self, values: Sequence[int], sizes: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        """Args: edges: pairs of positions."""
        self.values = list(values)
        self.sizes = list(sizes)
        self.sized = [p for p, x in enumerate(sizes) if x >= 0]
        self.count = len(self.values)
        self.own = self.values == self.sizes
        self.near: list[list[int]] = [[] for _ in values]
        for a, b in edges:
            self.near[a].append(b)
            self.near[b].append(a)
        self.packing = Packing(self.near)

    def spread(self, part: list[int], may: list[bool], size: int) -> tuple[list[int], int, list[bool]]:
        """What may be in a component of this size with a part, the part first.

        Returns:
            Its positions, by their distance; how many of them, the first, are not farthest off; by position, whether
            it is one of them.
        """
        inside = [False] * self.count
        for p in part:
            inside[p] = True
        level, room, inner = part, part.copy(), 0
        for _ in range(size - len(part)):
            further: list[int] = []
            for p in level:
                for q in self.near[p]:
                    if may[q] and not inside[q]:
                        inside[q] = True
                        further.append(q)
            inner = len(room)
            if not further:
                break
            room += further
            level = further
        return room, inner, inside
