"""Constraints are immutable: any number of threads may propagate and explain one, each in a store of its own."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Primitive
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives import kinds

from . import instances
from .reasons import reason, reasons

THREADS = 8
ROUNDS = 3


@pytest.fixture(scope="module", autouse=True)
def _often() -> Iterator[None]:
    """Change threads after each few bytecodes."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


Branch = list[Domain]
"""What is left of each variable."""


def seen(primitive: Primitive, variables: tuple[FlatVariable, ...], branches: list[Branch]) -> list[object]:
    """What a primitive does on some branches, one after another: the values left, and the reasons of all removals."""
    store, constraint = Store(variables), FlatConstraint(primitive, 0)
    first = store.mask
    found: list[object] = []
    for branch in branches:
        start = store.mark()
        for x, left in enumerate(branch):
            store.keep(x, left)
        mark = store.mark()
        try:
            for costly in (False, True):
                store.propagate_alone(constraint, costly=costly)
            found.append([tuple(store.values(x)) for x in range(len(branch))])
        except Contradiction:
            found.append(reason(store, constraint, first))
        found += reasons(store, constraint, first, mark)
        store.undo(start)
    return found


@pytest.mark.parametrize("kind", sorted(kinds()))
@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_threads_that_share_a_constraint_see_what_one_alone_sees(kind: str, data: st.DataObject) -> None:
    instance = data.draw(instances.of(kind))
    lefts = st.tuples(
        *(st.sets(st.sampled_from(list(domain)), min_size=1).map(Domain.of) for domain in instance.domains)
    )
    branches = [[list(branch) for branch in data.draw(st.lists(lefts, min_size=3, max_size=6))] for _ in range(THREADS)]
    variables = instance.variables()
    content = pickle.dumps(instance.primitive)  # a copy remembers nothing
    expected = [seen(pickle.loads(content), variables, mine) for mine in branches]
    for _ in range(ROUNDS):
        shared, barrier = pickle.loads(content), Barrier(THREADS)

        def work(mine: list[Branch], shared: Primitive = shared, barrier: Barrier = barrier) -> list[object]:
            barrier.wait()
            return seen(shared, variables, mine)

        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(work, branches)) == expected
