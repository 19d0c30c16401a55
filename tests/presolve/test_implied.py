"""Constraints that follow from others."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.flattening import flatten
from puzzledsl.kernel.cages import value_sets
from puzzledsl.model import Origin
from puzzledsl.presolve.implied import implied
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.distinct_sum import DistinctSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence


def flat_of(
    *constraints: Primitive | tuple[Primitive, tuple[Literal, ...]],
    domains: Sequence[Domain] = (Domain.range(1, 9),) * 4,
) -> FlatModel:
    cells = tuple(FlatVariable(f"r1c{i + 1}", domain) for i, domain in enumerate(domains))
    pairs = [item if isinstance(item, tuple) else (item, ()) for item in constraints]
    source = Source("<test>", "")
    return FlatModel(
        cells,
        tuple(FlatConstraint(primitive, i, condition) for i, (primitive, condition) in enumerate(pairs)),
        tuple(Origin(source.span(0, 0), "clue", f"clue {i}") for i in range(len(pairs))),
        len(cells),
    )


def total(variables: tuple[int, ...], value: int, slope: int = 1) -> Linear:
    return Linear(tuple((x, slope) for x in variables), (), "==", value)


def test_a_sum_of_cells_of_a_house_is_a_distinct_sum() -> None:
    flat = flat_of(AllDifferent((0, 1, 2, 3)), total((1, 3), 3))
    assert implied(flat) == (FlatConstraint(DistinctSum((1, 3), 3), 1),)


def test_differences_may_come_from_several_clues() -> None:
    flat = flat_of(AllDifferent((0, 1)), AllDifferent((2, 1)), AllDifferent((0, 2)), total((0, 1, 2), -6, -1))
    assert [constraint.primitive for constraint in implied(flat)] == [DistinctSum((0, 1, 2), 6)]


def test_nothing_follows_where_cells_may_be_equal() -> None:
    switch = (Literal(3, Domain.range(1, 1)),)
    assert not implied(flat_of(AllDifferent((0, 1)), total((0, 1, 2), 6)))
    assert not implied(flat_of((AllDifferent((0, 1)), switch), total((0, 1), 6)))
    assert not implied(flat_of(AllDifferent((0, 1)), (total((0, 1), 6), switch)))
    assert not implied(flat_of(AllDifferent((0, 1), frozenset({3})), total((0, 1), 6)))
    assert not implied(flat_of(AllDifferent((0, 1)), Linear(((0, 1), (1, 2)), (), "==", 6)))


def test_a_cage_of_16_in_two_cells_is_7_and_9() -> None:
    found = presolve(flat_of(AllDifferent((0, 1, 2)), total((0, 1), 16)))
    assert found.domains[0] == found.domains[1] == Domain.of({7, 9})
    assert found.domains[2] == Domain.of({1, 2, 3, 4, 5, 6, 8})
    assert len(found.implied) == 1


def test_a_sum_says_which_value_different_cells_leave_out() -> None:
    domains = [Domain.range(1, 3), Domain.range(1, 3), Domain.range(1, 9)]
    flat = flat_of(AllDifferent((0, 1)), total((0, 1, 2), 6), domains=domains)
    assert [(one.primitive, one.origin, one.further) for one in implied(flat)] == [
        (AllDifferent((0, 1, 2)), 1, (0,)),
        (Clause((Literal(2, Domain.range(1, 3)),)), 1, (0,)),
    ]
    flat = flat_of(AllDifferent((0, 1)), total((0, 1, 2), 8), domains=domains)
    shifted, among = [one.primitive for one in implied(flat)]
    assert shifted == AllDifferent((0, 1, 2), frozenset(), (0, 0, -2))
    assert among == Clause((Literal(2, Domain.range(3, 5)),))


@settings(deadline=None)
@given(
    domains=st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=3, max_size=4),
    last=st.sets(st.integers(-3, 8), min_size=1),
    value=st.integers(0, 12),
    slope=st.sampled_from([1, -1, 2]),
)
def test_what_is_said_of_the_value_left_out_follows(
    domains: list[set[int]], last: set[int], value: int, slope: int
) -> None:
    cells = len(domains)
    domains = [*domains, last]
    stated = [AllDifferent(tuple(range(cells))), total(tuple(range(cells + 1)), value * slope, slope)]
    found = implied(flat_of(*stated, domains=[Domain.of(values) for values in domains]))
    for values in product(*domains):
        if all(one.check(values) for one in stated):
            assert all(one.primitive.check(values) for one in found)


def test_the_value_that_a_row_leaves_out_is_one_of_its_values() -> None:
    text = "grid cell[3, 3] in 0..3\nalldifferent: rows\nalldifferent([6 - sum(row) for row in rows])\n"
    flat = flatten(puzzledsl.parse(text).elaborated)
    left_out = presolve(flat, None, "none").domains[flat.sources :]
    assert left_out == (Domain.range(0, 3),) * 3
    givens = "givens:\n    0 1 2\n    0 1 .\n    . . .\n"
    narrowed = presolve(flatten(puzzledsl.parse(text + givens).elaborated))
    assert narrowed.domains[5] == Domain.range(3, 3)


def test_a_conflict_over_the_value_left_out_names_the_row() -> None:
    text = "grid cell[2, 3] in 0..3\n{row}6 - sum(row(1)) == r2c1\nr2c1 == r1c2\n"
    (conflict,) = puzzledsl.parse(text.format(row="alldifferent: row(1)\n")).explain().conflicts
    assert [element.sentence for element in conflict.elements] == ["row 1", "6 - sum(row(1)) == r2c1", "r2c1 == r1c2"]
    assert puzzledsl.parse(text.format(row="")).explain().status == "solvable"


def test_sets_of_values_are_those_with_the_sum() -> None:
    for n in range(5):
        for target in range(-1, 20):
            found = value_sets(n, target, 7)
            expected = [
                mask
                for mask in range(1 << 7)
                if mask.bit_count() == n and sum(bit for bit in range(7) if mask >> bit & 1) == target
            ]
            assert sorted(found) == expected
