"""A linear relation between two variables as supports: stronger than its row where values have columns.

``is_(x, v) ≤ Σ is_(y, w)`` over the ``w`` that go with ``v``, and the same for ``y``: the support encoding of
binary constraints (Gent, Arc Consistency in SAT, ECAI 2002), which describes the convex hull for
relations whose support sets are intervals that move monotonically.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.encodings.columns import BIT
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from puzzledsl.encodings.writer import Writer
    from puzzledsl.expressions import Rational
    from puzzledsl.primitives.linear import Linear

LARGEST = 1000
"""With more pairs of values than this the plain row of an inequality is used."""


def write_supports(writer: Writer, linear: Linear) -> bool:
    """Write ``k·x + m·y op constant`` value by value; false when the constraint is of another kind."""
    if linear.literals:
        return False
    constant = linear.constant
    open_terms: list[tuple[int, Rational]] = []
    for x, k in linear.terms:
        if not writer.has_literals(x) and writer.domain(x) != BIT:
            if writer.domain(x).size != 1:
                return False
            constant -= k * writer.domain(x).lo
            continue
        open_terms.append((x, k))
    if len(open_terms) != 2 or open_terms[0][0] == open_terms[1][0]:
        return False
    (x, k), (y, m) = open_terms
    if linear.op == "<=":
        if writer.domain(x).size * writer.domain(y).size > LARGEST:
            return False
        _order(writer, x, k, y, m, constant)
        return True
    partners: dict[int, int] = {}
    for v in writer.domain(x):
        partner = Fraction(constant - k * v) / m
        if partner.denominator == 1 and partner.numerator in writer.domain(y):
            partners[v] = partner.numerator
    if linear.op == "!=":
        for v, w in partners.items():
            writer.row(combine([(1, writer.is_(x, v)), (1, writer.is_(y, w))]), None, 1, f"{v} {w}")
        return True
    writer.restrict(x, Domain.of(partners))
    writer.restrict(y, Domain.of(partners.values()))
    for v, w in partners.items():
        writer.row(combine([(1, writer.is_(x, v)), (-1, writer.is_(y, w))]), 0, 0, f"{v}={w}")
    return True


def _order(writer: Writer, x: int, k: Rational, y: int, m: Rational, constant: Rational) -> None:
    partners = {v: tuple(w for w in writer.domain(y) if k * v + m * w <= constant) for v in writer.domain(x)}
    for v, supports in partners.items():
        _support(writer, x, v, y, supports)
    for w in writer.domain(y):
        _support(writer, y, w, x, tuple(v for v in writer.domain(x) if w in partners[v]))


def _support(writer: Writer, x: int, v: int, y: int, partners: tuple[int, ...]) -> None:
    """If ``x`` has value ``v``, ``y`` has one of ``partners``; the sparser of two equivalent rows."""
    others = [w for w in writer.domain(y) if w not in partners]
    if not others:
        return
    part = f"{writer.variable_name(x)} {v}"
    if len(partners) <= len(others):
        form = combine([(1, writer.is_(x, v)), *((-1, writer.is_(y, w)) for w in partners)])
        writer.row(form, None, 0, part)
    else:
        writer.row(combine([(1, writer.is_(x, v)), *((1, writer.is_(y, w)) for w in others)]), None, 1, part)
