"""What is remembered of components from call to call changes nothing, and nothing that is certain is missed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.component_sizes import ComponentSizes

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 4
EDGES = tuple((a, b) for b in range(16) for a in range(b) if b - a == SIDE or (b - a == 1 and b % SIDE))
CELLS = tuple(FlatVariable(f"r{p // SIDE + 1}c{p % SIDE + 1}", Domain.range(1, 5)) for p in range(16))
SIZES = tuple(FlatVariable(f"size{p}", Domain.range(1, 16)) for p in range(16))
FILLOMINO = ComponentSizes(tuple(range(16)), tuple(range(16)), EDGES)
WITH_SIZES = ComponentSizes(tuple(range(16)), tuple(range(16, 32)), EDGES)


@pytest.mark.parametrize("constraint", [FILLOMINO, WITH_SIZES], ids=["own", "apart"])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(constraint: ComponentSizes, seed: int) -> None:
    """Values are fixed and removed one by one, with a way back now and then."""
    variables = CELLS + SIZES[: len(constraint.scope) - 16]
    lasting = ComponentSizes(constraint.values, constraint.sizes, EDGES)
    store = Store(variables)
    marks: list[int] = []
    rng = Random(seed)
    for _ in range(60):
        x = rng.randrange(len(variables))
        if rng.random() < 0.2 and marks:
            store.undo(marks.pop())
            continue
        if store.is_fixed(x):
            continue
        marks.append(store.mark())
        value = rng.choice(list(store.values(x)))
        if rng.random() < 0.5:
            store.fix(x, value)
        else:
            store.remove(x, value)
        fresh = Store(variables)
        for y in range(len(variables)):
            fresh.put(y, store.mask[y])
        try:
            ComponentSizes(constraint.values, constraint.sizes, EDGES).propagate(fresh)
        except Contradiction:
            with pytest.raises(Contradiction):
                lasting.propagate(store)
            store.undo(marks.pop())
            continue
        lasting.propagate(store)
        assert store.mask == fresh.mask


def narrowed(rows: Sequence[str]) -> list[str]:
    """What propagation leaves of a fillomino: a number where one value is left, else a dot."""
    width = len(rows[0])
    count = width * len(rows)
    edges = tuple((p, p + 1) for p in range(count) if (p + 1) % width) + tuple(
        (p, p + width) for p in range(count - width)
    )
    store = Store([FlatVariable(f"v{p}", Domain.range(1, count)) for p in range(count)])
    for p, mark in enumerate("".join(rows)):
        if mark != ".":
            store.fix(p, int(mark))
    ComponentSizes(tuple(range(count)), tuple(range(count)), edges).propagate(store)
    text = "".join(str(store.lo(p)) if store.is_fixed(p) else "." for p in range(count))
    return [text[k : k + width] for k in range(0, count, width)]


@pytest.mark.parametrize(
    ("given_rows", "found"),
    [
        (["4.2", "1.2", "...", "..."], ["442", "142", ".4.", "..."]),  # the only way out
        (["22.", "...", "..."], ["22.", "...", "..."]),
        ([".1", "3."], ["31", "33"]),
    ],
)
def test_what_is_certain_is_found(given_rows: list[str], found: list[str]) -> None:
    assert narrowed(given_rows) == found


@pytest.mark.parametrize("rows", [["22", "2."], ["21", "11"], ["3.1", "1.1"], ["1212"]])
def test_what_cannot_be_is_refused(rows: list[str]) -> None:
    with pytest.raises(Contradiction):
        narrowed(rows)
