"""Interval arithmetic: smallest and largest value that a decided expression can take.

Bounds may be wider than what is reachable, never narrower. ``None`` stands for an infinite bound, which
only real variables without bounds bring in.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

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
)

Bound = Rational | None
Interval = tuple[Bound, Bound]
Known = dict[Operation, Interval]

MOST_INTERVALS = 1_000
"""Sums of so many pairs of intervals are worked out; of more, only the smallest and the largest."""


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


def values_of(
    expression: Affine, variables: Sequence[Ranged], known: Known | None = None, *, is_part: bool = False
) -> Domain | None:
    """All values of a whole expression, and perhaps more: the gaps between them, where there are few.

    ``None`` if the bounds are not whole, or infinite. Operations inside of an operation count by their bounds: shared
    ones would be evaluated again and again.
    """
    low, high = interval(expression, variables, known)
    if not isinstance(low, int) or not isinstance(high, int):
        return None
    parts = [(k, _of_atom(atom, variables, known, is_part)) for atom, k in expression.terms]
    found = Domain.range(0, 0)
    for k, part in parts:
        if not isinstance(k, int) or part is None or len(part.intervals) * len(found.intervals) > MOST_INTERVALS:
            return Domain.range(low, high)
        ends = [(k * a, k * b) if k > 0 else (k * b, k * a) for a, b in part.intervals]
        found = Domain.joined([(a + c, b + d) for a, b in ends for c, d in found.intervals])
    return found.shifted(int(expression.constant)).between(low, high)


def _of_atom(atom: Atom, variables: Sequence[Ranged], known: Known | None, is_part: bool) -> Domain | None:
    match atom:
        case int():
            return None if variables[atom].bounds else variables[atom].domain
        case Element(items, _) | Extremum(_, items) if not is_part:
            parts = items
        case Conditional(_, yes, no) if not is_part:
            parts = (yes, no)
        case _:
            low, high = atom_interval(atom, variables, known)
            return Domain.range(low, high) if isinstance(low, int) and isinstance(high, int) else None
    domains = [values_of(part, variables, known, is_part=True) for part in dict.fromkeys(parts)]
    every = [ends for domain in domains if domain for ends in domain.intervals]
    return None if None in domains else Domain.joined(every)


def atom_interval(atom: Atom, variables: Sequence[Ranged], known: Known | None = None) -> Interval:
    """Bounds of an atom where it is defined; for ``known`` see `interval`."""
    if isinstance(atom, int):
        variable = variables[atom]
        return variable.bounds or (variable.domain.lo, variable.domain.hi)
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
            (a, b), (c, d) = interval(left, variables, known), interval(right, variables, known)
            if a is None or b is None or c is None or d is None:
                return None, None
            return _ends(a * c, a * d, b * c, b * d)
        case Power(base, exponent):
            low, high = interval(base, variables, known)
            if low is None or high is None:
                return None, None
            return _ends(low**exponent, high**exponent, *[0] * (low <= 0 <= high))
        case Absolute(operand):
            low, high = interval(operand, variables, known)
            if low is None or high is None:
                return 0, None
            return _ends(max(low, -low), max(high, -high), *[0] * (low <= 0 <= high))
        case Extremum(kind, items):
            lows, highs = zip(*[interval(item, variables, known) for item in items], strict=True)
            choose = max if kind == "max" else min
            return _of_all(choose, lows), _of_all(choose, highs)
        case Division(kind, dividend, divisor):
            return _division(kind, interval(dividend, variables, known), interval(divisor, variables, known))
        case Ratio(dividend, _):
            low, high = interval(dividend, variables, known)
            if low is None or high is None:
                return None, None
            return _ends(low, high, -low, -high)
        case Element(items, _):
            parts = items
        case Conditional(_, yes, no):
            parts = (yes, no)
    lows, highs = zip(*[interval(part, variables, known) for part in parts], strict=True)
    return _of_all(min, lows), _of_all(max, highs)


def _ends(*values: Rational) -> Interval:
    return min(values), max(values)


def _of_all(choose: Any, bounds: Sequence[Bound]) -> Bound:
    """The smallest or largest bound; ``None`` if one is infinite."""
    return None if None in bounds else choose(bounds)


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
    return _ends(*[n // d for n in (low, high) for d in candidates] or [0])
