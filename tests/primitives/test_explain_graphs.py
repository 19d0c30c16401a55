"""Laws of explanation for graphs: the noted removals are enough, and were there before."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.connected import Connected
from tests.examples import examples

from . import instances
from .reasons import Reason, reason, reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.flat import Primitive

SIDE_BY_SIDE = tuple((a, b) for b in range(9) for a in range(b) if b - a == 3 or (b - a == 1 and b % 3))
INSTANCES = {
    "Connected": instances.of("Connected"),
    "Lines": instances.of("Lines"),
    "Connected in a grid": st.just(
        instances.Instance((Domain.range(0, 1),) * 9, Connected(tuple(range(9)), Domain.range(1, 1), SIDE_BY_SIDE))
    ),
}


def accepted(primitive: Primitive, store: Store, first: Sequence[int], why: Reason) -> Iterator[tuple[int, ...]]:
    """Assignments of the first domains without what was needed."""
    values = [[store.base[x] + bit for bit in bits(mask & ~why.needed.get(x, 0))] for x, mask in enumerate(first)]
    return (one for one in product(*values) if primitive.check(one))


@pytest.mark.parametrize("kind", sorted(INSTANCES))
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_needed_is_enough(kind: str, data: st.DataObject) -> None:
    instance = data.draw(INSTANCES[kind])
    primitive = instance.primitive
    constraint = FlatConstraint(primitive, 0)
    store = Store(instance.variables())
    first = store.mask
    for x, mask in enumerate(first):
        left = sum(data.draw(st.sets(st.sampled_from([1 << bit for bit in bits(mask)]), min_size=1)))
        store.put_all([(x, left)])
    start = store.mark()
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        why = reason(store, constraint, first)
        assert not why.unexplained
        assert not list(accepted(primitive, store, first, why))
    for why in reasons(store, constraint, first, start):
        assert not why.unexplained
        for found in accepted(primitive, store, first, why):
            assert not why.explained >> found[why.variable] - store.base[why.variable] & 1
