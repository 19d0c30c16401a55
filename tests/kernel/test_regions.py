"""Nothing that is certain of regions is missed, and what is remembered from call to call changes nothing."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.regions import Regions
from tests.examples import examples

from .stepwise import as_from_scratch, changed

COUNT = 9
EDGES = tuple((a, b) for b in range(COUNT) for a in range(b) if b - a == 3 or (b - a == 1 and b % 3))
BORDERS = tuple(range(len(EDGES)))
SIZES, FIRSTS, LABELS = (tuple(range(len(EDGES) + k * COUNT, len(EDGES) + (k + 1) * COUNT)) for k in range(3))
VARIABLES = [
    FlatVariable(f"x{x}", Domain.range(0, 1) if x < len(EDGES) else Domain.range(1, COUNT if x < LABELS[0] else 4))
    for x in range(LABELS[-1] + 1)
]
NONE = (-1,) * COUNT
SOME = tuple(x if p % 2 else -1 for p, x in enumerate(SIZES))
TWO = tuple(x if p in (0, 5) else -1 for p, x in enumerate(SIZES))
STATED = [
    Regions(BORDERS, SIZES, FIRSTS, (), EDGES),
    Regions(BORDERS, SOME, NONE, (), EDGES),
    Regions(BORDERS, NONE, FIRSTS, (), EDGES),
    Regions((), SIZES, NONE, LABELS, EDGES),
    Regions((), TWO, NONE, LABELS, EDGES),
    Regions((), LABELS, NONE, LABELS, EDGES),
    Regions(BORDERS, SIZES, FIRSTS, LABELS, EDGES),
]


@pytest.mark.parametrize("number", range(len(STATED)))
@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_step_by_step_as_from_scratch(number: int, seed: int) -> None:
    """Borders, sizes and labels are fixed one by one, with a way back now and then."""
    assert sum(1 for _ in as_from_scratch(STATED[number], VARIABLES, seed))


CELLS = tuple(range(COUNT))
FILLOMINO = Regions((), CELLS, NONE, CELLS, EDGES)


@pytest.fixture(scope="module")
def fillominoes() -> list[tuple[int, ...]]:
    """All that are possible."""
    return [found for found in product(range(1, 5), repeat=COUNT) if FILLOMINO.check(found)]


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_no_fillomino_is_lost(fillominoes: list[tuple[int, ...]], seed: int) -> None:
    store = Store([FlatVariable(f"v{p}", Domain.range(1, 4)) for p in CELLS])
    marks: list[int] = []
    constraint, rng = FlatConstraint(FILLOMINO, 0), Random(seed)
    for _ in range(60):
        if not changed(store, marks, rng):
            continue
        left = [found for found in fillominoes if all(mask >> v & 1 for mask, v in zip(store.mask, found, strict=True))]
        try:
            store.propagate_alone(constraint)
        except Contradiction:
            assert not left
            store.undo(marks.pop())
            continue
        assert all(mask >> v & 1 for found in left for mask, v in zip(store.mask, found, strict=True))
        assert left or not all(map(store.is_fixed, range(COUNT)))


def grid(height: int, width: int) -> tuple[tuple[int, int], ...]:
    """The pairs of places that share a side."""
    count = height * width
    return tuple((p, p + 1) for p in range(count) if (p + 1) % width) + tuple(
        (p, p + width) for p in range(count - width)
    )


def narrowed(rows: list[str]) -> list[str]:
    """What propagation leaves of a fillomino: a number where one value is left, else a dot."""
    width, count = len(rows[0]), len(rows[0]) * len(rows)
    store = Store([FlatVariable(f"v{p}", Domain.range(1, count)) for p in range(count)])
    for p, mark in enumerate("".join(rows)):
        if mark != ".":
            store.fix(p, int(mark))
    cells = tuple(range(count))
    stated = Regions((), cells, (-1,) * count, cells, grid(len(rows), width))
    store.propagate_alone(FlatConstraint(stated, 0))
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


@pytest.mark.parametrize(("height", "width", "labels"), [(1, 1, 2), (1, 5, 2), (2, 2, 2), (2, 3, 2), (2, 2, 3)])
@pytest.mark.parametrize("kind", ["borders", "labels", "both", "own sizes"])
def test_exactly_the_divisions_are_left(height: int, width: int, labels: int, kind: str) -> None:
    """Fixing all borders, or all labels, leaves the one division that these make, or nothing."""
    edges, count = grid(height, width), height * width
    split = len(edges) if kind in ("borders", "both") else 0
    borders, begin = tuple(range(split)), split + (0 if kind == "borders" else count)
    named = tuple(range(split, begin))
    sizes = named if kind == "own sizes" else tuple(range(begin, begin + count))
    firsts = tuple(range(begin + count, begin + 2 * count))
    stated = Regions(borders, sizes, firsts, named, edges)
    domains = [Domain.range(0, 1)] * split + [Domain.range(1, count if kind == "own sizes" else labels)] * len(named)
    for values in product(*domains):
        store = Store(
            [FlatVariable("x", Domain.range(v, v)) for v in values]
            + [FlatVariable("y", Domain.range(0, 9))] * (2 * count)
        )
        try:
            store.propagate_alone(FlatConstraint(stated, 0))
        except Contradiction:
            found = None
        else:
            assert all(store.is_fixed(x) for x in stated.scope)
            found = [store.lo(x) if store.is_fixed(x) else 0 for x in range(len(store.mask))]
            assert stated.check(found)
        joined = [not border for border in values[:split]] if split else [values[a] == values[b] for a, b in edges]
        plausible = Regions(borders, (-1,) * count, (-1,) * count, () if kind == "own sizes" else named, edges)
        right = [sum(_reached(edges, joined, p)) for p in range(count)]
        assert (found is not None) == (right == [*values] if kind == "own sizes" else plausible.check(values))


def _reached(edges: tuple[tuple[int, int], ...], joined: list[bool], start: int) -> list[bool]:
    reached = [p == start for p in range(1 + max((b for _, b in edges), default=0))]
    for _ in edges:
        for (a, b), is_joined in zip(edges, joined, strict=True):
            if is_joined and reached[a] != reached[b]:
                reached[a] = reached[b] = True
    return reached
