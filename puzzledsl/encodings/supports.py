"""A linear relation between two variables as a table of pairs: stronger than its row where values have columns."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from puzzledsl.encodings.columns import BIT
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from puzzledsl.encodings.writer import Writer
    from puzzledsl.primitives.linear import Linear

LARGEST = 1000
"""With more pairs of values than this the plain row of an inequality is used."""


def write_supports(writer: Writer, linear: Linear) -> bool:
    """Write ``k·x + m·y op constant`` by the supports of each value; false when the constraint is of another kind."""
    constant, scope = linear.constant, list[int]()
    for x, k in linear.terms:
        domain = writer.domain(x)
        if domain.size == 1:
            constant -= k * domain.lo
        elif writer.has_literals(x) or domain == BIT:
            scope.append(x)
        else:
            return False
    if linear.literals or len(scope) != 2 or scope[0] == scope[1]:
        return False
    x, y = scope
    if linear.op == "<=" and writer.domain(x).size * writer.domain(y).size > LARGEST:
        return False
    factors = dict(linear.terms)
    pairs = product(writer.domain(x), writer.domain(y))
    sums = ((v, w, factors[x] * v + factors[y] * w - constant) for v, w in pairs)
    match linear.op:
        case "==":
            rows = frozenset((v, w) for v, w, rest in sums if rest == 0)
        case "!=":
            rows = frozenset((v, w) for v, w, rest in sums if rest != 0)
        case _:
            rows = frozenset((v, w) for v, w, rest in sums if rest <= 0)
    Table((x, y), rows).encode(writer)
    return True
