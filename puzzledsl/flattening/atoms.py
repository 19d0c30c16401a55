"""Non-linear atoms: each becomes a variable and the constraints that define it.

The definitions hold unconditionally, so they must be satisfiable whatever the cells hold: where an operation is
partial (division, element) it works on a copy of its operand that stays inside, and equals the operand wherever
that is inside. `polarity.definedness` says the rest.
"""

from __future__ import annotations

from itertools import product
from math import prod
from operator import mul
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Absolute,
    Affine,
    Atom,
    Boolean,
    Compare,
    Conditional,
    Division,
    Element,
    Extremum,
    Power,
    Product,
    Ratio,
    Some,
    Truth,
    affine,
    constant,
    variable,
)
from puzzledsl.flat import Literal
from puzzledsl.primitives.product import Product as ProductPrimitive
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.flattening.integers import Numbers

SOME_VALUES = 8
"""Values of a domain that are listed in the time of a step."""

MOST_LISTED = 2_000
"""A function of one or two variables is listed value by value up to this many."""

MOST_ABSOLUTES = 40
"""The same for an absolute value: two comparisons say it as well."""


def define(to: Numbers, atom: Atom) -> int:
    """A variable equal to the atom wherever it is defined."""
    match atom:
        case int():
            return atom
        case Product(left, right) if left == right:
            return define(to, Power(left, 2))
        case Product(left, right):
            return _product(to, to.number(left), to.number(right))
        case Power(base, exponent):
            return _power(to, base, exponent)
        case Absolute(operand):
            x = to.number(operand)
            if to.variables[x].domain.size <= MOST_ABSOLUTES:
                return _listed(to, (x,), abs, "absolute")
            return _largest(to, 1, [variable(x), -1 * variable(x)], to.range_of(atom), "absolute")
        case Extremum(kind, items):
            numbers = dict.fromkeys(to.number(item) for item in items)
            sign = 1 if kind == "max" else -1
            return _largest(to, sign, list(map(variable, numbers)), to.range_of(atom), kind)
        case Division():
            return _division(to, atom)
        case Element(items, index):
            return _element(to, items, index)
        case Conditional(condition, yes, no):
            literal = to.literal(condition)
            result = to.auxiliary(to.range_of(atom), "choice")
            for value, chosen in ((yes, literal), (no, to.inverse(literal))):
                to.total_compare("==", value - variable(result), (chosen,))
            return result
        case Truth(operand):
            return to.as_variable(to.literal(operand))
        case Ratio():
            raise to.refuse(
                "an exact division by a decided value has a place in constraints only",
                "`div` gives a whole number, which may be maximised and minimised",
            )


def _listed(to: Numbers, operands: tuple[int, ...], function: Callable[..., int], word: str) -> int:
    """A function of different variables, value by value."""
    domains = [to.variables[x].domain for x in operands]
    to.work.step(prod(domain.size for domain in domains))
    rows = frozenset((*values, function(*values)) for values in product(*domains))
    result = to.auxiliary(Domain.of(row[-1] for row in rows), word)
    to.post(Table((*operands, result), rows))
    return result


def _product(to: Numbers, x: int, y: int) -> int:
    """The product of two variables, different ones where they have few values."""
    if to.variables[x].domain.size * to.variables[y].domain.size <= MOST_LISTED:
        return _listed(to, (x, y), mul, "product")
    result = to.auxiliary(to.range_of(Product(variable(x), variable(y))), "product")
    to.post(ProductPrimitive(x, y, result))
    return result


def _power(to: Numbers, base: Affine, exponent: int) -> int:
    x = to.number(base)
    if to.variables[x].domain.size <= MOST_LISTED:
        return _listed(to, (x,), lambda v: v**exponent, "power")
    result = to.auxiliary(to.range_of(Power(base, exponent)), "power")
    rest = x if exponent == 2 else to.atom(Power(variable(x), exponent - 1))
    to.post(ProductPrimitive(x, rest, result))
    return result


def _largest(to: Numbers, sign: int, items: Sequence[Affine], domain: Domain, word: str) -> int:
    """The item whose ``sign`` · value is the largest: no other is larger, and one is as large."""
    result = to.auxiliary(domain, word)
    ahead = [sign * (variable(result) - item) for item in items]
    for difference in ahead:
        to.total_compare("<=", -1 * difference, ())
    to.require(Some(tuple(Compare("<=", difference) for difference in ahead)), ())
    return result


def _division(to: Numbers, atom: Division) -> int:
    """``dividend = divisor · quotient + rest``, and the rest lies between 0 and the divisor, which is not reached."""
    x, y = to.number(atom.dividend), to.number(atom.divisor)
    inside = to.variables[y].domain - Domain.range(0, 0)
    if not inside:
        return to.auxiliary(Domain.range(0, 0), atom.kind)
    y = _confined(to, y, inside)
    values = to.variables[y].domain
    above, below = variable(x), variable(y) if values.size > 1 else constant(values.lo)
    quotient = to.auxiliary(to.range_of(Division("div", above, below)), "quotient")
    rest = to.auxiliary(to.range_of(Division("mod", above, below)), "rest")
    whole = variable(quotient)
    product = affine({Product(below, whole): 1}) if below.terms else values.lo * whole
    to.total_compare("==", above - product - variable(rest), ())
    for sign, side in ((1, values.between(1, values.hi)), (-1, values.between(values.lo, -1))):
        condition = () if side == values else (Literal(y, side),)
        if side:
            to.total_compare("<=", -sign * variable(rest), condition)
            to.total_compare("<=", sign * (variable(rest) - below) + 1, condition)
    return quotient if atom.kind == "div" else rest


def _confined(to: Numbers, number: int, inside: Domain) -> int:
    """The variable itself when its domain lies inside, else a copy that does and equals it whenever it can."""
    domain = to.variables[number].domain
    if domain & inside == domain:
        return number
    copy = to.auxiliary(inside & domain if inside & domain else inside, "inside")
    difference = variable(number) - variable(copy)
    to.total_compare("==", difference, (Literal(number, domain & inside),))
    return copy


def _element(to: Numbers, items: tuple[Affine, ...], index: Affine) -> int:
    """The item at the index, which counts from 1: for each place, the result is the item if it is this one."""
    position = _confined(to, to.number(index), Domain.range(1, len(items)))
    if not any(item.terms for item in items):
        return _listed(to, (position,), lambda k: int(items[k - 1].constant), "element")
    numbers = [to.number(item) if item.terms else None for item in items]
    parts = [item if x is None else variable(x) for item, x in zip(items, numbers, strict=True)]
    domains = [
        Domain.of([int(item.constant)]) if x is None else to.variables[x].domain
        for item, x in zip(items, numbers, strict=True)
    ]
    if sum(domain.size for domain in domains) <= MOST_LISTED:
        to.work.step(sum(domain.size for domain in domains) // SOME_VALUES)
        possible = Domain.of(v for domain in domains for v in domain)
    else:
        possible = to.range_of(Element(items, index))
    result = to.auxiliary(possible, "element")
    for k in to.variables[position].domain:
        same: Boolean = Compare("==", parts[k - 1] - variable(result))
        to.require(same, (Literal(position, Domain.range(k, k)),))
    return result
