"""Depth-first search on the propagators, within a budget."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED, REFUTED, Contradiction
from puzzledsl.search.dual_view import HighImpact, full_groups, high_impact, scarcest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

FIRST_RESTART = 200
"""Contradictions until the first restart."""

GROWTH = 1.5
"""Each run may meet so many times the contradictions of the one before."""

MOST_IN_ORDER = 256
"""Values of a variable that are tried one after the other; of more, first the lower and then the upper half."""

Branch = tuple[int, int, int, int]
"""A point of the trail, a variable, and the smallest and largest value that were assumed from there."""


def search(
    engine: Engine,
    variables: Sequence[int],
    deadline: float | None,
    *,
    accept: Callable[[tuple[int, ...]], bool] | None = None,
    on_node: Callable[[], bool] | None = None,
    weights: list[float] | None = None,
    wanted: Sequence[int] | None = None,
    upwards: Sequence[int] = (),
) -> tuple[int, ...] | None:
    """Look for a solution; the store is as before afterwards, except for what is true of all solutions.

    Branches on the variable with the fewest values for the contradictions it has had to do with (Boussemart et al.,
    Boosting Systematic Search by Weighting Constraints, ECAI 2004), and starts over now and then with what has been
    learnt by then. Every second run branches on the value of a group with the fewest places, where these are fewer; all
    runs but the first on those of values that stand out (see `scarcity`).
    The domains of variables with many values are split in the middle; those without a mask come last.

    Args:
        variables: those to fix. A real variable is not branched on.
        deadline: on the clock of ``time.monotonic``.
        accept: whether the values of the variables, all fixed, are a solution; else the search goes on.
        on_node: called before each branch; False ends the search.
        weights: those of an earlier search (see `first_weights`), to go on with; they grow.
        wanted: by variable number the values to try first, as a mask; without it the smallest.
        upwards: variables whose largest values are tried first.

    Returns:
        The values of the variables in a solution that no propagator objects to, and that ``accept`` takes; without it
        they have to be verified. ``None`` when the deadline or ``on_node`` came first, or some variable cannot be
        branched on.

    Raises:
        Contradiction: there is no solution. `Engine.culprit` tells which constraint noticed last.
    """
    store = engine.store
    mask = store.mask
    if weights is None:
        weights = first_weights(engine)
    wide = without_masks(store, variables)
    open_variables = [x for x in variables if mask[x] & (mask[x] - 1)] + wide  # which have masks sooner or later
    root, allowed = store.mark(), float(FIRST_RESTART)
    groups: list[list[int]] = []
    impacts: list[HighImpact] = []
    others = weights.copy()  # of the runs that branch on places: what is hard for them is not what is for the others
    runs = 0
    while True:  # runs
        runs += 1
        if runs > 1:
            weights, others = others, weights
        if runs == 2:
            groups = full_groups(engine)
            impacts = high_impact(engine, groups)
        trail: list[Branch] = []
        contradictions = 0
        while True:
            chosen = choice(open_variables, mask, weights)
            if chosen is None and wide:
                chosen = narrowest(wide, store, weights)
            late = deadline is not None and monotonic() >= deadline
            if late or (chosen is not None and on_node is not None and not on_node()):
                store.undo(root)
                return None
            if chosen is None:
                fixed = all(store.is_fixed(y) for y in variables)
                values = tuple(store.lo(y) for y in variables) if fixed else None
                if values is None or accept is None or accept(values):
                    store.undo(root)
                    return values
                if not trail:
                    raise Contradiction
                contradictions += 1
                engine.culprit = None
                complete = backtrack(engine, trail, weights, deadline)
            else:
                low, high = last_part(store, chosen) if chosen in upwards else first_part(store, chosen)
                if wanted is not None and (liked := mask[chosen] & wanted[chosen]):
                    low = high = store.base[chosen] + (liked & -liked).bit_length() - 1
                if impacts or (groups and not runs & 1):
                    ratio = mask[chosen].bit_count() / weights[chosen]
                    scarce, place = scarcest(groups, mask, weights, ratio, impacts, only_high_impact=bool(runs & 1))
                    if scarce >= 0:
                        chosen = scarce
                        low = high = store.base[scarce] + place
                trail.append((store.mark(), chosen, low, high))
                try:
                    assume(store, chosen, low, high)
                    complete = engine.run(deadline)
                except Contradiction:
                    contradictions += 1
                    complete = backtrack(engine, trail, weights, deadline)
            if not complete:
                store.undo(root)
                engine.forget()
                return None
            if not trail:  # what has been refuted at the root is refuted for good
                root = store.mark()
            elif contradictions > allowed:
                store.undo(root)
                allowed *= GROWTH
                break


def first_weights(engine: Engine) -> list[float]:
    """By variable number: 1, and 1 for each constraint that speaks of it."""
    weights = [1.0] * len(engine.store.mask)
    for constraint in engine.constraints:
        for x in constraint.primitive.scope:
            weights[x] += 1
    return weights


def choice(variables: Sequence[int], mask: Sequence[int], weights: Sequence[float]) -> int | None:
    """The variable to branch on: fewest values for its weight; ``None``: each that has a mask has one value."""
    best, lowest = None, 0.0
    for x in variables:
        size = mask[x].bit_count()
        if size > 1 and (best is None or size < lowest * weights[x]):
            best, lowest = x, size / weights[x]
    return best


def without_masks(store: Store, variables: Sequence[int]) -> list[int]:
    """Those of the variables that have no mask (and so more than one value), real ones left out."""
    return [x for x in variables if not store.mask[x] and x not in store.reals]


def narrowest(variables: Sequence[int], store: Store, weights: Sequence[float]) -> int | None:
    """The variable without a mask to branch on, chosen like those with one; ``None``: all have masks."""
    best, lowest = None, 0.0
    for x in variables:
        if not store.mask[x]:
            size = store.size(x)
            if best is None or size < lowest * weights[x]:
                best, lowest = x, size / weights[x]
    return best


def first_part(store: Store, x: int) -> tuple[int, int]:
    """The smallest and the largest of the values of an open variable to be assumed first: one, or the lower half."""
    low = store.lo(x)
    if store.size(x) <= MOST_IN_ORDER:
        return low, low
    return low, (low + store.hi(x)) // 2


def last_part(store: Store, x: int) -> tuple[int, int]:
    """The same from above: the largest of the values, or the upper half."""
    high = store.hi(x)
    if store.size(x) <= MOST_IN_ORDER:
        return high, high
    return (store.lo(x) + high) // 2 + 1, high


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


def backtrack(engine: Engine, trail: list[Branch], weights: list[float], deadline: float | None) -> bool:
    """Go back to the last assumption that can be refuted without another contradiction; False at the deadline.

    Raises:
        Contradiction: there is none.
    """
    store = engine.store
    while True:
        if engine.culprit is not None:
            for y in engine.constraints[engine.culprit].primitive.scope:
                weights[y] += 1
        mark, x, low, high = trail.pop()
        store.undo(mark)
        store.touched.clear()
        try:
            refute(store, x, low, high)
            return engine.run(deadline)
        except Contradiction:
            store.touched.clear()
            if not trail:
                raise
