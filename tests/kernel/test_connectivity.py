"""What is remembered of a connected set from call to call changes nothing."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.connected import Connected
from tests.examples import examples

EDGES = tuple((a, b) for b in range(16) for a in range(b) if b - a == 4 or (b - a == 1 and b % 4))
CELLS = tuple(FlatVariable(f"r1c{i + 1}", Domain.range(0, 1)) for i in range(16))


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(seed: int) -> None:
    """Cells are fixed one by one, with a way back now and then."""
    lasting = Connected(tuple(range(16)), Domain.range(1, 1), EDGES)
    store = Store(CELLS)
    marks: list[int] = []
    rng = Random(seed)
    for _ in range(60):
        x = rng.randrange(16)
        if rng.random() < 0.2 and marks:
            store.undo(marks.pop())
            continue
        if store.is_fixed(x):
            continue
        marks.append(store.mark())
        store.fix(x, int(rng.random() < 0.4))
        fresh = Store(CELLS)
        for y in range(16):
            fresh.put(y, store.mask[y])
        try:
            Connected(lasting.variables, lasting.values, lasting.edges).propagate(fresh)
        except Contradiction:
            try:
                lasting.propagate(store)
            except Contradiction:
                store.undo(marks.pop())
                continue
            raise AssertionError("it fell apart unseen") from None
        lasting.propagate(store)
        assert store.mask == fresh.mask
