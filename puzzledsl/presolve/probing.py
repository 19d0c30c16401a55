"""Probing: assume a value, propagate, and learn from what comes of it.

A value whose assumption ends in a contradiction is removed (a failed literal; singleton consistency: Debruyne &
Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem, IJCAI 1997), and so is a
value of another variable that no assumption about the present one leaves (constructive disjunction).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED, REFUTED, Contradiction
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

MOST_VALUES = 16
"""Variables with more values left are not probed."""

FIRST = 4_000
"""Calls of propagators that are always worth a try."""

MOST = 200_000
"""Calls of propagators in all."""

PATIENCE = 2.5
"""Probing goes on without result for so many times the work that has been fruitful."""


def probe(
    engine: Engine, variables: Sequence[int], deadline: float | None, to_the_end: bool = False
) -> tuple[int, ...] | None:
    """Probe the variables, those with the fewest values first, until a whole round learns nothing.

    Stops early when it has learnt nothing for long, after `MOST` calls of propagators, and at the deadline (on the
    clock of ``time.monotonic``).

    Args:
        to_the_end: go on where an assumption leads to a solution, for a caller that wants the domains.

    Returns:
        The values of all ``variables`` in a solution, where an assumption happened to lead to one that no
        propagator objects to. It has to be verified. Domains are not reduced to it.

    Raises:
        Contradiction: there is no solution. `Engine.culprit` is the constraint that found it.
    """
    store = engine.store
    start = fruitful = engine.steps
    quiet: dict[int, int] = {}  # by variable, the length of the trail when it was last probed
    while True:
        open_variables = [x for x in variables if store.mask[x] & (store.mask[x] - 1)]
        if not open_variables:
            return None
        open_variables.sort(key=store.size)
        again = False
        for x in open_variables:
            idle = engine.steps - fruitful
            if idle > FIRST + PATIENCE * (fruitful - start) or engine.steps - start > MOST:
                return None
            if is_late(deadline):
                return None
            size = store.size(x)
            if size < 2 or size > MOST_VALUES or quiet.get(x) == store.mark():
                continue
            before = store.mark()
            found = _probe_one(engine, x, variables, deadline, to_the_end)
            if found is not None:
                return found
            if store.mark() > before:
                again = True
                fruitful = engine.steps
            quiet[x] = store.mark()
        if not again:
            return None


def _probe_one(
    engine: Engine, x: int, variables: Sequence[int], deadline: float | None, to_the_end: bool
) -> tuple[int, ...] | None:
    store = engine.store
    common: dict[int, int] | None = None  # variables that every assumption narrows, with the values left by any
    for v in list(store.values(x)):
        if not store.has(x, v):
            continue
        mark = store.mark()
        try:
            store.fix(x, v)
            complete = engine.run(deadline)
        except Contradiction:
            store.undo(mark)
            store.touched.clear()
            _keep(store, x, ~(1 << (v - store.base[x])))
            if not engine.run(deadline):
                return None
            continue
        if complete and not to_the_end and all(store.is_fixed(y) for y in variables):
            values = tuple(store.lo(y) for y in variables)
            store.undo(mark)
            return values
        narrowed = store.masks_since(mark)
        store.undo(mark)
        engine.forget()
        if not complete:
            return None
        if common is None:
            common = narrowed
        else:
            common = {y: mask | narrowed[y] for y, mask in common.items() if y in narrowed}
    if common:
        for y, mask in common.items():
            if store.mask[y] & ~mask:
                _keep(store, y, mask)
        engine.run(deadline)
    return None


def _keep(store: Store, x: int, mask: int) -> None:
    """Leave those of its values in the mask: all others have been refuted."""
    store.cause = REFUTED
    try:
        store.put(x, store.mask[x] & mask)
    finally:
        store.cause = ASSUMED
