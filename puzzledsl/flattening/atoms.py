"""Non-linear atoms: each becomes a variable and the primitive that defines it.

The definitions hold unconditionally, so they must be satisfiable whatever the cells hold: where an operation is
partial (division, element) it works on a copy of its operand that stays inside, and equals the operand wherever
that is inside. `polarity.definedness` says the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Absolute,
    Affine,
    Atom,
    Conditional,
    Division,
    Element,
    Extremum,
    Power,
    Product,
    Ratio,
    Truth,
    affine,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.polarity import gap
from puzzledsl.primitives.absolute import Absolute as AbsolutePrimitive
from puzzledsl.primitives.division import Division as DivisionPrimitive
from puzzledsl.primitives.element import Element as ElementPrimitive
from puzzledsl.primitives.element import Fixed
from puzzledsl.primitives.extremum import Extremum as ExtremumPrimitive
from puzzledsl.primitives.product import Product as ProductPrimitive
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from puzzledsl.flattening.integers import Numbers

SOME_VALUES = 8
"""Values of a domain that are listed in the time of a step."""

MOST_LISTED = 2_000
"""A function of one variable is listed value by value up to this many."""


def define(to: Numbers, atom: Atom) -> int:
    """A variable equal to the atom wherever it is defined."""
    match atom:
        case int():
            return atom
        case Product(left, right) if left == right:
            return define(to, Power(left, 2))
        case Product(left, right):
            x, y = to.number(left), to.number(right)
            result = to.auxiliary(_products(to, atom, x, y), "product")
            to.post(ProductPrimitive(x, y, result))
            return result
        case Power(base, exponent):
            return _power(to, base, exponent)
        case Absolute(operand):
            x = to.number(operand)
            result = to.auxiliary(to.range_of(atom), "absolute")
            to.post(AbsolutePrimitive(x, result))
            return result
        case Extremum(kind, items):
            numbers = tuple(dict.fromkeys(to.number(item) for item in items))
            result = to.auxiliary(to.range_of(atom), kind)
            to.post(ExtremumPrimitive(kind, numbers, result))
            return result
        case Division(kind, dividend, divisor):
            x, y = to.number(dividend), to.number(divisor)
            inside = to.variables[y].domain - Domain.range(0, 0)
            if not inside:
                return to.auxiliary(Domain.range(0, 0), kind)
            result = to.auxiliary(to.range_of(atom), kind)
            to.post(DivisionPrimitive(kind, x, _confined(to, y, inside), result))
            return result
        case Element(items, index):
            return _element(to, items, index)
        case Conditional(condition, yes, no):
            literal = to.literal(condition)
            result = to.auxiliary(to.range_of(atom), "choice")
            for value, chosen in ((yes, literal), (no, to.inverse(literal))):
                to.total_compare("==", gap(value, affine({result: 1})), (chosen,))
            return result
        case Truth(operand):
            return to.as_variable(to.literal(operand))
        case Ratio():
            raise to.refuse(
                "an exact division by a decided value has a place in constraints only",
                "`div` gives a whole number, which may be maximised and minimised",
            )


def _products(to: Numbers, atom: Product, x: int, y: int) -> Domain:
    left, right = to.variables[x].domain, to.variables[y].domain
    if left.size * right.size <= MOST_LISTED:
        to.work.step(left.size * right.size // 2)
        return Domain.of(a * b for a in left for b in right)
    return to.range_of(atom)


def _power(to: Numbers, base: Affine, exponent: int) -> int:
    x = to.number(base)
    domain = to.variables[x].domain
    if domain.size <= MOST_LISTED:
        to.work.step(domain.size)
        result = to.auxiliary(Domain.of(v**exponent for v in domain), "power")
        to.post(Table((x, result), frozenset((v, v**exponent) for v in domain)))
        return result
    half = affine({x: 1}) if exponent < 4 else affine({Power(affine({x: 1}), exponent // 2): 1})
    rest = half if exponent in (2, 3) or exponent % 2 == 0 else affine({Product(half, affine({x: 1})): 1})
    if exponent == 3:
        rest = affine({to.atom(Power(half, 2)): 1})
    left, right = to.number(half), to.number(rest)
    result = to.auxiliary(to.range_of(Power(base, exponent)), "power")
    to.post(ProductPrimitive(left, right, result))
    return result


def _confined(to: Numbers, number: int, inside: Domain) -> int:
    """The variable itself when its domain lies inside, else a copy that does and equals it whenever it can."""
    domain = to.variables[number].domain
    if domain & inside == domain:
        return number
    copy = to.auxiliary(inside & domain if inside & domain else inside, "inside")
    difference = gap(affine({number: 1}), affine({copy: 1}))
    to.total_compare("==", difference, (Literal(number, domain & inside),))
    return copy


def _element(to: Numbers, items: tuple[Affine, ...], index: Affine) -> int:
    parts = tuple(Fixed(int(item.constant)) if not item.terms else to.number(item) for item in items)
    values: set[int] = set()
    for part in parts:
        if isinstance(part, Fixed):
            values.add(part.value)
        elif to.variables[part].domain.size <= MOST_LISTED and len(values) <= MOST_LISTED:
            to.work.step(to.variables[part].domain.size // SOME_VALUES)
            values.update(to.variables[part].domain)
        else:
            values.update((to.variables[part].domain.lo, to.variables[part].domain.hi))
    wide = len(values) > MOST_LISTED or any(
        not isinstance(p, Fixed) and to.variables[p].domain.size > MOST_LISTED for p in parts
    )
    domain = Domain.range(min(values), max(values)) if wide else Domain.of(values)
    position = _confined(to, to.number(index), Domain.range(1, len(parts)))
    result = to.auxiliary(domain, "element")
    to.post(ElementPrimitive(parts, position, result))
    return result
