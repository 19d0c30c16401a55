"""Which variable a search branches on, and what it assumes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

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
            size = m.bit_count() or store.size(x)
            if best < 0 or size < lowest * weights[x]:
                best, lowest = x, size / weights[x]
    return best


def assume(store: Store, x: int, low: int, high: int) -> None:
    """Leave the values from ``low`` to ``high``, one of them or all up to an end of the domain."""
    if low == high:
        store.fix(x, low)
    else:
        store.at_least(x, low)
        store.at_most(x, high)
