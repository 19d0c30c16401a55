"""Constraints that follow from others, and narrow or bound more than these do one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Compare, affine
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.derived_sums import Derived, derived_sums
from puzzledsl.presolve.grouping import Differences
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.store import Store

_MOST_ROWS = 600  # of a derived table
_MOST_EQUATION_ROWS = 400
_MOST_TRIED = 20_000


def tightened(flat: FlatModel) -> FlatModel:
    """The model with tables that have no row in which variables are equal that must differ."""
    tables = [
        number for number, one in enumerate(flat.constraints) if isinstance(one.primitive, Table) and not one.condition
    ]
    if not tables:
        return flat
    apart = Differences(flat.constraints)
    constraints = list(flat.constraints)
    known: dict[tuple[frozenset[tuple[int, ...]], tuple[tuple[int, int], ...]], frozenset[tuple[int, ...]]] = {}
    for number in tables:
        one = flat.constraints[number]
        assert isinstance(one.primitive, Table)
        variables, rows = one.primitive.variables, one.primitive.rows
        pairs = tuple((i, j) for j, y in enumerate(variables) for i, x in enumerate(variables[:j]) if apart.pair(x, y))
        if not pairs:
            continue
        kept = known.get((rows, pairs))
        if kept is None:
            kept = frozenset(row for row in rows if all(row[i] != row[j] for i, j in pairs))
            known[rows, pairs] = kept
        if len(kept) < len(rows):
            constraints[number] = replace(one, primitive=replace(one.primitive, rows=kept))
    return replace(flat, constraints=tuple(constraints))


def derived(flat: FlatModel, store: Store) -> tuple[FlatConstraint, ...]:
    """Sums of few cells that follow from houses and cages (see `presolve.derived_sums`), as strong as they can be said.

    Each has the origins of all sums and houses it comes from. They hold within the present domains of the store.
    """
    sums = derived_sums(flat.constraints, store)
    if not sums:
        return ()
    apart = Differences(flat.constraints)
    found = []
    for one in sums:
        *further, origin = bits(one.origins)
        found.append(FlatConstraint(_primitive(one, apart, store), origin, (), tuple(further)))
    return tuple(found)


def small_equations(flat: FlatModel, store: Store) -> list[tuple[FlatConstraint, FlatConstraint]]:
    """Equations of three or four variables, each with its table.

    The table narrows at least as much within the present domains; as rows it is no gain.
    """
    equations = [one for one in flat.constraints if _is_small_equation(one)]
    if not equations:
        return []
    apart = Differences(flat.constraints)
    found = []
    for one in equations:
        row = one.primitive
        assert isinstance(row, Linear)
        terms = tuple((x, int(k)) for x, k in row.terms)
        if not all(store.mask[x] for x, _ in terms):  # a real variable has no values to list, a wide one too many
            continue
        if not apart.all_of([x for x, _ in terms]) or any(k != terms[0][1] for _, k in terms):
            rows = _rows(terms, int(row.constant), apart, store, _MOST_EQUATION_ROWS)
            if rows is not None:
                found.append((one, FlatConstraint(Table(tuple(x for x, _ in terms), rows), one.origin)))
    return found


def _is_small_equation(one: FlatConstraint) -> bool:
    """Whether it is an equation of few variables, more than two, in whole numbers."""
    match one:
        case FlatConstraint(Linear(terms, (), "==", constant), condition=()) if 3 <= len(terms) <= 4:
            return isinstance(constant, int) and all(isinstance(k, int) for _, k in terms)
    return False


def _primitive(one: Derived, apart: Differences, store: Store) -> GroupedSum | Table | Linear:
    plus, minus = tuple(bits(one.plus)), tuple(bits(one.minus))
    if not minus and len(plus) > 1 and apart.all_of(plus):
        return GroupedSum.of_different(plus, one.total)
    terms = (*((x, 1) for x in plus), *((x, -1) for x in minus))
    if 2 <= len(terms) <= 4:
        rows = _rows(terms, one.total, apart, store, _MOST_ROWS)
        if rows is not None:
            return Table(tuple(x for x, _ in terms), rows, Compare("==", affine(dict(terms), -one.total)))
    return Linear(terms, (), "==", one.total)


def _rows(
    terms: tuple[tuple[int, int], ...], total: int, apart: Differences, store: Store, most: int
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
