"""What is remembered of regions from call to call changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.store import Store
from puzzledsl.primitives.partition import Partition
from tests.examples import examples

from .stepwise import as_from_scratch

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
    """Reasons are asked for in between."""
    first, rng = Store(VARIABLES).mask, Random(seed)
    for lasting, store in as_from_scratch(Partition(BORDERS, sizes, firsts, EDGES), VARIABLES, seed):
        removals = [one for one in store.removals(0) if one.variable in lasting.primitive.scope]
        if removals and rng.random() < 0.5:
            some = rng.choice(removals)
            store.explain_alone(lasting, first, some.variable, some.before & ~some.after)
