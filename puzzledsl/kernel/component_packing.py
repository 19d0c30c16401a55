"""Components that must be different ones: together they are not larger than the graph.

Two positions with one value are in different components if each way between them has more positions than the value
says. So a set of such positions, for all values, takes up the sum of its values, and no component that has none of them
may be larger than the rest.
"""

from __future__ import annotations


class Packing:
    """Positions of different components, where the values are the sizes."""

    __slots__ = ("_balls", "_near")

    def __init__(self, near: list[list[int]]) -> None:
        """Args: near: the neighbors of each position."""
        self._near = near
        self._balls: dict[tuple[int, int], int] = {}

    def extended(self, chosen: list[int], fixed: list[tuple[int, int]]) -> list[int]:
        """Choose further ones of these positions, given with their values; those that are chosen come first."""
        found = chosen.copy()
        reached: dict[int, int] = {}  # by value, what may be in the component of one that is chosen, as bits
        values = dict(fixed)
        for p in found:
            value = values[p]
            reached[value] = reached.get(value, 0) | self.ball(p, value)
        for p, value in fixed:
            within = reached.get(value, 0)
            if not within >> p & 1:
                reached[value] = within | self.ball(p, value)
                found.append(p)
        return found

    def ball(self, start: int, size: int) -> int:
        """The positions that may be in one component of this size with a position, as bits."""
        key = (start, size)
        known = self._balls.get(key)
        if known is None:
            known = 1 << start
            level = [start]
            for _ in range(size - 1):
                further: list[int] = []
                for p in level:
                    for q in self._near[p]:
                        if not known >> q & 1:
                            known |= 1 << q
                            further.append(q)
                if not further:
                    break
                level = further
            self._balls[key] = known
        return known
