"""Laws of explanation for graphs: the noted removals are enough, and were there before."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.kernel.explanation import Explanation
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.connected import Connected
from tests.examples import examples

from . import instances

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.flat import Primitive

SIDE_BY_SIDE = tuple((a, b) for b in range(9) for a in range(b) if b - a == 3 or (b - a == 1 and b % 3))
INSTANCES = {
    "Connected": instances.of("Connected"),
    "Lines": instances.of("Lines"),
    "Connected in a grid": st.just(
        instances.Instance((Domain.range(0, 1),) * 9, Connected(tuple(range(9)), Domain.range(1, 1), SIDE_BY_SIDE))
    ),
}


def accepted(primitive: Primitive, store: Store, why: Explanation) -> Iterator[tuple[int, ...]]:
    """Assignments of the first domains without what was needed."""
    left = [first & ~needed for first, needed in zip(why.first, why.needed, strict=True)]
    values = [
        [store.base[x] + bit for bit in range(mask.bit_length()) if mask >> bit & 1] for x, mask in enumerate(left)
    ]
    return (one for one in product(*values) if primitive.check(one))


@pytest.mark.parametrize("kind", sorted(INSTANCES))
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_needed_is_enough(kind: str, data: st.DataObject) -> None:
    instance = data.draw(INSTANCES[kind])
    primitive = instance.primitive
    store = Store(instance.variables())
    first = store.mask.copy()
    for x, mask in enumerate(first):
        values = [1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        store.put(x, sum(data.draw(st.sets(st.sampled_from(values), min_size=1))))
    start = store.mark()
    try:
        primitive.propagate(store)
    except Contradiction:
        why = Explanation(store, first)
        assert primitive.explain_conflict(why)
        assert not list(accepted(primitive, store, why))
    for step in store.removals(start):
        why = Explanation(store, first)
        why.masks = store.masks_at(step.position)
        gone = step.before & ~step.after
        assert not primitive.explain(why, step.variable, gone)
        for found in accepted(primitive, store, why):
            assert not gone >> found[step.variable] - store.base[step.variable] & 1
