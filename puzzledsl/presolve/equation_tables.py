"""Equations of three or four variables as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.differences import Differences
    from puzzledsl.presolve.rewriting import WorkingModel


def equation_tables(model: WorkingModel, domains: Domains) -> Rewrite:
    """Replace equations of three or four variables by their tables.

    The table narrows at least as much within the present domains; as rows it is no gain. The bounds that an equation
    names as reasons make better clauses of auxiliary variables, so an equation over such variables stays beside its
    table.

    64 of 1,122 published puzzles change. Without the tables these take 1.10 times the branches in the mean, one about
    sums of regions 10,499 instead of 5,477.
    """
    found: list[FlatConstraint] = []
    retired: list[int] = []
    for number, one in enumerate(model.stated):
        match one:
            case FlatConstraint(Linear(terms, (), "==", int(total)), condition=()) if 3 <= len(terms) <= 4:
                scope = tuple(x for x, _ in terms)
                # A real variable has no values to list, a wide one too many. Of a cage its sets of values say more.
                if all(domains.mask[x] and isinstance(k, int) for x, k in terms) and not (
                    model.apart.all_of(scope) and len({k for _, k in terms}) == 1
                ):
                    rows = rows_of_sum([(x, int(k)) for x, k in terms], total, model.apart, domains)
                    if rows is not None:
                        found.append(FlatConstraint(Table(scope, rows), one.origin))
                        if max(scope) < model.flat.sources:
                            retired.append(number)
    return Rewrite(tuple(found), retired=tuple(retired))


def rows_of_sum(
    terms: Sequence[tuple[int, int]], total: int, apart: Differences, domains: Domains
) -> frozenset[tuple[int, ...]] | None:
    """The values with this sum, different where they have to be; ``None`` when there are too many."""
    rows: list[tuple[tuple[int, ...], int]] = [((), total)]
    last_x, last_k = terms[-1]
    tried = 0
    for i, (x, k) in enumerate(terms[:-1]):
        unequal = [j for j, (y, _) in enumerate(terms[:i]) if apart.pair(x, y)]
        values = list(domains.values(x))
        tried += len(rows) * len(values)
        if tried > TUNING.table_tried:
            return None
        rows = [
            ((*row, v), rest - k * v)
            for row, rest in rows
            for used in ({row[j] for j in unequal},)
            for v in values
            if v not in used
        ]
    unequal = [j for j, (y, _) in enumerate(terms[:-1]) if apart.pair(last_x, y)]
    allowed = set(domains.values(last_x))
    found = frozenset(
        (*row, v)
        for row, rest in rows
        if not rest % last_k and (v := rest // last_k) in allowed and v not in {row[j] for j in unequal}
    )
    return found if len(found) <= TUNING.table_rows else None
