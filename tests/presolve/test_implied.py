"""Constraints that follow from others."""

from __future__ import annotations

from puzzledsl.bridges.grouped_sum_to_sets import value_sets
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.kernel.store import Store
from puzzledsl.model import Origin
from puzzledsl.presolve.group_sums import group_sums
from puzzledsl.presolve.presolve import presolve
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source


def flat_of(*constraints: Primitive | tuple[Primitive, tuple[Literal, ...]]) -> FlatModel:
    cells = tuple(FlatVariable(f"r1c{i + 1}", Domain.range(1, 9)) for i in range(4))
    pairs = [item if isinstance(item, tuple) else (item, ()) for item in constraints]
    source = Source("<test>", "")
    return FlatModel(
        cells,
        tuple(FlatConstraint(primitive, i, condition) for i, (primitive, condition) in enumerate(pairs)),
        tuple(Origin(source.span(0, 0), "clue", f"clue {i}") for i in range(len(pairs))),
        len(cells),
    )


def implied(flat: FlatModel) -> tuple[FlatConstraint, ...]:
    """The cages."""
    return group_sums(WorkingModel(flat), Store(flat.variables)).rows


def total(variables: tuple[int, ...], value: int, slope: int = 1) -> Linear:
    return Linear(tuple((x, slope) for x in variables), (), "==", value)


def test_a_sum_of_cells_of_a_house_is_a_distinct_sum() -> None:
    flat = flat_of(AllDifferent((0, 1, 2, 3)), total((1, 3), 3))
    assert implied(flat) == (FlatConstraint(GroupedSum.of_different((1, 3), 3), 1),)


def test_differences_may_come_from_several_clues() -> None:
    flat = flat_of(AllDifferent((0, 1)), AllDifferent((2, 1)), AllDifferent((0, 2)), total((0, 1, 2), -6, -1))
    assert [constraint.primitive for constraint in implied(flat)] == [GroupedSum.of_different((0, 1, 2), 6)]


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
    assert GroupedSum.of_different((0, 1), 16) in [one.primitive for one in found.constraints]


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
