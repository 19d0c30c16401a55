"""Which variables must differ, by all constraints together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.flat import FlatConstraint


def mask_of(variables: Iterable[int]) -> int:
    """Variables as bits."""
    mask = 0
    for x in variables:
        mask |= 1 << x
    return mask


class Differences:
    """Which variables must differ."""

    def __init__(self, constraints: Sequence[FlatConstraint]) -> None:
        self._cliques: dict[int, list[int]] = {}  # variable → cliques with it, as masks over variables
        self._others: dict[int, int] = {}  # variable → the variables of these
        for constraint in constraints:
            if constraint.condition:
                continue
            for clique in constraint.primitive.cliques:
                mask = mask_of(clique)
                for x in clique:
                    found = self._cliques.setdefault(x, [])
                    if mask not in found:
                        found.append(mask)
                        self._others[x] = self._others.get(x, 0) | mask

    def peers(self, x: int) -> int:
        """The variables that must differ from one, as bits."""
        return self._others.get(x, 0) & ~(1 << x)

    def pair(self, x: int, y: int) -> bool:
        """Whether two variables must differ."""
        return self._others.get(x, 0) >> y & 1 == 1

    def in_a_house(self, pair: int) -> bool:
        """Whether more than two variables that all must differ include both of a pair, given as bits."""
        cliques = self._cliques.get(next(bits(pair)), ())
        return any(pair & ~clique == 0 and clique.bit_count() > 2 for clique in cliques)

    def all_of(self, variables: Sequence[int]) -> bool:
        """Whether variables all must differ; not if one occurs twice."""
        cells = mask_of(variables)
        return cells.bit_count() == len(variables) and not any(
            cells & ~(self._others.get(x, 0) | 1 << x) for x in variables
        )

    def cover(self, variables: Sequence[int]) -> list[tuple[int, ...]]:
        """The variables parted into groups of different ones, greedily the largest first."""
        rest = mask_of(variables)
        candidates = list(dict.fromkeys([clique for x in variables for clique in self._cliques.get(x, ())]))
        groups: list[tuple[int, ...]] = []
        while rest:
            best = 0
            for clique in candidates:
                inside = clique & rest
                if inside.bit_count() > best.bit_count():
                    best = inside
            if best.bit_count() < 2:
                groups += [(x,) for x in bits(rest)]
                break
            groups.append(tuple(bits(best)))
            rest &= ~best
        return groups
