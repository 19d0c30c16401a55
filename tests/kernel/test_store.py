"""Domains that shrink and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel.masks import bits, domain_of, mask_of
from puzzledsl.kernel.store import Contradiction, Store

if TYPE_CHECKING:
    from collections.abc import Callable

values = st.integers(-6, 70)
some_domain = st.sets(values, min_size=1, max_size=8).map(Domain.of)


def store_of(*domains: Domain) -> Store:
    return Store([FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)])


@given(some_domain, st.integers(-10, 10))
def test_a_mask_is_its_domain(domain: Domain, base: int) -> None:
    assert domain_of(mask_of(domain, base, 100), base) == domain & Domain.range(base, base + 99)


@given(st.integers(0, 2**700))
def test_bits_are_the_positions_of_ones(mask: int) -> None:
    assert sum(1 << position for position in bits(mask)) == mask


CHANGES: dict[str, Callable[[set[int], Domain], set[int]]] = {
    "fix": lambda left, domain: left & {domain.lo},
    "remove": lambda left, domain: left - {domain.lo},
    "keep": lambda left, domain: left & set(domain),
}


@pytest.mark.parametrize("span", [20_000, 10, 0])
@given(start=some_domain, changes=st.lists(st.tuples(st.sampled_from(sorted(CHANGES)), some_domain), max_size=4))
def test_changes_are_those_of_sets(span: int, start: Domain, changes: list[tuple[str, Domain]]) -> None:
    with patch("puzzledsl.kernel.store.SPAN", span):
        store = store_of(start)
        left = set(start)
        for name, domain in changes:
            before, mark = store.domain(0), store.mark()
            expected = CHANGES[name](left, domain)
            try:
                getattr(store, name)(0, domain if name == "keep" else domain.lo)
            except Contradiction:
                assert not expected
                store.undo(mark)
                assert store.domain(0) == before
                return
            after = set(store.values(0))
            assert after == expected
            assert (store.lo(0), store.hi(0)) == (min(after), max(after))
            assert store.is_fixed(0) == (len(after) == 1)
            assert all(store.has(0, v) == (v in after) for v in range(-6, 71))
            assert (store.mark() > mark) == (after != left)
            left = after
        store.undo(0)
        assert store.domain(0) == start


def test_a_million_values_cost_nothing_until_they_are_few() -> None:
    store = store_of(Domain.range(0, 1_000_000))
    mark = store.mark()
    store.remove(0, 500)
    assert store.domain(0) == Domain(((0, 499), (501, 1_000_000)))
    assert store.size(0) == 1_000_000
    store.keep(0, Domain.range(999_990, 1_000_000))
    store.remove(0, 999_995)
    assert store.domain(0) == Domain(((999_990, 999_994), (999_996, 1_000_000)))
    store.undo(mark)
    assert store.domain(0) == Domain.range(0, 1_000_000)


def test_masks_far_from_each_other_share_nothing() -> None:
    far = 10**15
    store = store_of(Domain.range(1, 3), Domain.range(far, far + 3))
    for x, values in ((0, Domain.range(far, far + 1)), (1, Domain.range(1, 2))):
        with pytest.raises(Contradiction):
            store.keep(x, values)


def test_an_empty_domain_is_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        store_of(Domain(()))
