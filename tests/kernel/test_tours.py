"""Rules about tours: no tour is lost, and what makes them worth their time."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.masks import domain_of, mask_of
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.circuit import Circuit
from tests.examples import examples


def possible_arcs(arcs: list[int]) -> list[int]:
    """What a circuit leaves of the positions that may follow each, as masks."""
    count = len(arcs)
    store = Store([FlatVariable(f"v{i}", domain_of(mask, 1)) for i, mask in enumerate(arcs)])
    store.propagate_alone(FlatConstraint(Circuit(tuple(range(count))), 0))
    return [mask_of(store.domain(i), 1, count) for i in range(count)]


@st.composite
def graphs(draw: st.DrawFn) -> list[int]:
    count = draw(st.integers(3, 6))
    arcs = [draw(st.integers(1, 2**count - 1)) & ~(1 << i) for i in range(count)]
    if draw(st.booleans()):  # as in a grid: arcs go both ways
        for i in range(count):
            for j in range(count):
                if arcs[i] >> j & 1:
                    arcs[j] |= 1 << i
    return arcs


@settings(max_examples=examples(400))
@given(graphs())
def test_no_tour_is_lost(arcs: list[int]) -> None:
    count = len(arcs)
    on_tours = [0] * count
    for rest in permutations(range(1, count)):
        tour = (0, *rest, 0)
        if all(arcs[a] >> b & 1 for a, b in pairwise(tour)):
            for a, b in pairwise(tour):
                on_tours[a] |= 1 << b
    try:
        left = possible_arcs(arcs)
    except Contradiction:
        assert not any(on_tours)
        return
    assert all(kept & needed == needed for kept, needed in zip(left, on_tours, strict=True))
    assert all(kept & ~given_ == 0 for kept, given_ in zip(left, arcs, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_no_tour_is_lost_among_more_positions_than_a_word_has_bits(seed: int) -> None:
    """Two tours, and arcs that lead astray."""
    count, draw = 75, Random(seed)
    arcs, needed = [0] * count, [0] * count
    for _ in range(2):
        tour = [0, *draw.sample(range(1, count), count - 1), 0]
        for a, b in pairwise(tour):
            needed[a] |= 1 << b
    for i in range(count):
        arcs[i] = (needed[i] | 1 << draw.randrange(count)) & ~(1 << i)
    left = possible_arcs(arcs)
    assert all(kept & tours == tours for kept, tours in zip(left, needed, strict=True))
    assert all(kept & ~given_ == 0 for kept, given_ in zip(left, arcs, strict=True))


def grid(height: int, width: int) -> list[int]:
    """Steps to a neighbour, in reading order."""
    return [
        sum(
            1 << ((r + a) * width + c + b)
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + a < height and 0 <= c + b < width
        )
        for r in range(height)
        for c in range(width)
    ]


def test_one_direction_is_passed_on_along_the_edge() -> None:
    arcs = grid(2, 4)  # the only tour runs round the edge
    arcs[0] = 1 << 1
    assert possible_arcs(arcs) == [1 << j for j in (1, 2, 3, 7, 0, 4, 5, 6)]


def test_nothing_is_said_about_the_direction_before_it_is_known() -> None:
    left = possible_arcs(grid(2, 3))
    assert left[0] == 1 << 1 | 1 << 3
    assert left[1] == 1 << 0 | 1 << 2


def test_a_dead_end_has_no_tour() -> None:
    with pytest.raises(Contradiction):
        possible_arcs([0b0010, 0b1101, 0b0010, 0b0011])


def test_a_bottleneck_has_no_tour() -> None:
    # Two triangles that share a corner.
    with pytest.raises(Contradiction):
        possible_arcs([0b00110, 0b00101, 0b11011, 0b10100, 0b01100])


def test_parts_are_passed_through_in_order() -> None:
    # 0 → {1, 2} → {3, 4} → 0, and a shortcut from 0 to 3 that would leave 1 and 2 behind.
    arcs = [0b01110, 0b11100, 0b11010, 0b10001, 0b01001]
    assert possible_arcs(arcs)[0] == 0b00110
