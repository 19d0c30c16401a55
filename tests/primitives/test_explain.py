"""Laws of explanation: what is needed excludes what was removed, and little else is needed."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives import kinds
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.regions import Regions
from puzzledsl.primitives.table import Table
from tests.examples import examples

from . import instances
from .reasons import Reason, reason, reasons

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = sorted(kinds())

NOT_FULLY = ("Connected", "Product")
FULLY = [kind for kind in KINDS if kind not in NOT_FULLY]
"""Kinds that explain all that they do to small instances."""


class Explained:
    """A random instance, narrowed at random, with what was accepted at first."""

    def __init__(self, stated: st.SearchStrategy[instances.Instance], data: st.DataObject) -> None:
        instance = data.draw(stated)
        self.primitive = instance.primitive
        self.constraint = FlatConstraint(instance.primitive, 0)
        self.assignments = list(instance.assignments())
        self.accepted = [values for values in self.assignments if instance.primitive.check(values)]
        self.store = Store(instance.variables())
        self.first = list(self.store.mask)
        assume(all(self.first))  # what has no mask is not explained
        for x, domain in enumerate(instance.domains):
            left = data.draw(st.sets(st.sampled_from(list(domain)), min_size=1))
            self.store.keep(x, Domain.of(left))

    def without(self, needed: Mapping[int, int]) -> list[tuple[int, ...]]:
        """The accepted assignments that have none of some values."""
        base = self.store.base
        return [
            found
            for found in self.accepted
            if not any(values >> (found[y] - base[y]) & 1 for y, values in needed.items())
        ]

    def assert_follows(self, why: Reason) -> None:
        """No accepted assignment without the needed values has one of the explained ones; of a contradiction, there is
        none at all."""
        for y, values in why.needed.items():
            assert values
            assert not values & ~self.first[y]
            assert not values & why.masks[y]
        if why.explained:
            for found in self.without(why.needed):
                assert why.variable >= 0
                assert not why.explained >> (found[why.variable] - self.store.base[why.variable]) & 1


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_needed_excludes_what_was_removed(kind: str, data: st.DataObject) -> None:
    assert_removals_follow(Explained(instances.of(kind), data), kind in FULLY)


@pytest.mark.parametrize("kind", sorted(instances.APART))
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_needed_is_so_however_far_apart_values_are(kind: str, data: st.DataObject) -> None:
    assert_removals_follow(Explained(instances.APART[kind].filter(instances.is_small), data), fully=False)


@settings(max_examples=examples(30), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_too_large_for_a_diagram_is_explained_otherwise(data: st.DataObject) -> None:
    assert_removals_follow(Explained(instances.line_of_large_automaton(), data), fully=False)


def assert_removals_follow(case: Explained, fully: bool) -> None:
    """What a cheap call and then a costly one remove has reasons that hold."""
    store, mark = case.store, case.store.mark()
    contradiction = False
    try:
        for costly in (False, True):
            store.propagate_alone(case.constraint, costly=costly)
    except Contradiction:
        contradiction = True
        why = reason(store, case.constraint, case.first)
        assert not fully or not why.unexplained
        case.assert_follows(why)
    for why in reasons(store, case.constraint, case.first, mark):
        assert not fully or not why.unexplained
        case.assert_follows(why)
    if contradiction:  # for a condition that was refuted by trying
        case.assert_follows(reason(store, case.constraint, case.first))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_does_not_follow_is_not_explained(kind: str, data: st.DataObject) -> None:
    case = Explained(instances.any_of(kind), data)
    x = data.draw(st.sampled_from(case.primitive.scope or (0,)))
    if x not in case.primitive.scope:
        return
    gone = sum(data.draw(st.sets(st.sampled_from([1 << k for k in bits(case.store.mask[x])]), min_size=1)))
    case.assert_follows(reason(case.store, case.constraint, case.first, x, gone))
    case.assert_follows(reason(case.store, case.constraint, case.first))


@pytest.mark.parametrize("kind", ["GroupedSum", "Regular", "Table"])
@settings(max_examples=examples(50), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_needed_value_is(kind: str, data: st.DataObject) -> None:
    """Given back alone, it lets a value that was removed occur again."""
    case = Explained(instances.of(kind), data)
    store, primitive = case.store, case.primitive
    if isinstance(primitive, Regular) and len(primitive.variables) != len(primitive.scope):
        return  # a cell read twice counts as two
    if isinstance(primitive, GroupedSum) and len(primitive.groups) > 1:
        return
    mark = store.mark()
    with suppress(Contradiction):
        store.propagate_alone(case.constraint)
    for why in reasons(store, case.constraint, case.first, mark):
        assert not why.unexplained
        for y, values in why.needed.items():
            for place in bits(values):
                fewer = case.without({**why.needed, y: values ^ 1 << place})
                assert any(why.gone >> (found[why.variable] - store.base[why.variable]) & 1 for found in fewer)


# ── reasons that are known ───────────────────────────────────────────────────────────────────────


MOST_TRIED = 100_000
"""Combinations of values that are tried to see whether a reason is one."""


def known_reason(
    primitive: Primitive, first: Sequence[Sequence[int]], left: Mapping[int, Sequence[int]], x: int, *gone: int
) -> dict[int, list[int]] | None:
    """By variable the values that a removal follows from; ``None``: it is not explained."""
    store = Store([FlatVariable(f"v{i}", Domain.of(values)) for i, values in enumerate(first)])
    masks = list(store.mask)
    for y, kept in left.items():
        store.keep(y, Domain.of(kept))
    values = sum(1 << (v - store.base[x]) for v in gone)
    why = reason(store, FlatConstraint(primitive, 0), masks, x, values if gone else 1)
    if why.unexplained:
        return None
    found = {y: [v for v in first[y] if needed >> (v - store.base[y]) & 1] for y, needed in why.needed.items()}
    rest = [set(values) - set(found.get(y, ())) for y, values in enumerate(first)]
    rest = [values & set(gone) if y == x else values for y, values in enumerate(rest)]
    if prod(map(len, rest)) <= MOST_TRIED:
        assert not any(map(primitive.check, product(*rest)))
    return found


DIGITS = range(1, 10)


def test_a_pair_is_why_others_differ_from_it() -> None:
    row = AllDifferent(tuple(range(9)))
    left = {0: [1, 2], 1: [1, 2], 2: [1, 3, 4], 3: [3, 4, 5]}
    assert known_reason(row, [DIGITS] * 9, left, 2, 1) == {0: [3, 4, 5, 6, 7, 8, 9], 1: [3, 4, 5, 6, 7, 8, 9]}


def test_a_hidden_single_needs_one_value_of_each_other() -> None:
    row = AllDifferent(tuple(range(4)))
    left = {0: [1, 2], 1: [2, 3], 2: [1, 2, 3]}
    assert known_reason(row, [range(1, 5)] * 4, left, 3, 1, 2, 3) == {0: [4], 1: [4], 2: [4]}


def test_values_that_may_repeat_are_no_known_reason() -> None:
    row = AllDifferent((0, 1, 2), frozenset([0]))
    assert known_reason(row, [range(4)] * 3, {0: [2]}, 1, 2) == {0: [0, 1, 3]}
    assert known_reason(row, [range(4)] * 3, {0: [0]}, 1, 0) is None


def test_a_diagonal_is_shifted_to_be_compared() -> None:
    queens = AllDifferent((0, 1, 2), offsets=(0, 1, 2))
    assert known_reason(queens, [range(1, 4)] * 3, {0: [3]}, 1, 2) == {0: [1, 2]}


def test_a_clause_needs_its_other_literals_false() -> None:
    some = Clause((Literal(0, Domain.of([1, 2])), Literal(1, Domain.of([3])), Literal(2, Domain.of([1]))))
    assert known_reason(some, [range(1, 5)] * 3, {0: [3], 1: [1, 2]}, 2, 2, 3, 4) == {0: [1, 2], 1: [3]}
    assert known_reason(some, [range(1, 5)] * 3, {0: [3], 1: [1, 2, 3]}, 2, 2) is None


def test_a_table_needs_a_value_of_each_row() -> None:
    rows = frozenset([(1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 1, 2)])
    assert known_reason(Table((0, 1, 2), rows), [range(1, 4)] * 3, {1: [3], 2: [2, 3]}, 0, 1) == {2: [1]}


def test_bounds_are_loosened_as_far_as_they_are_more_than_enough() -> None:
    total = Linear(((0, 1), (1, 1), (2, 1)), (), "<=", 12)
    left = {0: [6, 7], 1: [4, 5]}
    assert known_reason(total, [DIGITS] * 3, left, 2, 9) == {0: [1, 2]}
    assert known_reason(total, [DIGITS] * 3, left, 2, 4, 9) == {0: [1, 2, 3, 4, 5], 1: [1, 2]}
    assert known_reason(total, [DIGITS] * 3, left, 2, 2, 9) is None


def test_sums_are_too_small_as_well() -> None:
    total = Linear(((0, 1), (1, -2)), (), "==", 1)
    assert known_reason(total, [DIGITS] * 2, {0: [3, 4]}, 1, 2, 3, 4) == {0: [5, 6, 7, 8, 9]}


def test_a_sum_may_be_missed_within_its_bounds() -> None:
    total = Linear(((0, 1), (1, 2), (2, 1)), (), "==", 9)
    assert known_reason(total, [DIGITS] * 3, {0: [1, 5]}, 2, 3) == {0: [2, 4]}


def test_an_inequation_needs_the_others_fixed() -> None:
    total = Linear(((0, 1), (1, 1), (2, -1)), (), "!=", 0)
    assert known_reason(total, [range(4)] * 3, {0: [1], 1: [2]}, 2, 3) == {0: [0, 2, 3], 1: [0, 1, 3]}


def test_a_count_needs_what_was_counted() -> None:
    seven = tuple((Literal(x, Domain.of([7])), 1) for x in range(4))
    first = [DIGITS] * 4
    assert known_reason(Linear((), seven, "<=", 1), first, {0: [7], 1: [1, 2]}, 3, 7) == {
        0: [v for v in DIGITS if v != 7]
    }
    assert known_reason(
        Linear((), seven, "==", 2), first, {0: [7], 1: [1], 2: [2]}, 3, *[v for v in DIGITS if v != 7]
    ) == {
        1: [7],
        2: [7],
    }


def test_a_sum_that_is_too_large_is_explained_by_the_least_values() -> None:
    total = Linear(((0, 1), (1, 1)), (), "<=", 5)
    assert known_reason(total, [DIGITS] * 2, {0: [3, 8], 1: [4]}, -1) == {0: [1], 1: [1, 2, 3]}


def test_an_automaton_needs_what_would_lead_on() -> None:
    # Somewhere a 1 comes right before a 2.
    machine = Automaton(
        0, ({0: 0, 1: 1, 2: 0, 3: 0}, {0: 0, 1: 1, 2: 2, 3: 0}, {0: 2, 1: 2, 2: 2, 3: 2}), frozenset([2])
    )
    line, first = Regular((0, 1, 2, 3), machine), [range(4)] * 4
    assert known_reason(line, first, {0: [0, 3], 1: [0, 3]}, 3, 0, 1, 3) == {1: [1, 2]}
    assert known_reason(line, first, {0: [0, 3], 1: [0, 3], 2: [2]}, -1) == {1: [1, 2], 2: [1]}
    assert known_reason(line, first, {0: [0, 3]}, 3, 0) is None


def test_a_cage_needs_the_values_of_other_sets_gone() -> None:
    cage = GroupedSum.of_different((0, 1, 2), 7)  # 1 2 4
    assert known_reason(cage, [DIGITS] * 3, {0: [2, 4]}, 1, 3, 5) == {}
    assert known_reason(cage, [DIGITS] * 3, {0: [1, 2], 1: [1, 2]}, 2, 1, 2) == {0: [4], 1: [4]}
    assert known_reason(cage, [DIGITS] * 3, {0: [1, 4]}, 1, 2) is None


def test_groups_need_their_sums_gone() -> None:
    arrow = GroupedSum(((1, (0, 1)), (-1, (2,))), 0)
    assert known_reason(arrow, [DIGITS] * 3, {0: [1, 2], 1: [1, 2, 3]}, 2, 9) == {0: [6, 7, 8], 1: [4, 5, 6, 7, 8]}
    assert known_reason(arrow, [DIGITS] * 3, {0: [1], 1: [2, 4]}, 2, 2) == {}


def test_an_automaton_needs_nothing_behind_what_it_needs() -> None:
    # The first or the last of three is 1.
    machine = Automaton(
        0, ({0: 1, 1: 3}, {0: 2, 1: 2}, {0: 6, 1: 5}, {0: 4, 1: 4}, {0: 5, 1: 5}, {}, {}), frozenset([5])
    )
    assert known_reason(Regular((0, 1, 2), machine), [range(2)] * 3, {0: [0], 1: [1]}, 2, 0) == {0: [1]}


def test_parts_are_in_different_regions_only_without_each_label_that_they_had_in_common() -> None:
    pair = Regions((), sizes=(2, -1), firsts=(-1, -1), labels=(0, 1), edges=((0, 1),))
    first = [[0, 1], [-1, 0, 1], [2]]
    assert known_reason(pair, first, {0: [0], 1: [-1]}, -1) == {0: [1], 1: [0]}


def test_a_position_without_a_size_needs_a_reason_for_each() -> None:
    edges = ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3))
    areas = Regions((), sizes=(0, 1, 2, 3), firsts=(-1,) * 4, labels=(0, 1, 2, 3), edges=edges)
    left = {0: [1], 1: [3, 4], 2: [2, 3], 3: [2, 4]}  # neither 3 nor 4 cells can be joined to the second one
    assert known_reason(areas, [range(1, 5)] * 4, left, -1) == {0: [3, 4], 1: [1, 2], 2: [4], 3: [3]}
