"""A propagator that remembers, beside a new one that does not, on domains that are narrowed and widened again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.store import Contradiction, Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.flat import FlatVariable, Primitive


def changed(store: Store, marks: list[int], rng: Random) -> bool:
    """Fix or remove a value of one variable, or go back a step; whether something is new."""
    x = rng.randrange(len(store.mask))
    if rng.random() < 0.2 and marks:
        store.undo(marks.pop())
        return False
    if store.is_fixed(x):
        return False
    marks.append(store.mark())
    value = rng.choice(list(store.values(x)))
    if rng.random() < 0.5:
        store.fix(x, value)
    else:
        store.remove(x, value)
    return True


def as_from_scratch(
    primitive: Primitive, variables: Sequence[FlatVariable], seed: int
) -> Iterator[tuple[FlatConstraint, Store]]:
    """Demand, step by step, that the propagator finds what a new one finds; gives it and the store after each step."""
    lasting, store, rng = FlatConstraint(primitive, 0), Store(variables), Random(seed)
    marks: list[int] = []
    for _ in range(60):
        if not changed(store, marks, rng):
            continue
        fresh = Store(variables)
        for x, mask in enumerate(store.mask):
            fresh.put_all([(x, mask)])
        try:
            fresh.propagate_alone(FlatConstraint(primitive, 0))
        except Contradiction:
            with pytest.raises(Contradiction):
                store.propagate_alone(lasting)
            store.undo(marks.pop())
            continue
        store.propagate_alone(lasting)
        assert store.mask == fresh.mask
        yield lasting, store
