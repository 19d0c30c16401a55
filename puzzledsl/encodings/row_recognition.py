"""Which pattern a row has, from the weights of its claims and the ranges of its numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.encodings.row_patterns import (
    Algebra,
    Balance,
    Cases,
    Claim,
    Comparison,
    Consequence,
    Count,
    Pattern,
    Quantity,
    Same,
    Total,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.row_builder import Coefficient

    Ends = Callable[[Quantity], tuple[Coefficient | None, Coefficient | None]]

Weighted = tuple["Coefficient", Claim]


def recognized(
    claims: list[Weighted],
    quantities: list[Quantity],
    least: Coefficient | None,
    most: Coefficient | None,
    ends: Ends,
) -> Pattern:
    """What ``least ≤ Σ weight · claim + Σ quantity ≤ most`` says.

    Args:
        ends: smallest and largest value of a quantity, times its coefficient; ``None`` where it has no bound.
    """
    if not claims:
        return Comparison(tuple(quantities), least, most)
    weights = {size(k) for k, _ in claims}
    if not quantities and len(weights) == 1:
        return _counted(claims, weights.pop(), least, most)
    if len(quantities) == 1 and least == most and least is not None and len({k for k, _ in claims}) == 1:
        (quantity,), weight = quantities, claims[0][0]
        scale = 1 if quantity.coefficient > 0 else -1
        number = Quantity(scale * quantity.coefficient, quantity.name, quantity.weights, quantity.whole)
        if -scale * weight > 0:
            return Total(number, tuple(claim for _, claim in claims), -scale * weight, scale * least)
    return _conditional(claims, quantities, least, most, ends) or Algebra(
        (*((k, claim) for k, claim in claims), *((q.coefficient, q) for q in quantities)), least, most
    )


def _counted(
    weighted: Sequence[Weighted], weight: Coefficient, lower: Coefficient | None, upper: Coefficient | None
) -> Pattern:
    """Recognise a row of claims whose weights are all equal up to their sign."""
    least = None if lower is None else _up(Fraction(lower) / weight)
    most = None if upper is None else _down(Fraction(upper) / weight)
    claims = tuple(claim for k, claim in weighted if k > 0)
    others = tuple(claim for k, claim in weighted if k < 0)
    if not claims:
        claims, others, least, most = others, (), _minus(most), _minus(least)
    if not others:
        return Count(claims, least, most)
    if least == most == 0:
        if len(claims) == len(others) == 1:
            return Same(claims[0], others[0])
        if 1 in (len(claims), len(others)):
            (one,), several = (claims, others) if len(claims) == 1 else (others, claims)
            return Cases((one,), Count(several, 1, 1), Count(several, None, 0))
        return Balance(claims, others, 0, 0)
    if least is not None and most is None:  # the same the other way round
        claims, others, least, most = others, claims, None, _minus(least)
    if least is None and most is not None:
        if most == len(claims) - 1:
            return Consequence(claims, others)
        if most == 0 and len(others) == 1:
            return Cases(others, Count(claims, None, 1), Count(claims, None, 0))
    return Balance(claims, others, least, most)


def _conditional(
    claims: list[Weighted],
    quantities: list[Quantity],
    least: Coefficient | None,
    most: Coefficient | None,
    ends: Ends,
) -> Pattern | None:
    """Recognise a row that is relaxed unless some claims hold (big-M), or whose meaning depends on one claim."""

    def rest(weighted: list[Weighted], shift: Coefficient) -> Pattern | None:
        """Return the rest of the row if the other claims add up to ``shift``; None: nothing is left."""
        lower = None if least is None else least - shift
        upper = None if most is None else most - shift
        low, high = _total([ends(quantity) for quantity in quantities])
        low = None if low is None else low + sum(min(k, 0) for k, _ in weighted)
        high = None if high is None else high + sum(max(k, 0) for k, _ in weighted)
        if lower is not None and low is not None and low >= lower:
            lower = None
        if upper is not None and high is not None and high <= upper:
            upper = None
        if lower is None and upper is None:
            return None
        return recognized(list(weighted), quantities, lower, upper, ends)

    if quantities and (least is None or most is None):
        # The row is tightest if each claim has its larger (or, for a lower limit, smaller) share.
        sign = 1 if least is None else -1
        conditions = tuple(claim if sign * k > 0 else ~claim for k, claim in claims)
        shares = [k if sign * k > 0 else 0 for k, _ in claims]
        tight: Coefficient = sum(shares)
        nearest = min(size(k) for k, _ in claims)
        if rest([], tight - sign * nearest) is None:
            then = rest([], tight)
            return None if then is None else Cases(conditions, then)
    # One claim decides: the only claim beside numbers, or the only one with another weight.
    for number, (k, claim) in enumerate(claims):
        others = claims[:number] + claims[number + 1 :]
        if (quantities and others) or len({size(weight) for weight, _ in others}) > 1:
            continue
        then, otherwise = rest(others, k), rest(others, 0)
        if then is None:
            return None if otherwise is None else Cases((~claim,), otherwise)
        return Cases((claim,), then, otherwise)
    return None


def _total(
    ends: Sequence[tuple[Coefficient | None, Coefficient | None]],
) -> tuple[Coefficient | None, Coefficient | None]:
    low: Coefficient | None = 0
    high: Coefficient | None = 0
    for small, large in ends:
        low = None if low is None or small is None else low + small
        high = None if high is None or large is None else high + large
    return low, high


def _minus(limit: int | None) -> int | None:
    return None if limit is None else -limit


def _up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _down(value: Fraction) -> int:
    return value.numerator // value.denominator
