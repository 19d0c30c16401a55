"""How many of the lines that are ranked begin with which digit: houses on the border say so."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.kernel.filter import have_common_base
from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.derived_sums import houses
from puzzledsl.primitives.ranking import Ranking
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.kernel.store import Store


def first_digits(flat: FlatModel, store: Store) -> FlatModel:
    """The model with `Ranking.firsts` filled in, for the domains of the store.

    The first cells of all lines are taken apart into houses, each of which has all of its values, and single cells.
    """
    return replace(flat, constraints=tuple([_informed(one, flat, store) for one in flat.constraints]))


def _informed(one: FlatConstraint, flat: FlatModel, store: Store) -> FlatConstraint:
    ranking = one.primitive
    if not isinstance(ranking, Ranking) or len({len(line) for line in ranking.lines}) != 1 or not ranking.lines[0]:
        return one
    cells = [line[0] for line in ranking.lines]
    if not have_common_base(store, cells):
        return one
    single = Counter(cells)
    whole: list[int] = []  # the values of houses
    origins: dict[int, None] = {}
    for house, values in houses(flat.constraints, store):
        variables = house.primitive.scope
        while all(single[x] for x in variables):
            single.subtract(variables)
            whole.append(values)
            origins[house.origin] = None
    others = [store.mask[x] for x in single.elements()]
    found, union = [], 0
    for mask in (*whole, *others):
        union |= mask
    for bit in bits(union):
        lower = (2 << bit) - 1
        known = sum([(values & lower).bit_count() for values in whole])
        least = known + sum([not mask & ~lower for mask in others])
        most = known + sum([mask & lower != 0 for mask in others])
        found.append((store.base[cells[0]] + bit, least, most))
    return replace(one, primitive=replace(ranking, firsts=tuple(found)), further=(*one.further, *origins))
