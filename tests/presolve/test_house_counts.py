"""Counts over whole houses: what is known without looking at a cell."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import Literal
from puzzledsl.kernel.store import Store
from puzzledsl.presolve.house_counts import house_counts
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from tests.examples import examples

from ..flat_models import Builder

VALUES = range(1, 4)


@settings(max_examples=examples(100))
@given(
    houses=st.lists(st.permutations(range(5)).map(lambda order: tuple(order[:3])), min_size=1, max_size=2),
    counted=st.lists(
        st.tuples(st.sets(st.sampled_from(VALUES), min_size=1), st.integers(1, 2)), min_size=5, max_size=5
    ),
    is_alike=st.booleans(),
    constant=st.integers(-1, 2),
)
def test_what_follows_of_a_count_is_as_narrow_where_houses_hold(
    houses: list[tuple[int, ...]], counted: list[tuple[set[int], int]], is_alike: bool, constant: int
) -> None:
    builder = Builder()
    cells = builder.grid("cell", 1, 5, VALUES)
    total = builder.integer("total", range(12))
    for house in houses:
        builder.add(AllDifferent(house))
    values = [counted[0][0] if is_alike else found for found, _ in counted]
    literals = tuple((Literal(x, Domain.of(values[x])), counted[x][1]) for x in cells)
    stated = Linear(((total, -1),), literals, "==", constant)
    builder.add(stated)
    flat = builder.flat()
    found = house_counts(WorkingModel(flat), Store(flat.variables)).added
    assert bool(found) or not is_alike
    for one in found:
        assert set(one.further) <= set(range(len(houses)))
        assert isinstance(one.primitive, Linear)
        assert sum(k for _, k in one.primitive.literals) < sum(k for _, k in literals)
    for grid in product(VALUES, repeat=5):
        if all(len({grid[x] for x in house}) == 3 for house in houses):
            for sum_ in range(12):
                assert all(one.primitive.check((*grid, sum_)) == stated.check((*grid, sum_)) for one in found)
