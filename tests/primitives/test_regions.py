"""Laws of regions on grids that are too large to enumerate: sampled divisions are never excluded."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.expressions import regions_of
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.regions import Regions

from .reasons import reason, reasons

SIDE = 4
COUNT = SIDE * SIDE
EDGES = tuple(
    (a, b)
    for a in range(COUNT)
    for b in ((a + 1,) if (a + 1) % SIDE else ()) + ((a + SIDE,) if a + SIDE < COUNT else ())
)
BORDERS = tuple(range(len(EDGES)))
SIZES, FIRSTS, LABELS = (tuple(range(len(EDGES) + k * COUNT, len(EDGES) + (k + 1) * COUNT)) for k in range(3))
NONE = (-1,) * COUNT
STATED = {
    "borders": Regions(BORDERS, SIZES, FIRSTS, (), EDGES),
    "labels": Regions((), SIZES, NONE, LABELS, EDGES),
    "own sizes": Regions((), LABELS, NONE, LABELS, EDGES),
    "all": Regions(BORDERS, SIZES, FIRSTS, LABELS, EDGES),
}


def division(rng: Random, own: bool) -> list[int]:
    """The borders, sizes, first positions and labels of a random one; ``own``: labels are sizes, so equal ones join."""
    joined = rng.choice([0.3, 0.5, 0.7])
    found = regions_of(COUNT, [rng.random() > joined for _ in EDGES], EDGES)
    labels: list[int] = []
    while own and labels != (labels := [found.count(first) for first in found]):
        found = regions_of(COUNT, [labels[a] != labels[b] for a, b in EDGES], EDGES)
    borders = [int(found[a] != found[b]) for a, b in EDGES]
    return [*borders, *map(found.count, found), *(first + 1 for first in found), *(labels if own else _colors(found))]


def _colors(found: list[int]) -> list[int]:
    """Labels for regions: the least that no region beside it has."""
    labels = [0] * COUNT
    for first in sorted(set(found)):
        beside = {labels[q] for a, b in EDGES for p, q in ((a, b), (b, a)) if found[p] == first}
        label = min(v for v in range(1, COUNT) if v not in beside)
        labels = [label if found[p] == first else labels[p] for p in range(COUNT)]
    return labels


@pytest.mark.parametrize("kind", STATED)
@pytest.mark.parametrize("seed", range(8))
def test_sampled_divisions_stay_and_reasons_hold(kind: str, seed: int) -> None:
    stated, rng = STATED[kind], Random(seed)
    sample = [division(rng, kind == "own sizes") for _ in range(40)]
    assert all(stated.check(values) for values in sample)
    domains = [Domain.range(0, 1)] * len(EDGES) + [Domain.range(1, COUNT)] * (3 * COUNT)
    known = rng.choice([0.1, 0.3, 0.5])
    store = Store([FlatVariable(f"x{x}", domain) for x, domain in enumerate(domains)])
    first, constraint = store.mask, FlatConstraint(stated, 0)
    for x, domain in enumerate(domains):
        if rng.random() < known:
            kept = {sample[0][x]} if seed % 3 else {rng.choice(list(domain))}
            store.keep(x, Domain.of(kept | {v for v in domain if rng.random() < 0.3}))
    start = store.mark()
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        assert not seed % 3
        found = [reason(store, constraint, first)]
    else:
        found = []
    if seed % 3:
        assert all(store.has(x, v) for x, v in enumerate(sample[0]))
    for why in [*found, *reasons(store, constraint, first, start)]:
        assert not why.unexplained
        for values in sample:
            if all(not needed >> (values[y] - store.base[y]) & 1 for y, needed in why.needed.items()):
                assert why.variable >= 0
                assert not why.gone >> (values[why.variable] - store.base[why.variable]) & 1
