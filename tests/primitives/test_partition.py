"""Laws of divisions on grids that are too large to enumerate: sampled divisions are never excluded."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.expressions import regions_of
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.explanation import Explanation
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.partition import Partition

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
    first = list(store.mask)
    for x, domain in enumerate(domains):
        if rng.random() < known:
            kept = {sample[0][x]} if seed % 3 else {rng.choice(list(domain))}
            store.keep(x, Domain.of(kept | {v for v in domain if rng.random() < 0.3}))
    start = store.mark()
    contradiction = False
    try:
        PRIMITIVE.propagate(store)
    except Contradiction:
        contradiction = True
    if seed % 3:
        assert not contradiction
        assert all(store.has(x, v) for x, v in enumerate(sample[0]))
    removals = [(r.position, r.variable, r.before & ~r.after) for r in store.removals(start)]
    if contradiction:
        removals.append((store.mark(), -1, 1))
    explained = 0
    for position, x, gone in removals:
        why = Explanation(store, first)
        why.masks = store.masks_at(position)
        left = int(not PRIMITIVE.explain_conflict(why)) if x < 0 else PRIMITIVE.explain(why, x, gone)
        explained += gone & ~left != 0
        for values in sample:
            if all(not why.needed[y] >> (v - store.base[y]) & 1 for y, v in enumerate(values)):
                assert left if x < 0 else not (gone & ~left) >> (values[x] - store.base[x]) & 1
    assert 10 * explained >= 9 * len(removals)
