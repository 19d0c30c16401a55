"""Probing: assume a value, propagate, and learn from what comes of it.

A value whose assumption ends in a contradiction is removed (a failed literal; singleton consistency: Debruyne &
Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem, IJCAI 1997), and so is a
value of another variable that no assumption about the present one leaves (constructive disjunction). The same holds
for the conditions of a disjunction, one of which is true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED, REFUTED, Contradiction
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.primitives.clause import Clause
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

Case = tuple[int, int]
"""An assumption: a variable, and the values that it has then, as a mask."""


def probe(engine: Engine, variables: Sequence[int], to_the_end: bool = False) -> None:
    """Probe variables and disjunctions, those with the fewest cases first, until a whole round learns nothing.

    Stops early when it has learnt nothing for long, after `Tuning.probing_most` calls, at the deadline (on the clock
    of ``time.monotonic``), and where an assumption leaves each variable one value: then search finds that solution.

    Args:
        to_the_end: go on there, for a caller that wants the domains.

    Raises:
        Contradiction: there is no solution. `Engine.culprit` is the constraint that found it.
    """
    store = engine.store
    start = fruitful = engine.steps
    alternatives = _alternatives(engine, len(variables))
    quiet: dict[int, int] = {}  # by variable or constraint, the length of the trail when it was last probed
    while True:
        if not any(store.mask[x] & (store.mask[x] - 1) for x in variables):
            return
        # How many cases there are; a variable, or -1 and so on for a disjunction.
        waiting = [
            (store.size(x), x) for x in variables if store.mask[x] and 2 <= store.size(x) <= TUNING.probed_values
        ]
        waiting += [(len(cases), -1 - k) for k, cases in enumerate(alternatives)]
        waiting.sort(key=_size)
        again = False
        for _, item in waiting:
            idle = engine.steps - fruitful
            if (
                idle > TUNING.probing_first + TUNING.probing_patience * (fruitful - start)
                or engine.steps - start > TUNING.probing_most
                or is_late()
            ):
                return
            if quiet.get(item) == store.mark():
                continue
            cases = alternatives[-1 - item] if item < 0 else _values(store, item)
            if not _is_open(store, cases):
                continue
            before = store.mark()
            if not _probe_one(engine, cases, variables, to_the_end):
                return
            if store.mark() > before:
                again = True
                fruitful = engine.steps
            quiet[item] = store.mark()
        if not again:
            return


def _size(item: tuple[int, int]) -> int:
    return item[0]


def _alternatives(engine: Engine, sources: int) -> list[list[Case]]:
    """The disjunctions of conditions that no variable of the source stands for, such as "one of these rectangles".

    One of two conditions needs no entry: then the probing of variables sees as much, mostly.
    """
    found: list[list[Case]] = []
    for number, one in enumerate(engine.constraints):
        clause = one.primitive
        if one.condition or not isinstance(clause, Clause) or engine.is_retired(number):
            continue
        if not 3 <= len(clause.literals) <= TUNING.probed_cases:
            continue
        if all(literal.variable >= sources and engine.store.mask[literal.variable] for literal in clause.literals):
            found.append([(literal.variable, engine.store.meaning(literal)) for literal in clause.literals])
    return found


def _values(store: Store, x: int) -> list[Case]:
    base = store.base[x]
    return [(x, 1 << (v - base)) for v in store.values(x)]


def _is_open(store: Store, cases: list[Case]) -> bool:
    """Whether several cases are possible and none is certain."""
    possible = 0
    for x, mask in cases:
        left = store.mask[x] & mask
        if left == store.mask[x]:
            return False
        if left:
            possible += 1
    return possible > 1


def _probe_one(engine: Engine, cases: list[Case], variables: Sequence[int], to_the_end: bool) -> bool:
    """Assume each of several cases, one of which is true. False where probing should end, see `probe`."""
    store = engine.store
    common: dict[int, int] | None = None  # variables that every assumption narrows, with the values left by any
    for x, meant in cases:
        if not store.mask[x] & meant:
            continue
        mark = store.mark()
        try:
            store.put(x, store.mask[x] & meant)
            complete = engine.run()
        except Contradiction:
            store.undo(mark)
            store.touched.clear()
            _keep(store, x, ~meant)
            if not engine.run():
                return False
            continue
        solves = complete and not to_the_end and all(store.is_fixed(y) for y in variables)
        narrowed = store.masks_since(mark)
        store.undo(mark)
        engine.forget()
        if solves or not complete:
            return False
        if common is None:
            common = narrowed
        else:
            common = {y: mask | narrowed[y] for y, mask in common.items() if y in narrowed}
    if common:
        for y, mask in common.items():
            if store.mask[y] & ~mask:
                _keep(store, y, mask)
        engine.run()
    return True


def _keep(store: Store, x: int, mask: int) -> None:
    """Leave those of its values in the mask: all others have been refuted."""
    store.cause = REFUTED
    try:
        store.put(x, store.mask[x] & mask)
    finally:
        store.cause = ASSUMED
