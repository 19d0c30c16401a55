"""Small constraints over variables that others define, said of the variables that define them.

A side of a cell belongs to a loop where one of the two cells is inside and the other is not. A clue about the sides of
a cell is then one about five cells, and as such it narrows more: of two opposite sides exactly one belongs to the loop
as soon as the cells behind them differ, whatever the cell between them is.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.store import Store

MOST_VARIABLES = 8
"""Of a constraint that is looked at."""

MOST_COMBINATIONS = 128
"""Of values of what defines its variables."""

Row = tuple[int, ...]


def substituted(constraints: Sequence[FlatConstraint], store: Store) -> tuple[FlatConstraint, ...]:
    """For each small constraint over variables whose definitions overlap, a table over what defines them.

    They hold within the present domains of the store. Each has the origins of the constraint and of the definitions.
    """
    definitions = _definitions(constraints, store)
    found: list[FlatConstraint] = []
    known: dict[tuple[Table | Linear, tuple[Table, ...], tuple[Domain, ...]], frozenset[Row] | None] = {}
    for one in constraints if definitions else ():
        scope = one.primitive.scope
        if one.condition or len(scope) > MOST_VARIABLES:
            continue
        places = [definitions[x] for x in scope if x in definitions]
        if len(places) < 2:
            continue
        by = [y for _, table in places for y in table.variables[:-1]] + [x for x in scope if x not in definitions]
        base = tuple(dict.fromkeys(by))
        if len(base) == len(by):
            continue
        number = {x: k for k, x in enumerate((*base, *[table.variables[-1] for _, table in places]))}
        wanted = _renumbered(one.primitive, number)
        if wanted is None:
            continue
        parts = tuple([_in_places(table, number) for _, table in places])
        key = (wanted, parts, tuple(map(store.domain, number)))  # grids repeat themselves
        if key not in known:
            known[key] = _joined(*key, len(base))
        rows = known[key]
        if rows is not None:
            further = (*one.further, *[place.origin for place, _ in places])
            found.append(FlatConstraint(Table(base, rows), one.origin, (), further))
    return tuple(found)


def _renumbered(primitive: Primitive, number: dict[int, int]) -> Table | Linear | None:
    match primitive:
        case Table():
            return _in_places(primitive, number)
        case Linear(terms, literals, op, constant):
            asked = tuple([(replace(literal, variable=number[literal.variable]), k) for literal, k in literals])
            return Linear(tuple([(number[x], k) for x, k in terms]), asked, op, constant)
    return None


def _in_places(table: Table, number: dict[int, int]) -> Table:
    return Table(tuple([number[x] for x in table.variables]), table.rows)


def _joined(
    wanted: Table | Linear, definitions: tuple[Table, ...], domains: tuple[Domain, ...], count: int
) -> frozenset[Row] | None:
    """The values of the first ``count`` variables for which the constraint holds; ``None``: all of them, or too many.

    Each definition is that of one of the variables behind them, in order.
    """
    size = prod([domain.size for domain in domains[:count]])
    if size > MOST_COMBINATIONS:
        return None
    tables = [({row[:-1]: row[-1] for row in table.rows}, table.variables[:-1]) for table in definitions]
    found = set()
    for row in product(*domains[:count]):
        values = [*row]
        for (table, places), domain in zip(tables, domains[count:], strict=True):
            value = table.get(tuple([values[p] for p in places]))
            if value is None or value not in domain:
                break
            values.append(value)
        else:
            if wanted.check(values):
                found.add(row)
    return frozenset(found) if len(found) < size else None


def _definitions(constraints: Sequence[FlatConstraint], store: Store) -> dict[int, tuple[FlatConstraint, Table]]:
    """By variable that has tables with the same two others only, one of them, if these leave one value for it.

    With that table, the defined variable last. No variable is defined by others that it defines itself.
    """
    tables: dict[frozenset[int], tuple[FlatConstraint, Table]] = {}
    for one in constraints:
        table = one.primitive
        if isinstance(table, Table) and len(table.variables) == 3 and not one.condition:
            tables.setdefault(frozenset(table.variables), (one, table))
    occurs = Counter([x for scope in tables for x in scope])
    turned: dict[tuple[frozenset[Row], int], frozenset[Row]] = {}
    found: dict[int, tuple[FlatConstraint, Table]] = {}
    for one, table in tables.values():
        for p, x in enumerate(table.variables):
            if occurs[x] > 1 or store.is_fixed(x):
                continue
            rows = turned.get((table.rows, p))
            if rows is None:
                rows = turned[table.rows, p] = frozenset([(*row[:p], *row[p + 1 :], row[p]) for row in table.rows])
            if len({row[:-1] for row in rows}) == len(rows):
                found[x] = (one, Table((*table.variables[:p], *table.variables[p + 1 :], x), rows))
                break
    return found
