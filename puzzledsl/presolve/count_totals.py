"""The sum of counts that count all values of some variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.primitives.linear import Linear

if TYPE_CHECKING:
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.rewriting import WorkingModel


def count_totals(model: WorkingModel, domains: Domains) -> Rewrite:  # noqa: ARG001 - as all passes
    """Where the values of some variables are all counted, ``Σ [x in V] == t`` for every ``V``: the sum of the counts.

    The sets ``V`` have to part each variable's domain; then the counts sum to the number of variables. No equation
    alone implies that.

    3 of 1,122 published puzzles gain: 45 branches instead of more than 110,000, 22 instead of 4,668.
    """
    variables = model.flat.variables
    found: dict[frozenset[int], list[tuple[Linear, FlatConstraint]]] = {}
    for one in model.stated:
        row = one.primitive
        if one.condition or not isinstance(row, Linear) or row.op != "==" or len(row.literals) < 2:
            continue
        cells = frozenset([literal.variable for literal, _ in row.literals])
        plain = len(cells) == len(row.literals) and all(k == 1 for _, k in row.literals)
        if plain and all(k == -1 for _, k in row.terms):
            found.setdefault(cells, []).append((row, one))
    sums: list[FlatConstraint] = []
    for cells, rows in found.items():
        if len(rows) < 2:
            continue
        left = {x: variables[x].domain for x in cells}
        parted = True
        for row, _ in rows:
            for literal, _ in row.literals:
                x = literal.variable
                parted = parted and not (literal.values - left[x]) & variables[x].domain
                left[x] = left[x] - literal.values
        terms = tuple([(x, 1) for row, _ in rows for x, _ in row.terms])
        if not parted or any(left.values()) or not terms or len(set(terms)) < len(terms):
            continue
        constant = len(cells) - sum([int(row.constant) for row, _ in rows])
        origin, *further = [one.origin for _, one in rows]
        sums.append(FlatConstraint(Linear(terms, (), "==", constant), origin, (), tuple(further)))
    return Rewrite(tuple(sums))
