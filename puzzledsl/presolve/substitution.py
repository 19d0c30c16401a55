"""Small constraints over defined variables, restated over the variables that define these.

A side between two cells belongs to a loop if one of the cells is inside and the other is outside. A clue about the
sides of a cell is then one about five cells, and narrows more: if the cells behind two opposite sides differ, exactly
one of these sides belongs to the loop, whatever the cell between them is.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.differences import Differences
    from puzzledsl.presolve.rewriting import WorkingModel

Row = tuple[int, ...]


def substitution(model: WorkingModel, domains: Domains) -> Rewrite:
    """Add for each small constraint over variables whose definitions overlap a table over what defines them.

    They hold within the present domains. Each has the origins of the constraint and of the definitions.
    Tables of single equations may be definitions, too. Tables lack rows in which variables are equal that must differ.
    A new table can name such pairs among its own variables only (`Primitive.taken_to_differ`), so a definition of
    others is not used.
    """
    constraints, apart = model.stated, model.apart
    tables = [one for one in model.constraints[len(constraints) :] if not one.further]
    definitions = _definitions([*constraints, *tables], apart, domains)
    found: list[FlatConstraint] = []
    known: dict[tuple[Table | Linear, tuple[Table, ...], tuple[Domain, ...]], frozenset[Row] | None] = {}
    for one in constraints if definitions else ():
        scope = one.primitive.scope
        if one.condition:
            continue
        defined = [x for x in scope if x in definitions]
        if isinstance(one.primitive, Table):
            defined = [x for x in defined if not _differs(x, scope, apart)]
        if len(defined) < 2:
            continue
        places = [definitions[x] for x in defined]
        by = [y for _, table in places for y in table.variables[:-1]] + [x for x in scope if x not in defined]
        base = tuple(dict.fromkeys(by))
        if len(base) == len(by) or prod([domains.size(x) for x in base]) > TUNING.combinations:
            continue
        number = {x: k for k, x in enumerate((*base, *defined))}
        stated = _renumbered(one.primitive, number)
        if stated is None:
            continue
        parts = tuple([_in_places(table, number) for _, table in places])
        key = (stated, parts, tuple(map(domains.domain, number)))  # grids repeat themselves
        if key not in known:
            known[key] = _joined(*key, len(base))
        rows = known[key]
        if rows is not None:
            further = (*one.further, *[place.origin for place, _ in places])
            found.append(FlatConstraint(Table(base, rows), one.origin, (), further))
    return Rewrite(tuple(found))


def _differs(x: int, scope: Sequence[int], apart: Differences) -> bool:
    return any(apart.pair(x, y) for y in scope if y != x)


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
    stated: Table | Linear, definitions: tuple[Table, ...], domains: tuple[Domain, ...], count: int
) -> frozenset[Row] | None:
    """The values of the first ``count`` variables for which the constraint holds; ``None``: all of them.

    Each definition is that of one of the variables behind them, in order.
    """
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
            if stated.check(values):
                found.add(row)
    return frozenset(found) if len(found) < prod([domain.size for domain in domains[:count]]) else None


def _definitions(
    constraints: Sequence[FlatConstraint], apart: Differences, domains: Domains
) -> dict[int, tuple[FlatConstraint, Table]]:
    """By defined variable, a table of it and two others that give it its value; the variable is the last of the table.

    No other table of three variables has the defined variable, so definitions never depend on each other.
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
            if occurs[x] > 1 or domains.is_fixed(x) or _differs(x, table.variables, apart):
                continue
            if prod([domains.size(y) for y in table.variables if y != x]) > TUNING.combinations:
                continue
            rows = turned.get((table.rows, p))
            if rows is None:
                rows = turned[table.rows, p] = frozenset([(*row[:p], *row[p + 1 :], row[p]) for row in table.rows])
            if len({row[:-1] for row in rows}) == len(rows):
                found[x] = (one, Table((*table.variables[:p], *table.variables[p + 1 :], x), rows))
                break
    return found
