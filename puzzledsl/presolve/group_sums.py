"""Equations combined with the groups of their variables that must differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear

if TYPE_CHECKING:
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.differences import Differences
    from puzzledsl.presolve.rewriting import WorkingModel


_FEW = 3
"""Variables whose values are tried one after another, however far apart they are; `grouped_sum.cpp` has the same."""


def group_sums(model: WorkingModel, domains: Domains) -> Rewrite:
    """Replace each equation of two and more terms some of which must differ by a `GroupedSum`.

    Where all must differ, it is a cage, which strengthens rows. No cage, stated or found, needs another constraint that
    its variables are all different.
    """
    found: dict[GroupedSum, FlatConstraint] = {}
    retired: list[int] = []
    for number, one in model.live():
        both = grouped_sum(one, model.apart, domains)
        if both is not None:
            found.setdefault(both, FlatConstraint(both, one.origin, (), one.further))
            retired.append(number)
    cages = tuple([one for both, one in found.items() if len(both.groups) == 1])
    cells = {
        frozenset(one.primitive.scope)
        for one in (*model.stated, *cages)
        if isinstance(one.primitive, GroupedSum) and not one.condition
    }
    for number, one in model.live() if cells else ():
        different = one.primitive
        states_no_more = isinstance(different, AllDifferent) and different.cliques and not one.condition
        if states_no_more and frozenset(different.scope) in cells:
            retired.append(number)
    return Rewrite(tuple(found.values()), retired=tuple(retired), rows=cages)


def grouped_sum(one: FlatConstraint, apart: Differences, domains: Domains) -> GroupedSum | None:
    """An equation of two and more terms some of which must differ, with this; ``None``: it is no such equation."""
    row = one.primitive
    if one.condition or not isinstance(row, Linear) or row.op != "==" or row.literals or len(row.terms) < 2:
        return None
    by_factor: dict[int, list[int]] = {}
    for x, k in row.terms:
        if not isinstance(k, int) or k == 0 or not domains.mask[x]:
            return None
        by_factor.setdefault(k, []).append(x)
    if not isinstance(row.constant, int) or len({x for x, _ in row.terms}) < len(row.terms):
        return None
    groups: list[tuple[int, tuple[int, ...]]] = []
    for k, variables in by_factor.items():
        if len(by_factor) == 1 and row.constant % k == 0 and apart.all_of(variables):
            return GroupedSum.of_different(tuple(variables), row.constant // k)
        for group in apart.cover(variables):
            groups += [(k, part) for part in _parts(group, domains)]
    return None if len(groups) == len(row.terms) else GroupedSum(tuple(groups), row.constant)


def _parts(group: tuple[int, ...], domains: Domains) -> list[tuple[int, ...]]:
    """The group, in small parts if its values are far apart."""
    width = max([domains.hi(x) for x in group]) - min([domains.lo(x) for x in group]) + 1
    size = len(group) if width <= TUNING.group_width else _FEW
    return [group[i : i + size] for i in range(0, len(group), size)]
