"""What a search begins with to choose the variables that it branches on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.kernel.engine import Engine

MOST_IN_ORDER = 256
"""Values of a variable that are tried one after the other; of more, first the lower and then the upper half."""


def first_weights(engine: Engine) -> list[float]:
    """By variable number: 1, and 1 more for each constraint that watches it."""
    weights = [1.0] * len(engine.store.mask)
    for number, constraint in enumerate(engine.constraints):
        for x in () if engine.is_retired(number) else constraint.primitive.scope:
            weights[x] += 1
    return weights
