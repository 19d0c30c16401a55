"""How many of the lines that are ranked begin with which digit: houses on the border say so."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.ranking import Ranking
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint, FlatModel

_MOST_VALUES = 100
"""Where a cell has more, its lines are left as they are."""


def first_digits(flat: FlatModel) -> FlatModel:
    """The model with `Ranking.firsts` filled in.

    The first cells of all lines are taken apart into houses, each of which has all of its values, and single cells.
    """
    if not any(isinstance(one.primitive, Ranking) for one in flat.constraints):
        return flat
    houses = [one for one in flat.constraints if _is_house(one, flat)]
    return replace(flat, constraints=tuple([_informed(one, flat, houses) for one in flat.constraints]))


def _is_house(one: FlatConstraint, flat: FlatModel) -> bool:
    """Whether its variables are all different, and have only as many values."""
    primitive = one.primitive
    if one.condition or not isinstance(primitive, AllDifferent) or primitive.ignoring or any(primitive.offsets):
        return False
    return 0 < len(primitive.variables) <= _MOST_VALUES and (
        _values(flat, primitive.variables).size == len(primitive.variables)
    )


def _informed(one: FlatConstraint, flat: FlatModel, houses: Sequence[FlatConstraint]) -> FlatConstraint:
    ranking = one.primitive
    if not isinstance(ranking, Ranking) or len({len(line) for line in ranking.lines}) != 1 or not ranking.lines[0]:
        return one
    cells = [line[0] for line in ranking.lines]
    if not 0 < _values(flat, cells).size <= _MOST_VALUES:
        return one
    single = Counter(cells)
    domains: list[Domain] = []
    origins: dict[int, None] = {}
    for house in houses:
        variables = house.primitive.scope
        while all(single[x] for x in variables):
            single.subtract(variables)
            domains.append(_values(flat, variables))
            origins[house.origin] = None
    others = [flat.variables[x].domain for x in single.elements()]
    found = []
    for v in _values(flat, cells):
        known = sum(w <= v for values in domains for w in values)
        least = known + sum(domain.hi <= v for domain in others)
        found.append((v, least, known + sum(domain.lo <= v for domain in others)))
    return replace(one, primitive=replace(ranking, firsts=tuple(found)), further=(*one.further, *origins))


def _values(flat: FlatModel, variables: Sequence[int]) -> Domain:
    """All values of the variables; none where one of them has too many."""
    domains = [flat.variables[x].domain for x in variables]
    if any(domain.size > _MOST_VALUES for domain in domains):
        return Domain(())
    return Domain.of({v for domain in domains for v in domain})
