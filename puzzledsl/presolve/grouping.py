"""Equations combined with other constraints on their variables: groups that must differ, counts of all values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.grouped_sums import FEW
from puzzledsl.kernel.masks import bits
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.store import Store

MOST_WIDTH = 12
"""Values that a group spans; larger groups are divided into groups of `FEW` variables."""


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


def grouped(
    constraints: Sequence[FlatConstraint], apart: Differences, store: Store
) -> tuple[tuple[FlatConstraint, ...], tuple[FlatConstraint, ...]]:
    """The constraints, with a `GroupedSum` for each equation of two and more terms some of which must differ.

    Returns:
        Those that are no cages, and the cages: sums of which all variables must differ. A cage also takes the place of
        constraints that its variables are all different.
    """
    found: list[FlatConstraint] = []
    cages: dict[GroupedSum, FlatConstraint] = {}
    for one in constraints:
        both = _grouped(one, apart, store)
        stronger = one if both is None else FlatConstraint(both, one.origin, (), one.further)
        if both is None or len(both.groups) > 1:
            found.append(stronger)
        else:
            cages.setdefault(both, stronger)
    cells = {frozenset(cage.scope) for cage in cages}
    kept = [one for one in found if not cells or not _is_covered(one, cells)]
    return tuple(kept), tuple(cages.values())


def _is_covered(one: FlatConstraint, cages: Container[frozenset[int]]) -> bool:
    """Whether it only states that the variables of a cage are all different."""
    different = one.primitive
    return (
        isinstance(different, AllDifferent)
        and not one.condition
        and bool(different.cliques)
        and frozenset(different.variables) in cages
    )


def _grouped(one: FlatConstraint, apart: Differences, store: Store) -> GroupedSum | None:
    row = one.primitive
    if one.condition or not isinstance(row, Linear) or row.op != "==" or row.literals or len(row.terms) < 2:
        return None
    by_factor: dict[int, list[int]] = {}
    for x, k in row.terms:
        if not isinstance(k, int) or k == 0 or not store.mask[x]:
            return None
        by_factor.setdefault(k, []).append(x)
    if not isinstance(row.constant, int) or len({x for x, _ in row.terms}) < len(row.terms):
        return None
    groups: list[tuple[int, tuple[int, ...]]] = []
    for k, variables in by_factor.items():
        if len(by_factor) == 1 and row.constant % k == 0 and apart.all_of(variables):
            return GroupedSum.of_different(tuple(variables), row.constant // k)
        for group in apart.cover(variables):
            groups += [(k, part) for part in _parts(group, store)]
    return None if len(groups) == len(row.terms) else GroupedSum(tuple(groups), row.constant)


def _parts(group: tuple[int, ...], store: Store) -> list[tuple[int, ...]]:
    """The group, in small parts if its values are far apart."""
    width = max([store.hi(x) for x in group]) - min([store.lo(x) for x in group]) + 1
    size = len(group) if width <= MOST_WIDTH else FEW
    return [group[i : i + size] for i in range(0, len(group), size)]


def totals_of_counts(flat: FlatModel) -> tuple[FlatConstraint, ...]:
    """Where the values of some variables are all counted, ``Σ [x in V] == t`` for every ``V``: the sum of the counts.

    The sets ``V`` have to part each variable's domain; then the counts sum to the number of variables. No equation
    alone implies that.
    """
    found: dict[frozenset[int], list[tuple[Linear, FlatConstraint]]] = {}
    for one in flat.constraints:
        row = one.primitive
        if one.condition or not isinstance(row, Linear) or row.op != "==" or len(row.literals) < 2:
            continue
        cells = frozenset([literal.variable for literal, _ in row.literals])
        plain = len(cells) == len(row.literals) and all(k == 1 for _, k in row.literals)
        if plain and all(k == -1 for _, k in row.terms):
            found.setdefault(cells, []).append((row, one))
    sums: list[FlatConstraint] = []
    for cells, rows in found.items():
        if len(rows) < 2:
            continue
        left = {x: flat.variables[x].domain for x in cells}
        parted = True
        for row, _ in rows:
            for literal, _ in row.literals:
                x = literal.variable
                parted = parted and not (literal.values - left[x]) & flat.variables[x].domain
                left[x] = left[x] - literal.values
        terms = tuple([(x, 1) for row, _ in rows for x, _ in row.terms])
        if not parted or any(left.values()) or not terms or len(set(terms)) < len(terms):
            continue
        constant = len(cells) - sum([int(row.constant) for row, _ in rows])
        origin, *further = [one.origin for _, one in rows]
        sums.append(FlatConstraint(Linear(terms, (), "==", constant), origin, (), tuple(further)))
    return tuple(sums)
