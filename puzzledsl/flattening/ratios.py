"""Exact division, cleared from comparisons.

A comparison with quotients in it becomes comparisons of whole numbers: every side is a fraction P/Q, and
``P/Q <= 0`` is ``P <= 0`` where Q is positive and ``P >= 0`` where it is negative. Operations that choose one of
their operands (``abs``, ``max``, ``if``, an index) are split into cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import lcm

from puzzledsl.elaboration.operations.logic import conjunction as both
from puzzledsl.elaboration.operations.logic import disjunction as either
from puzzledsl.expressions import (
    Absolute,
    Affine,
    AllDifferent,
    Atom,
    Boolean,
    Compare,
    Conditional,
    Element,
    Extremum,
    Member,
    Not,
    Operation,
    Power,
    Product,
    Ratio,
    Truth,
    affine,
    children,
    constant,
    integral,
    weighted_sum,
)
from puzzledsl.flattening.polarity import as_largest, definedness
from puzzledsl.records import record

MOST_CASES = 400


class TooManyCases(Exception):  # noqa: N818 - becomes an error of the model
    """A comparison falls into more than `MOST_CASES` cases."""


@record
class Quotient:
    """Where ``condition`` holds the value is ``above / below``, both free of quotients."""

    condition: Boolean
    above: Affine
    below: Affine


Divided = dict[Operation, bool]
"""Whether there is a quotient in an operation, as far as it was asked before: operations occur in many others."""


def without_ratios(expression: Boolean, known: Divided) -> Boolean | None:
    """An equal Boolean without quotients, one level deep; ``None`` when there are none to be cleared.

    Raises:
        TooManyCases: there are too many ways to choose operands.
    """
    match expression:
        case Compare(op, difference) if has_ratio(difference, known):
            cases = [both((f.condition, _compare(op, f))) for f in _fractions(difference, known)]
            return both((definedness(difference), either(cases)))
        case Member(items, rows) if any(is_fractional(item, known) for item in items):
            return either(both(map(_equals, items, row)) for row in rows)
        case AllDifferent(items, ignoring) if any(is_fractional(item, known) for item in items):
            apart = [
                either((_comparison("!=", ((1, a), (-1, b))), *(_equals(a, v) for v in sorted(ignoring))))
                for a, b in combinations(items, 2)
            ]
            return both((*map(definedness, items), *apart))
    return None


def has_ratio(expression: Affine, known: Divided) -> bool:
    """Whether a quotient takes part in the value (not only in a Boolean inside, which is cleared by itself)."""
    return any(_ratio_in(atom, known) for atom, _ in expression.terms)


def is_fractional(expression: Affine, known: Divided) -> bool:
    """Whether its value need not be a whole number."""
    parts = (expression.constant, *(k for _, k in expression.terms))
    return not all(isinstance(k, int) for k in parts) or has_ratio(expression, known)


def _ratio_in(atom: Atom, known: Divided) -> bool:
    if isinstance(atom, (int, Truth)):
        return False
    if isinstance(atom, Ratio):
        return True
    found = known.get(atom)
    if found is None:
        found = any(isinstance(child, Affine) and is_fractional(child, known) for child in children(atom))
        known[atom] = found
    return found


def _equals(item: Affine, value: int) -> Boolean:
    return _comparison("==", ((1, item),), -value)


def _comparison(op: str, parts: Sequence[tuple[int, Affine]], offset: int = 0) -> Boolean:
    return Compare(op, integral(weighted_sum(parts, offset)))


def _compare(op: str, fraction: Quotient) -> Boolean:
    above, below = integral(fraction.above), fraction.below
    if op != "<=":
        return Compare(op, above)
    if not below.terms:
        return Compare("<=", (1 if below.constant > 0 else -1) * above)
    positive, negative = Compare("<=", -1 * below + 1), Compare("<=", below + 1)
    opposite = -1 * above
    return either((both((positive, Compare("<=", above))), both((negative, Compare("<=", opposite)))))


def _fractions(expression: Affine, known: Divided) -> list[Quotient]:
    """The cases of an expression."""
    rest = affine({a: k for a, k in expression.terms if not _ratio_in(a, known)}, expression.constant)
    scale = lcm(*(k.denominator for k in (rest.constant, *(k for _, k in rest.terms))))
    found = [Quotient(True, scale * rest, constant(scale))]
    for atom, k in expression.terms:
        if _ratio_in(atom, known):
            parts = _bounded(_cases(atom, known))
            found = [
                Quotient(
                    both((f.condition, g.condition)),
                    k.denominator * _times(f.above, g.below) + k.numerator * _times(g.above, f.below),
                    k.denominator * _times(f.below, g.below),
                )
                for f in found
                for g in parts
            ]
            _bounded(found)
    return found


def _cases(atom: Atom, known: Divided) -> Iterator[Quotient]:
    match atom:
        case Ratio(dividend, divisor):
            for f, g in _pairs(dividend, divisor, known):
                yield Quotient(both((f.condition, g.condition)), _times(f.above, g.below), _times(f.below, g.above))
        case Product(left, right):
            for f, g in _pairs(left, right, known):
                yield Quotient(both((f.condition, g.condition)), _times(f.above, g.above), _times(f.below, g.below))
        case Power(base, exponent):
            for f in _fractions(base, known):
                yield Quotient(f.condition, _power(f.above, exponent), _power(f.below, exponent))
        case Absolute():
            yield from _cases(as_largest(atom), known)
        case Extremum(kind, items):
            sign = 1 if kind == "max" else -1
            for item in items:
                wins = [_comparison("<=", ((sign, other), (-sign, item))) for other in items if other is not item]
                yield from _when(both(wins), item, known)
        case Conditional(condition, yes, no):
            yield from _when(condition, yes, known)
            yield from _when(Not(condition), no, known)
        case Element(items, index):
            for position, item in enumerate(items, 1):
                yield from _when(_equals(index, position), item, known)
        case _:
            raise AssertionError(f"a quotient inside {atom}")


def _when(condition: Boolean, value: Affine, known: Divided) -> Iterator[Quotient]:
    for f in _fractions(value, known):
        yield Quotient(both((condition, f.condition)), f.above, f.below)


def _pairs(left: Affine, right: Affine, known: Divided) -> Iterator[tuple[Quotient, Quotient]]:
    others = _fractions(right, known)
    for f in _fractions(left, known):
        for g in others:
            yield f, g


def _bounded(cases: Iterator[Quotient] | Sequence[Quotient]) -> list[Quotient]:
    found = []
    for case in cases:
        found.append(case)
        if len(found) > MOST_CASES:
            raise TooManyCases
    return found


def _times(a: Affine, b: Affine) -> Affine:
    if not a.terms:
        return a.constant * b
    if not b.terms:
        return b.constant * a
    return affine({Product(a, b): 1})


def _power(base: Affine, exponent: int) -> Affine:
    return affine({Power(base, exponent): 1}) if base.terms else constant(base.constant**exponent)
