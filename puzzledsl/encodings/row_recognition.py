"""Which pattern a row has, from the weights of its claims and the ranges of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings.row_patterns import Cases, Claim, Counted, Linear, Pattern, Quantity, Weighted, size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.row_builder import Coefficient

    Ends = Callable[[Quantity], tuple[Coefficient | None, Coefficient | None]]


def recognized(linear: Linear, ends: Ends) -> Pattern:
    """Find the conditions on which a row depends: what it says if they hold, and what otherwise.

    Args:
        ends: smallest and largest value of a quantity, times its coefficient; ``None`` where it has no bound.
    """
    counted = linear.counted
    if counted is not None:
        return _one_for_several(counted) or linear
    if not linear.claims or linear.is_total:
        return linear
    return _conditional(linear, ends) or linear


def _one_for_several(counted: Counted) -> Pattern | None:
    """Recognise ``Σ several - one = 0``, and ``≤ 0``."""
    one, several = sorted((counted.claims, counted.others), key=len)
    if len(one) != 1 or len(several) == 1 or counted.most != 0:
        return None
    if counted.least == 0:
        return Cases(one, _count(several, 1, 1), _count(several, None, 0))
    if counted.least is None and one is counted.others:
        return Cases(one, _count(several, None, 1), _count(several, None, 0))
    return None


def _count(claims: Sequence[Claim], least: int | None, most: int | None) -> Linear:
    return Linear(tuple((1, claim) for claim in claims), (), least, most)


def _conditional(linear: Linear, ends: Ends) -> Pattern | None:
    """Recognise a row that is relaxed unless some claims hold (big-M), or whose meaning depends on one claim."""
    claims, quantities, least, most = linear.claims, linear.quantities, linear.least, linear.most

    def rest(weighted: Sequence[Weighted], shift: Coefficient) -> Pattern | None:
        """Return the rest of the row if the other claims add up to ``shift``; None: nothing is left."""
        lower = None if least is None else least - shift
        upper = None if most is None else most - shift
        limits = [ends(quantity) for quantity in quantities]
        limits += [(min(k, 0), max(k, 0)) for k, _ in weighted]
        if lower is not None and all(low is not None for low, _ in limits):
            lower = None if sum(low for low, _ in limits if low is not None) >= lower else lower
        if upper is not None and all(high is not None for _, high in limits):
            upper = None if sum(high for _, high in limits if high is not None) <= upper else upper
        if lower is None and upper is None:
            return None
        return recognized(Linear(tuple(weighted), quantities, lower, upper), ends)

    if quantities and (least is None or most is None):
        # The row is tightest if each claim has its larger (or, for a lower limit, smaller) share.
        sign = 1 if least is None else -1
        conditions = tuple(claim if sign * k > 0 else ~claim for k, claim in claims)
        tight: Coefficient = sum(k for k, _ in claims if sign * k > 0)
        nearest = min(size(k) for k, _ in claims)
        if rest((), tight - sign * nearest) is None:
            then = rest((), tight)
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
