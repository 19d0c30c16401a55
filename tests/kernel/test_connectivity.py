"""What is remembered of a connected set from call to call changes nothing, and nothing that is certain is missed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.connected import Connected
from tests.examples import examples

from .stepwise import as_from_scratch


def grid(side: int) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for b in range(side**2) for a in range(b) if b - a == side or (b - a == 1 and b % side))


def chosen(side: int) -> Connected:
    return Connected(tuple(range(side**2)), Domain.range(1, 1), grid(side))


def cells(side: int) -> list[FlatVariable]:
    return [FlatVariable(f"r1c{i + 1}", Domain.range(0, 1)) for i in range(side**2)]


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(seed: int) -> None:
    """Cells are fixed one by one, with a way back now and then."""
    assert sum(1 for _ in as_from_scratch(chosen(4), cells(4), seed))


def reached(near: list[list[int]], start: int, possible: set[int]) -> set[int]:
    found, stack = {start}, [start]
    while stack:
        for q in near[stack.pop()]:
            if q in possible and q not in found:
                found.add(q)
                stack.append(q)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_exactly_the_states_that_some_connected_set_has_are_left(seed: int) -> None:
    """On more cells than a word has bits: with certain cells, a cell without which they fall apart is chosen, and one
    that they do not reach is not."""
    side, rng = 9, Random(seed)
    near: list[list[int]] = [[] for _ in range(side**2)]
    for a, b in grid(side):
        near[a].append(b)
        near[b].append(a)
    share = rng.choice([0.1, 0.3, 0.45])
    possible = {p for p in range(side**2) if rng.random() > share}
    if seed % 2:
        possible = max((reached(near, p, possible) for p in possible), key=len)
    certain = set(rng.sample(sorted(possible), rng.choice([1, 2, 5])))
    store = Store(cells(side))
    for p in range(side**2):
        if p not in possible or p in certain:
            store.fix(p, int(p in certain))
    start = min(certain)
    around = reached(near, start, possible)
    constraint = FlatConstraint(chosen(side), 0)
    if not certain <= around:
        with pytest.raises(Contradiction):
            store.propagate_alone(constraint)
        return
    store.propagate_alone(constraint)
    for p in range(side**2):
        is_needed = p in certain or (p in around and not certain <= reached(near, start, possible - {p}))
        assert set(store.values(p)) == ({1} if is_needed else {0, 1} if p in around else {0})
