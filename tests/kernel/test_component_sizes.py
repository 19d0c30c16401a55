"""What is remembered of components from call to call changes nothing, and nothing that is certain is missed."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.component_sizes import ComponentSizes
from tests.examples import examples

from .stepwise import as_from_scratch, changed

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 3
COUNT = SIDE**2
EDGES = tuple((a, b) for b in range(COUNT) for a in range(b) if b - a == SIDE or (b - a == 1 and b % SIDE))
CELLS = tuple(FlatVariable(f"r{p // SIDE + 1}c{p % SIDE + 1}", Domain.range(1, 4)) for p in range(COUNT))
SIZES = tuple(FlatVariable(f"size{p}", Domain.range(1, COUNT)) for p in range(COUNT))
FILLOMINO = ComponentSizes(tuple(range(COUNT)), tuple(range(COUNT)), EDGES)
WITH_SIZES = ComponentSizes(tuple(range(COUNT)), tuple(range(COUNT, 2 * COUNT)), EDGES)
TWO_SIZES = ComponentSizes(tuple(range(COUNT)), tuple(COUNT + p if p in (0, 5) else -1 for p in range(COUNT)), EDGES)


@pytest.fixture(scope="module")
def fillominoes() -> list[tuple[int, ...]]:
    """All that are possible."""
    return [found for found in product(range(1, 5), repeat=COUNT) if FILLOMINO.check(found)]


@pytest.mark.parametrize("stated", [WITH_SIZES, TWO_SIZES], ids=["all sizes", "two sizes"])
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(stated: ComponentSizes, seed: int) -> None:
    assert sum(1 for _ in as_from_scratch(stated, CELLS + SIZES, seed))


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_no_fillomino_is_lost(fillominoes: list[tuple[int, ...]], seed: int) -> None:
    """What is remembered here depends on the order of the steps, so it may exclude more than a new beginning would."""
    lasting = FlatConstraint(FILLOMINO, 0)
    store = Store(CELLS)
    marks: list[int] = []
    rng = Random(seed)
    for _ in range(60):
        if not changed(store, marks, rng):
            continue
        left = [found for found in fillominoes if all(mask >> v & 1 for mask, v in zip(store.mask, found, strict=True))]
        try:
            store.propagate_alone(lasting)
        except Contradiction:
            assert not left
            store.undo(marks.pop())
            continue
        assert all(mask >> v & 1 for found in left for mask, v in zip(store.mask, found, strict=True))
        assert left or not all(map(store.is_fixed, range(COUNT)))


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
    store.propagate_alone(FlatConstraint(ComponentSizes(tuple(range(count)), tuple(range(count)), edges), 0))
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
