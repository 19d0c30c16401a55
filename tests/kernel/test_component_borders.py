"""What is remembered of regions from call to call changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.explanation import Explanation
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.partition import Partition
from tests.examples import examples

COUNT = 9
EDGES = tuple((a, b) for b in range(COUNT) for a in range(b) if b - a == 3 or (b - a == 1 and b % 3))
BORDERS = tuple(range(len(EDGES)))
SIZES = tuple(range(len(EDGES), len(EDGES) + COUNT))
FIRSTS = tuple(range(len(EDGES) + COUNT, len(EDGES) + 2 * COUNT))
VARIABLES = [
    FlatVariable(f"x{x}", Domain.range(0, 1) if x < len(EDGES) else Domain.range(1, COUNT))
    for x in range(len(EDGES) + 2 * COUNT)
]
NONE = (-1,) * COUNT
SOME = tuple(x if p % 2 else -1 for p, x in enumerate(SIZES))


@pytest.mark.parametrize(("sizes", "firsts"), [(SIZES, FIRSTS), (SOME, NONE), (NONE, FIRSTS)])
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(sizes: tuple[int, ...], firsts: tuple[int, ...], seed: int) -> None:
    """Variables are narrowed one by one, with a way back now and then; reasons ask about earlier domains."""
    lasting = Partition(BORDERS, sizes, firsts, EDGES)
    store = Store(VARIABLES)
    first = list(store.mask)
    marks: list[int] = []
    rng = Random(seed)
    for _ in range(60):
        if marks and rng.random() < 0.2:
            store.undo(marks.pop())
            continue
        x = rng.choice(lasting.scope)
        if store.is_fixed(x):
            continue
        marks.append(store.mark())
        value = rng.choice(list(store.values(x)))
        if rng.random() < 0.5:
            store.fix(x, value)
        else:
            store.remove(x, value)
        fresh = Store(VARIABLES)
        for y, mask in enumerate(store.mask):
            fresh.put(y, mask)
        try:
            Partition(BORDERS, sizes, firsts, EDGES).propagate(fresh)
        except Contradiction:
            with pytest.raises(Contradiction):
                lasting.propagate(store)
            store.undo(marks.pop())
            continue
        lasting.propagate(store)
        assert store.mask == fresh.mask
        removals = list(store.removals(0))
        if removals and rng.random() < 0.5:
            some = rng.choice(removals)
            why = Explanation(store, first)
            why.masks = store.masks_at(some.position)
            lasting.explain(why, some.variable, some.before & ~some.after)
