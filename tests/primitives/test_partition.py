"""Laws of divisions on grids that are too large to enumerate: sampled divisions are never excluded."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.expressions import regions_of
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.partition import Partition

from .reasons import reason, reasons

SIDE = 4
COUNT = SIDE * SIDE
EDGES = tuple(
    (a, b)
    for a in range(COUNT)
    for b in ((a + 1,) if (a + 1) % SIDE else ()) + ((a + SIDE,) if a + SIDE < COUNT else ())
)
SIZED = len(EDGES) + COUNT
PRIMITIVE = Partition(
    tuple(range(len(EDGES))), tuple(range(len(EDGES), SIZED)), tuple(range(SIZED, SIZED + COUNT)), EDGES
)


def division(rng: Random) -> list[int]:
    """The borders, sizes and first positions of a random one."""
    joined = rng.choice([0.3, 0.5, 0.7])
    found = regions_of(COUNT, [rng.random() > joined for _ in EDGES], EDGES)
    borders = [int(found[a] != found[b]) for a, b in EDGES]
    return [*borders, *(found.count(first) for first in found), *(first + 1 for first in found)]


@pytest.mark.parametrize("seed", range(12))
def test_sampled_divisions_stay_and_reasons_hold(seed: int) -> None:
    rng = Random(seed)
    sample = [division(rng) for _ in range(60)]
    assert all(PRIMITIVE.check(values) for values in sample)
    domains = [Domain.range(0, 1)] * len(EDGES) + [Domain.range(1, COUNT)] * (2 * COUNT)
    known = rng.choice([0.1, 0.3, 0.5])
    store = Store([FlatVariable(f"x{x}", domain) for x, domain in enumerate(domains)])
    first, constraint = store.mask, FlatConstraint(PRIMITIVE, 0)
    for x, domain in enumerate(domains):
        if rng.random() < known:
            kept = {sample[0][x]} if seed % 3 else {rng.choice(list(domain))}
            store.keep(x, Domain.of(kept | {v for v in domain if rng.random() < 0.3}))
    start = store.mark()
    found = []
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        assert not seed % 3
        found.append(reason(store, constraint, first))
    if seed % 3:
        assert all(store.has(x, v) for x, v in enumerate(sample[0]))
    found += reasons(store, constraint, first, start)
    explained = 0
    for why in found:
        explained += why.explained != 0
        for values in sample:
            if not any(needed >> (values[y] - store.base[y]) & 1 for y, needed in why.needed.items()):
                assert not why.explained >> (values[why.variable] - store.base[why.variable]) & 1
                assert why.unexplained or why.variable >= 0
    assert 10 * explained >= 9 * len(found)
