"""Depth-first search on the propagators."""

from __future__ import annotations

from itertools import product
from math import inf
from time import monotonic

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.search.search import search

some_domain = st.sets(st.integers(0, 4), min_size=1, max_size=4).map(Domain.of)
order = st.permutations(range(5))
primitives = st.one_of(
    st.builds(lambda cells, n: AllDifferent(tuple(cells[:n])), order, st.integers(2, 4)),
    st.builds(
        lambda cells, n, total: Linear(tuple((x, 1) for x in cells[:n]), (), "==", total),
        order,
        st.integers(2, 4),
        st.integers(2, 10),
    ),
    st.builds(
        lambda cells, rows: Table(tuple(cells[:2]), rows),
        order,
        st.frozensets(st.tuples(*[st.integers(0, 4)] * 2), min_size=4, max_size=14),
    ),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(some_domain, min_size=5, max_size=5), st.lists(primitives, min_size=1, max_size=6))
def test_it_finds_a_solution_exactly_when_there_is_one(
    domains: list[Domain], constraints: list[AllDifferent | Linear | Table]
) -> None:
    solutions = [values for values in product(*domains) if all(one.check(values) for one in constraints)]
    store = Store([FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)])
    engine = Engine([FlatConstraint(one, 0) for one in constraints], store)
    try:
        engine.run()
        found = search(engine, range(5), inf)
    except Contradiction:
        assert not solutions
        assert engine.culprit is not None
        return
    assert found in solutions
    for x in range(5):
        assert {values[x] for values in solutions} <= set(store.values(x))


def test_at_the_deadline_everything_is_as_before() -> None:
    store = Store([FlatVariable(f"v{i}", Domain.range(1, 4)) for i in range(4)])
    engine = Engine([FlatConstraint(AllDifferent((0, 1, 2, 3)), 0)], store)
    engine.run()
    assert search(engine, range(4), monotonic() - 1) is None
    assert [store.size(x) for x in range(4)] == [4] * 4
