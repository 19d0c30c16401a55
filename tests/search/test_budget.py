"""Limits on work: what is left of them, and the stricter of two."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzledsl.search.budget import NO_LIMIT, UNLIMITED, Budget

limits = st.integers(0, 20) | st.just(NO_LIMIT)
budgets = st.builds(Budget, limits, limits, limits)
work = st.builds(Budget, st.integers(0, 10), st.integers(0, 10), st.integers(0, 10))


def allows(budget: Budget, done: Budget) -> bool:
    """Whether so much work is within the budget."""
    pairs = (
        (budget.branches, done.branches),
        (budget.conflicts, done.conflicts),
        (budget.propagations, done.propagations),
    )
    return all(amount <= limit for limit, amount in pairs)


def added(a: Budget, b: Budget) -> Budget:
    return Budget(a.branches + b.branches, a.conflicts + b.conflicts, a.propagations + b.propagations)


@given(budgets, budgets, work)
def test_within_both(a: Budget, b: Budget, done: Budget) -> None:
    assert allows(a.within(b), done) == (allows(a, done) and allows(b, done))


@given(budgets, work, work)
def test_what_is_left(budget: Budget, done: Budget, more: Budget) -> None:
    if allows(budget, done):
        assert allows(budget.less(done), more) == allows(budget, added(done, more))
    else:
        assert budget.less(done).is_spent


def test_the_budget_that_all_share_cannot_be_changed() -> None:
    shared: Any = UNLIMITED
    with pytest.raises(AttributeError):
        shared.branches = 3
