"""Interval arithmetic: smallest and largest value that a decided expression can take.

Bounds may be wider than what is reachable, never narrower. ``None`` stands for an infinite bound, which
only real variables without bounds bring in.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Absolute,
    Affine,
    Atom,
    Conditional,
    Division,
    Element,
    Extremum,
    Operation,
    Power,
    Product,
    Ratio,
    Rational,
    Truth,
    magnitude,
)

Bound = Rational | None
Interval = tuple[Bound, Bound]
Known = dict[Operation, Interval]


class Ranged(Protocol):
    """A variable, of a model or of a flat model."""

    @property
    def domain(self) -> Domain:
        """Its values."""

    @property
    def bounds(self) -> tuple[Fraction | None, Fraction | None] | None:
        """Bounds of a real variable, ``None`` for any other."""


def interval(expression: Affine, variables: Sequence[Ranged], known: Known | None = None) -> Interval:
    """Bounds of an affine expression under the variables' declared domains.

    ``known``: the bounds of operations that were asked for before. Large operations stand in many comparisons.
    """
    low: Bound = expression.constant
    high: Bound = expression.constant
    for atom, k in expression.terms:
        lo, hi = (0, 1) if type(atom) is Truth else atom_interval(atom, variables, known)
        if k < 0:
            lo, hi = hi, lo
        low = None if low is None or lo is None else low + k * lo
        high = None if high is None or hi is None else high + k * hi
    return low, high


def variable_interval(variable: Ranged) -> Interval:
    """Bounds of a variable."""
    if variable.bounds is not None:
        return variable.bounds
    return variable.domain.lo, variable.domain.hi


def atom_interval(atom: Atom, variables: Sequence[Ranged], known: Known | None = None) -> Interval:
    """Bounds of an atom where it is defined; for ``known`` see `interval`."""
    if isinstance(atom, int):
        return variable_interval(variables[atom])
    if known is None:
        return _operation(atom, variables, None)
    found = known.get(atom)
    if found is None:
        found = known[atom] = _operation(atom, variables, known)
    return found


def _operation(atom: Operation, variables: Sequence[Ranged], known: Known | None) -> Interval:
    match atom:
        case Truth():
            return 0, 1
        case Product(left, right):
            return _hull_of_products(interval(left, variables, known), interval(right, variables, known))
        case Power(base, exponent):
            low, high = interval(base, variables, known)
            if low is None or high is None:
                return None, None
            ends: list[Rational] = [low**exponent, high**exponent]
            if exponent % 2 == 0 and low <= 0 <= high:
                ends.append(0)
            return min(ends), max(ends)
        case Absolute(operand):
            low, high = interval(operand, variables, known)
            if low is None or high is None:
                return 0, None
            least = 0 if low <= 0 <= high else min(magnitude(low), magnitude(high))
            return least, max(magnitude(low), magnitude(high))
        case Extremum(kind, items):
            pairs = [interval(item, variables, known) for item in items]
            lows, highs = [p[0] for p in pairs], [p[1] for p in pairs]
            return _extreme(lows, largest=kind == "max"), _extreme(highs, largest=kind == "max")
        case Division(kind, dividend, divisor):
            return _division(kind, interval(dividend, variables, known), interval(divisor, variables, known))
        case Ratio(dividend, _):
            low, high = interval(dividend, variables, known)
            if low is None or high is None:
                return None, None
            reach = max(magnitude(low), magnitude(high))
            return -reach, reach
        case Element(items, _):
            return _hull([interval(item, variables, known) for item in items])
        case Conditional(_, yes, no):
            return _hull([interval(yes, variables, known), interval(no, variables, known)])


def _hull(pairs: Sequence[Interval]) -> Interval:
    lows, highs = [p[0] for p in pairs], [p[1] for p in pairs]
    return _extreme(lows, largest=False), _extreme(highs, largest=True)


def _extreme(bounds: Sequence[Bound], *, largest: bool) -> Bound:
    """The smallest or largest bound; ``None`` as soon as one is infinite."""
    finite = [bound for bound in bounds if bound is not None]
    if len(finite) < len(bounds):
        return None
    return max(finite) if largest else min(finite)


def _hull_of_products(a: Interval, b: Interval) -> Interval:
    if a[0] is None or a[1] is None or b[0] is None or b[1] is None:
        return None, None
    ends = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]]
    return min(ends), max(ends)


def _division(kind: str, dividend: Interval, divisor: Interval) -> Interval:
    if None in dividend or None in divisor:
        return None, None
    low, high = int(dividend[0] or 0), int(dividend[1] or 0)
    below, above = int(divisor[0] or 0), int(divisor[1] or 0)
    if kind == "mod":
        # The remainder has the sign of the divisor and is smaller than it; a dividend in 0..d-1 stays itself.
        least, most = min(0, below + 1), max(0, above - 1)
        if low >= 0 and below > 0:
            most = min(most, high)
        return least, most
    candidates = [d for d in (below, above, -1, 1) if below <= d <= above and d != 0]
    ends = [n // d for n in (low, high) for d in candidates]
    return (min(ends), max(ends)) if ends else (0, 0)
