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
