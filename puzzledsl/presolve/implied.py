"""Constraints that follow from others, and narrow or bound more than these do one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Compare, affine
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.derived_sums import Derived, derived_sums
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.kernel.store import Store
    from puzzledsl.presolve.grouping import Differences

_MOST_ROWS = 600  # of a derived table
_MOST_EQUATION_ROWS = 400
_MOST_TRIED = 20_000


def tightened(constraints: Iterable[FlatConstraint], apart: Differences) -> tuple[FlatConstraint, ...]:
    """The constraints, tables without the rows in which variables are equal that must differ."""
    known: dict[tuple[frozenset[tuple[int, ...]], tuple[tuple[int, int], ...]], frozenset[tuple[int, ...]]] = {}
    found = []
    for one in constraints:
        table = one.primitive
        if isinstance(table, Table) and not one.condition:
            scope, rows = table.variables, table.rows
            pairs = tuple((i, j) for j, y in enumerate(scope) for i, x in enumerate(scope[:j]) if apart.pair(x, y))
            kept = known.get((rows, pairs))
            if kept is None:
                kept = known[rows, pairs] = frozenset(row for row in rows if all(row[i] != row[j] for i, j in pairs))
            if len(kept) < len(rows):
                one = replace(one, primitive=replace(table, rows=kept))
        found.append(one)
    return tuple(found)


def derived(constraints: Sequence[FlatConstraint], apart: Differences, store: Store) -> tuple[FlatConstraint, ...]:
    """Sums of few cells that follow from houses and cages (see `presolve.derived_sums`), as strong as they can be said.

    Each has the origins of all sums and houses it comes from. They hold within the present domains of the store.
    """
    found = []
    for one in derived_sums(constraints, store):
        *further, origin = bits(one.origins)
        found.append(FlatConstraint(_primitive(one, apart, store), origin, (), tuple(further)))
    return tuple(found)


def small_equations(
    constraints: Iterable[FlatConstraint], apart: Differences, store: Store
) -> list[tuple[FlatConstraint, FlatConstraint]]:
    """Equations of three or four variables, each with its table.

    The table narrows at least as much within the present domains; as rows it is no gain.
    """
    found = []
    for one in constraints:
        match one:
            case FlatConstraint(Linear(terms, (), "==", int(total)), condition=()) if 3 <= len(terms) <= 4:
                scope = tuple(x for x, _ in terms)
                # A real variable has no values to list, a wide one too many. Of a cage its sets of values say more.
                if all(store.mask[x] and isinstance(k, int) for x, k in terms) and not (
                    apart.all_of(scope) and len({k for _, k in terms}) == 1
                ):
                    rows = _rows([(x, int(k)) for x, k in terms], total, apart, store, _MOST_EQUATION_ROWS)
                    if rows is not None:
                        found.append((one, FlatConstraint(Table(scope, rows), one.origin)))
    return found


def _primitive(one: Derived, apart: Differences, store: Store) -> Table | Linear:
    plus, minus = tuple(bits(one.plus)), tuple(bits(one.minus))
    terms = (*((x, 1) for x in plus), *((x, -1) for x in minus))
    if 2 <= len(terms) <= 4 and (minus or not apart.all_of(plus)):
        rows = _rows(terms, one.total, apart, store, _MOST_ROWS)
        if rows is not None:
            return Table((*plus, *minus), rows, Compare("==", affine(dict(terms), -one.total)))
    return Linear(terms, (), "==", one.total)


def _rows(
    terms: Sequence[tuple[int, int]], total: int, apart: Differences, store: Store, most: int
) -> frozenset[tuple[int, ...]] | None:
    """The values with this sum, different where they have to be; ``None`` when there are too many."""
    rows: list[tuple[tuple[int, ...], int]] = [((), total)]
    last_x, last_k = terms[-1]
    tried = 0
    for i, (x, k) in enumerate(terms[:-1]):
        unequal = [j for j, (y, _) in enumerate(terms[:i]) if apart.pair(x, y)]
        values = list(store.values(x))
        tried += len(rows) * len(values)
        if tried > _MOST_TRIED:
            return None
        rows = [((*row, v), rest - k * v) for row, rest in rows for v in values if all(row[j] != v for j in unequal)]
    unequal = [j for j, (y, _) in enumerate(terms[:-1]) if apart.pair(last_x, y)]
    found = frozenset(
        (*row, v)
        for row, v in ((row, rest // last_k) for row, rest in rows if rest % last_k == 0)
        if store.has(last_x, v) and all(row[j] != v for j in unequal)
    )
    return found if len(found) <= most else None
