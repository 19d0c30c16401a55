"""Laws of explanation: what is needed excludes what was removed, and little else is needed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatVariable, Literal, Primitive
from puzzledsl.kernel.explanation import Explanation
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives import kinds
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.examples import examples

from . import instances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = sorted(kinds())

NOT_FULLY = ("ComponentSizes", "Connected", "Partition", "Product")
FULLY = [kind for kind in KINDS if kind not in NOT_FULLY]
"""Kinds that explain all that they do to small instances."""


class Explained:
    """A random instance, narrowed at random, with what was accepted at first."""

    def __init__(self, kind: str, data: st.DataObject) -> None:
        instance = data.draw(instances.of(kind))
        self.primitive = instance.primitive
        self.assignments = list(instance.assignments())
        self.accepted = [values for values in self.assignments if instance.primitive.check(values)]
        self.store = Store(instance.variables())
        self.first = list(self.store.mask)
        for x, domain in enumerate(instance.domains):
            left = data.draw(st.sets(st.sampled_from(list(domain)), min_size=1))
            self.store.keep(x, Domain.of(left))

    def asked(self, masks: Sequence[int]) -> Explanation:
        why = Explanation(self.store, self.first)
        why.masks = list(masks)
        return why

    def assert_follows(self, why: Explanation, x: int = -1, explained: int = 0) -> None:
        """No accepted assignment without the needed values has one of the explained ones; -1: there is none at all."""
        base = self.store.base
        assert set(why.order) == {y for y, values in enumerate(why.needed) if values}
        for y, values in enumerate(why.needed):
            assert not values & ~self.first[y]
            assert not values & why.masks[y]
        for found in self.accepted:
            if all(not why.needed[y] >> (v - base[y]) & 1 for y, v in enumerate(found)):
                assert x >= 0
                assert not explained >> (found[x] - base[x]) & 1


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_needed_excludes_what_was_removed(kind: str, data: st.DataObject) -> None:
    assert_removals_follow(kind, data, kind in FULLY)


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        ("Regular", "diagram.MOST_ARCS"),
        ("GroupedSum", "grouped_sums.MOST_WIDTH"),
        ("GroupedSum", "sums.MOST_SUMS"),
    ],
)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_too_large_is_explained_otherwise(kind: str, limit: str, data: st.DataObject) -> None:
    with patch(f"puzzledsl.kernel.{limit}", 2):
        assert_removals_follow(kind, data, fully=False)


def assert_removals_follow(kind: str, data: st.DataObject, fully: bool) -> None:
    case = Explained(kind, data)
    store, primitive = case.store, case.primitive
    mark, before = store.mark(), list(store.mask)
    contradiction = False
    try:
        for store.costly in (False, True):
            primitive.propagate(store)
    except Contradiction:
        contradiction = True
    for removal in store.removals(mark):
        why = case.asked(store.masks_at(removal.position))
        gone = removal.before & ~removal.after
        left = primitive.explain(why, removal.variable, gone)
        assert not left & ~gone
        assert not fully or not left
        case.assert_follows(why, removal.variable, gone & ~left)
    if contradiction:
        for masks in (list(store.mask), before):  # the latter for a condition that was refuted by trying
            why = case.asked(masks)
            if primitive.explain_conflict(why):
                case.assert_follows(why)
            else:
                assert not fully or masks is before


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_does_not_follow_is_not_explained(kind: str, data: st.DataObject) -> None:
    case = Explained(kind, data)
    x = data.draw(st.sampled_from(case.primitive.scope or (0,)))
    if x not in case.primitive.scope:
        return
    gone = data.draw(st.integers(0, case.store.mask[x])) & case.store.mask[x]
    for earlier in (False, True):
        why = case.asked(case.store.mask)
        if earlier:  # something is needed already
            for y in range(len(case.first)):
                why.need(y, data.draw(st.integers(0, case.first[y])))
        left = case.primitive.explain(why, x, gone)
        assert not left & ~gone
        case.assert_follows(why, x, gone & ~left)
        why = case.asked(case.store.mask)
        if case.primitive.explain_conflict(why):
            case.assert_follows(why)


@pytest.mark.parametrize("kind", ["GroupedSum", "Regular", "Table"])
@settings(max_examples=examples(50), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_needed_value_is(kind: str, data: st.DataObject) -> None:
    """Given back alone, it lets a value that was removed occur again."""
    case = Explained(kind, data)
    store, primitive = case.store, case.primitive
    if isinstance(primitive, Regular) and len(primitive.variables) != len(primitive.scope):
        return  # a cell read twice counts as two
    if isinstance(primitive, GroupedSum) and len(primitive.groups) > 1:
        return
    mark = store.mark()
    with suppress(Contradiction):
        primitive.propagate(store)
    for removal in store.removals(mark):
        x, gone = removal.variable, removal.before & ~removal.after
        why = case.asked(store.masks_at(removal.position))
        assert not primitive.explain(why, x, gone)
        for y in why.order:
            for place in bits(why.needed[y]):
                without = list(why.needed)
                without[y] ^= 1 << place
                assert any(
                    gone >> (found[x] - store.base[x]) & 1
                    and not any(without[z] >> (v - store.base[z]) & 1 for z, v in enumerate(found))
                    for found in case.accepted
                )


# ── reasons that are known ───────────────────────────────────────────────────────────────────────


def reason(
    primitive: Primitive, first: Sequence[Sequence[int]], left: Mapping[int, Sequence[int]], x: int, *gone: int
) -> dict[int, list[int]] | None:
    """By variable the values that a removal follows from; ``None``: it is not explained."""
    store = Store([FlatVariable(f"v{i}", Domain.of(values)) for i, values in enumerate(first)])
    masks = list(store.mask)
    for y, kept in left.items():
        store.keep(y, Domain.of(kept))
    why = Explanation(store, masks)
    values = sum(1 << (v - store.base[x]) for v in gone)
    if primitive.explain(why, x, values) if gone else not primitive.explain_conflict(why):
        return None
    needed = {}
    for y in why.order:
        needed[y] = [v for v in first[y] if why.needed[y] >> (v - store.base[y]) & 1]
    return needed


DIGITS = range(1, 10)


def test_a_pair_is_why_others_differ_from_it() -> None:
    row = AllDifferent(tuple(range(9)))
    left = {0: [1, 2], 1: [1, 2], 2: [1, 3, 4], 3: [3, 4, 5]}
    assert reason(row, [DIGITS] * 9, left, 2, 1) == {0: [3, 4, 5, 6, 7, 8, 9], 1: [3, 4, 5, 6, 7, 8, 9]}


def test_a_hidden_single_needs_one_value_of_each_other() -> None:
    row = AllDifferent(tuple(range(4)))
    left = {0: [1, 2], 1: [2, 3], 2: [1, 2, 3]}
    assert reason(row, [range(1, 5)] * 4, left, 3, 1, 2, 3) == {0: [4], 1: [4], 2: [4]}


def test_values_that_may_repeat_are_no_reason() -> None:
    row = AllDifferent((0, 1, 2), frozenset([0]))
    assert reason(row, [range(4)] * 3, {0: [2]}, 1, 2) == {0: [0, 1, 3]}
    assert reason(row, [range(4)] * 3, {0: [0]}, 1, 0) is None


def test_a_diagonal_is_shifted_to_be_compared() -> None:
    queens = AllDifferent((0, 1, 2), offsets=(0, 1, 2))
    assert reason(queens, [range(1, 4)] * 3, {0: [3]}, 1, 2) == {0: [1, 2]}


def test_a_clause_needs_its_other_literals_false() -> None:
    some = Clause((Literal(0, Domain.of([1, 2])), Literal(1, Domain.of([3])), Literal(2, Domain.of([1]))))
    assert reason(some, [range(1, 5)] * 3, {0: [3], 1: [1, 2]}, 2, 2, 3, 4) == {0: [1, 2], 1: [3]}
    assert reason(some, [range(1, 5)] * 3, {0: [3], 1: [1, 2, 3]}, 2, 2) is None


def test_a_table_needs_a_value_of_each_row() -> None:
    rows = frozenset([(1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 1, 2)])
    assert reason(Table((0, 1, 2), rows), [range(1, 4)] * 3, {1: [3], 2: [2, 3]}, 0, 1) == {2: [1]}


def test_bounds_are_loosened_as_far_as_they_are_more_than_enough() -> None:
    total = Linear(((0, 1), (1, 1), (2, 1)), (), "<=", 12)
    left = {0: [6, 7], 1: [4, 5]}
    assert reason(total, [DIGITS] * 3, left, 2, 9) == {0: [1, 2]}
    assert reason(total, [DIGITS] * 3, left, 2, 4, 9) == {0: [1, 2, 3, 4, 5], 1: [1, 2]}
    assert reason(total, [DIGITS] * 3, left, 2, 2, 9) is None


def test_sums_are_too_small_as_well() -> None:
    total = Linear(((0, 1), (1, -2)), (), "==", 1)
    assert reason(total, [DIGITS] * 2, {0: [3, 4]}, 1, 2, 3, 4) == {0: [5, 6, 7, 8, 9]}


def test_a_sum_may_be_missed_within_its_bounds() -> None:
    total = Linear(((0, 1), (1, 2), (2, 1)), (), "==", 9)
    assert reason(total, [DIGITS] * 3, {0: [1, 5]}, 2, 3) == {0: [2, 4]}


def test_an_inequation_needs_the_others_fixed() -> None:
    total = Linear(((0, 1), (1, 1), (2, -1)), (), "!=", 0)
    assert reason(total, [range(4)] * 3, {0: [1], 1: [2]}, 2, 3) == {0: [0, 2, 3], 1: [0, 1, 3]}


def test_a_count_needs_what_was_counted() -> None:
    seven = tuple((Literal(x, Domain.of([7])), 1) for x in range(4))
    first = [DIGITS] * 4
    assert reason(Linear((), seven, "<=", 1), first, {0: [7], 1: [1, 2]}, 3, 7) == {0: [v for v in DIGITS if v != 7]}
    assert reason(Linear((), seven, "==", 2), first, {0: [7], 1: [1], 2: [2]}, 3, *[v for v in DIGITS if v != 7]) == {
        1: [7],
        2: [7],
    }


def test_a_sum_that_is_too_large_is_explained_by_the_least_values() -> None:
    total = Linear(((0, 1), (1, 1)), (), "<=", 5)
    assert reason(total, [DIGITS] * 2, {0: [3, 8], 1: [4]}, -1) == {0: [1], 1: [1, 2, 3]}


def test_an_automaton_needs_what_would_lead_on() -> None:
    # Somewhere a 1 comes right before a 2.
    machine = Automaton(
        0, ({0: 0, 1: 1, 2: 0, 3: 0}, {0: 0, 1: 1, 2: 2, 3: 0}, {0: 2, 1: 2, 2: 2, 3: 2}), frozenset([2])
    )
    line, first = Regular((0, 1, 2, 3), machine), [range(4)] * 4
    assert reason(line, first, {0: [0, 3], 1: [0, 3]}, 3, 0, 1, 3) == {1: [1, 2]}
    assert reason(line, first, {0: [0, 3], 1: [0, 3], 2: [2]}, -1) == {1: [1, 2], 2: [1]}
    assert reason(line, first, {0: [0, 3]}, 3, 0) is None


def test_a_cage_needs_the_values_of_other_sets_gone() -> None:
    cage = GroupedSum.of_different((0, 1, 2), 7)  # 1 2 4
    assert reason(cage, [DIGITS] * 3, {0: [2, 4]}, 1, 3, 5) == {}
    assert reason(cage, [DIGITS] * 3, {0: [1, 2], 1: [1, 2]}, 2, 1, 2) == {0: [4], 1: [4]}
    assert reason(cage, [DIGITS] * 3, {0: [1, 4]}, 1, 2) is None


def test_groups_need_their_sums_gone() -> None:
    arrow = GroupedSum(((1, (0, 1)), (-1, (2,))), 0)
    assert reason(arrow, [DIGITS] * 3, {0: [1, 2], 1: [1, 2, 3]}, 2, 9) == {0: [6, 7, 8], 1: [4, 5, 6, 7, 8]}
    assert reason(arrow, [DIGITS] * 3, {0: [1], 1: [2, 4]}, 2, 2) == {}


def test_an_automaton_needs_nothing_behind_what_it_needs() -> None:
    # The first or the last of three is 1.
    machine = Automaton(
        0, ({0: 1, 1: 3}, {0: 2, 1: 2}, {0: 6, 1: 5}, {0: 4, 1: 4}, {0: 5, 1: 5}, {}, {}), frozenset([5])
    )
    assert reason(Regular((0, 1, 2), machine), [range(2)] * 3, {0: [0], 1: [1]}, 2, 0) == {0: [1]}
