"""Counts over the cells that another count leaves out: "five cells are 9 here, so four of the others are".

Let all cells of a count lie in some disjoint houses, groups of different cells with as many values as cells.
Each house has each of its values once, so the houses have so many cells with one of the counted values in all, and the
cells that the count leaves out have the rest. This follows from the equations of the values, ``Σ [x == v] == 1`` over
each house, but no single propagator sees it: a count does not know that two cells of a row cannot both be 9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.kernel.masks import bits
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatModel

MOST_VALUES = 64
"""Groups of more cells are no houses here."""

MOST_COUNTS = 200
"""No more counts are derived from then on."""


@record
class _House:
    """A group of different cells (as bits) in which each of the values occurs."""

    cells: int
    values: frozenset[int]
    origin: int


def complementary_counts(flat: FlatModel) -> tuple[FlatConstraint, ...]:
    """For each ``Σ [x in V] + Σ k·y == n``, the equation of the other cells of houses that cover the cells ``x``.

    There may be several covers: rows, columns, boxes. Each is made greedily, from a house with the first cell on.
    """
    counts = [one for one in flat.constraints if _is_count(one) and _is_listed(flat, one)]
    houses = _houses(flat) if counts else []
    found: list[FlatConstraint] = []
    for one in counts if houses else ():
        if len(found) >= MOST_COUNTS:
            break
        row = one.primitive
        assert isinstance(row, Linear)
        values = {value for meant in {literal.values for literal, _ in row.literals} for value in meant}
        kept: dict[Domain, Domain] = {}  # of each domain the values that are counted
        counted = 0
        for literal, _ in row.literals:
            if literal.values != _counted(flat.variables[literal.variable].domain, values, kept):
                break  # not the same values of all cells
            counted |= 1 << literal.variable
        else:
            for cells, cover in _covers(counted, houses).items():
                rest = _of_the_others(flat, row, cells & ~counted, values, kept, cover)
                if rest.terms or rest.literals:
                    further = tuple(dict.fromkeys([house.origin for house in cover if house.origin != one.origin]))
                    found.append(FlatConstraint(rest, one.origin, (), further))
    return tuple(found)


def _is_count(one: FlatConstraint) -> bool:
    row = one.primitive
    if one.condition or not isinstance(row, Linear) or row.op != "==" or len(row.literals) < 2:
        return False
    slope = row.literals[0][1]
    cells = {literal.variable for literal, _ in row.literals}
    if slope not in (1, -1) or len(cells) < len(row.literals) or cells & {x for x, _ in row.terms}:
        return False
    return all(k == slope for _, k in row.literals)


def _is_listed(flat: FlatModel, one: FlatConstraint) -> bool:
    """Whether there are few values of each cell."""
    row = one.primitive
    assert isinstance(row, Linear)
    return all(
        literal.values.size <= MOST_VALUES and flat.variables[literal.variable].domain.size <= MOST_VALUES
        for literal, _ in row.literals
    )


def _houses(flat: FlatModel) -> list[_House]:
    found: dict[int, _House] = {}
    for one in flat.constraints:
        different = one.primitive
        if one.condition or not isinstance(different, AllDifferent) or not different.cliques:
            continue
        variables = different.variables
        if not 2 <= len(variables) <= MOST_VALUES:
            continue
        domains = {flat.variables[x].domain for x in variables}
        if any(domain.size > len(variables) for domain in domains):
            continue
        values = frozenset([value for domain in domains for value in domain])
        if len(values) == len(variables):
            cells = 0
            for x in variables:
                cells |= 1 << x
            found.setdefault(cells, _House(cells, values, one.origin))
    return list(found.values())


def _counted(domain: Domain, values: set[int], kept: dict[Domain, Domain]) -> Domain:
    found = kept.get(domain)
    if found is None:
        found = kept[domain] = Domain.of([value for value in domain if value in values])
    return found


def _covers(counted: int, houses: Sequence[_House]) -> dict[int, list[_House]]:
    """Disjoint houses with all counted cells, by all their cells: for each house with the first cell one way to go on,
    if there is any."""
    found: dict[int, list[_House]] = {}
    first = counted & -counted
    for house in houses:
        if not house.cells & first:
            continue
        cover, taken = [house], house.cells
        while left := counted & ~taken:
            low = left & -left
            fitting = [other for other in houses if other.cells & low and not other.cells & taken]
            if not fitting:
                break
            best = max(fitting, key=lambda other: (other.cells & left).bit_count())
            cover.append(best)
            taken |= best.cells
        else:
            found.setdefault(taken, cover)
    return found


def _of_the_others(
    flat: FlatModel, row: Linear, others: int, values: set[int], kept: dict[Domain, Domain], cover: Sequence[_House]
) -> Linear:
    """``Σ [x in V] - Σ k·y == (how many there are in all) - n`` for the cells of the cover that are not counted."""
    slope = row.literals[0][1]
    constant = sum([len(house.values & values) for house in cover]) - row.constant * slope
    literals: list[tuple[Literal, int]] = []
    for x in bits(others):
        domain = flat.variables[x].domain
        counted = _counted(domain, values, kept)
        if counted == domain:
            constant -= 1
        elif counted:
            literals.append((Literal(x, counted), 1))
    return Linear(tuple([(y, -k * slope) for y, k in row.terms]), tuple(literals), "==", constant)
