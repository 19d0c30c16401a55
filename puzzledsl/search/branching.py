"""Which variable a search branches on, and what it assumes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import size_of
from puzzledsl.kernel.store import ASSUMED, REFUTED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

MOST_IN_ORDER = 256
"""Values of a variable that are tried one after the other; of more, first the lower and then the upper half."""


def first_weights(engine: Engine) -> list[float]:
    """By variable number: 1, and 1 more for each constraint that watches it."""
    weights = [1.0] * len(engine.store.mask)
    for number, constraint in enumerate(engine.constraints):
        for x in () if engine.is_retired(number) else constraint.primitive.scope:
            weights[x] += 1
    return weights


def choice(variables: Sequence[int], store: Store, weights: Sequence[float]) -> int:
    """The variable with the fewest values for its weight; -1: each has one value. None is real.

    Boussemart et al., Boosting Systematic Search by Weighting Constraints (ECAI 2004).
    """
    mask = store.mask
    best, lowest = -1, 0.0
    for x in variables:
        m = mask[x]
        if m & (m - 1) or not m:
            size = size_of(m) or store.size(x)
            if best < 0 or size < lowest * weights[x]:
                best, lowest = x, size / weights[x]
    return best


def first_part(store: Store, x: int, from_above: bool) -> tuple[int, int]:
    """The smallest and the largest of the values of an open variable to be assumed first.

    The smallest value; or, of many values, the lower half. From above the largest, or the upper half.
    """
    low, high = store.lo(x), store.hi(x)
    if store.size(x) <= MOST_IN_ORDER:
        return (high, high) if from_above else (low, low)
    middle = (low + high) // 2
    return (middle + 1, high) if from_above else (low, middle)


def random_part(store: Store, x: int, rng: Random) -> tuple[int, int]:
    """The same at random: one value, all equally likely; or, of many values, a half, with probability by its span."""
    mask = store.mask[x]
    if mask and mask.bit_count() <= MOST_IN_ORDER:
        skip = int(rng.random() * mask.bit_count())
        while skip:
            mask &= mask - 1
            skip -= 1
        value = store.base[x] + (mask & -mask).bit_length() - 1
        return value, value
    low, high = store.lo(x), store.hi(x)
    if store.size(x) <= MOST_IN_ORDER:
        values = list(store.values(x))
        value = values[int(rng.random() * len(values))]
        return value, value
    middle = (low + high) // 2
    return (low, middle) if low + int(rng.random() * (high - low + 1)) <= middle else (middle + 1, high)


def assume(store: Store, x: int, low: int, high: int) -> None:
    """Leave the values from ``low`` to ``high``, one of them or all up to an end of the domain."""
    if low == high:
        store.fix(x, low)
    else:
        store.at_least(x, low)
        store.at_most(x, high)


def refute(store: Store, x: int, low: int, high: int) -> None:
    """The opposite of `assume`, with the domain as it was then, or narrower. Raises Contradiction."""
    store.cause = REFUTED
    try:
        if low == high:
            store.remove(x, low)
        elif low <= store.lo(x):
            store.at_least(x, high + 1)
        else:
            store.at_most(x, low - 1)
    finally:
        store.cause = ASSUMED
