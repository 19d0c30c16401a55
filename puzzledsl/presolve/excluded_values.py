"""Values that exclude each other among different variables, as on a nabner line: what is left, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.store import Store

MOST_ROWS = 2_000
"""Larger tables are no gain."""
MOST_VALUES = 32
"""A wider range makes larger tables."""


def excluded_values(flat: FlatModel, store: Store) -> list[tuple[FlatConstraint, list[FlatConstraint]]]:
    """Tables of different variables of which several rows ``Σ [x in V] <= 1`` speak, each with what it replaces.

    A row alone sees that one variable must have a value of V; together they see how few values go with each other. The
    tables hold within the present domains, and have the origins of the rows and of what makes the variables differ.
    """
    rows: dict[frozenset[int], list[tuple[Domain, FlatConstraint]]] = {}
    for one in flat.constraints:
        found = _at_most_one(one)
        if found is not None:
            rows.setdefault(found[0], []).append((found[1], one))
    if not rows:
        return []
    tables = []
    for one in flat.constraints:
        primitive = one.primitive
        if not isinstance(primitive, AllDifferent) or one.condition or primitive.ignoring or any(primitive.offsets):
            continue
        stated = rows.pop(frozenset(primitive.variables), None)
        if stated is None or len(stated) < 2:
            continue
        values = _rows([store.domain(x) for x in primitive.variables], [domain for domain, _ in stated])
        if values is not None:
            origin, *further = sorted({one.origin, *(row.origin for _, row in stated)})
            table = FlatConstraint(Table(primitive.variables, values), origin, (), tuple(further))
            tables.append((table, [row for _, row in stated]))
    return tables


def _at_most_one(one: FlatConstraint) -> tuple[frozenset[int], Domain] | None:
    """The variables of which at most one has a value of a set, and the set."""
    row = one.primitive
    if one.condition or not isinstance(row, Linear) or row.terms or row.op != "<=" or row.constant != 1:
        return None
    values = row.literals[0][0].values if row.literals else None
    if values is None or any(k != 1 or literal.values != values for literal, k in row.literals):
        return None
    variables = frozenset(literal.variable for literal, _ in row.literals)
    return (variables, values) if len(variables) == len(row.literals) > 1 else None


def _rows(domains: Sequence[Domain], sets: Sequence[Domain]) -> frozenset[tuple[int, ...]] | None:
    """The tuples of different values of which no two lie in one set; None: there are too many."""
    lowest = min(domain.lo for domain in domains)
    if max(domain.hi for domain in domains) - lowest >= MOST_VALUES:
        return None
    excluded = {
        v: sum(1 << w - lowest for w in {v, *(w for one in sets if v in one for d in domains for w in d if w in one)})
        for domain in domains
        for v in domain
    }
    found: list[tuple[tuple[int, ...], int]] = [((), 0)]  # values so far, and those that they exclude
    for domain in domains:
        found = [((*row, v), gone | excluded[v]) for row, gone in found for v in domain if not gone >> v - lowest & 1]
        if len(found) > MOST_ROWS:
            return None
    return frozenset(row for row, _ in found)
