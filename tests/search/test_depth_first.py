"""Depth-first search on the propagators."""

from __future__ import annotations

import contextlib
from functools import partial
from itertools import permutations, product
from operator import eq
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.probing import probe
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.search import search as search_module
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, NEVER, TURNS, Search
from puzzledsl.search.tuning import Tuning
from puzzledsl.time_limit import within
from tests.examples import examples

some_value = st.integers(-2, 2)  # not all from 0: then the base of a mask depends on the bounds
some_domain = st.sets(some_value, min_size=1, max_size=4).map(Domain.of)
order = st.permutations(range(5))
primitives = st.one_of(
    st.builds(lambda cells, n: AllDifferent(tuple(cells[:n])), order, st.integers(2, 4)),
    st.builds(
        lambda cells, n, total: Linear(tuple((x, 1) for x in cells[:n]), (), "==", total),
        order,
        st.integers(2, 4),
        st.integers(-4, 4),
    ),
    st.builds(
        lambda cells, rows: Table(tuple(cells[:2]), rows),
        order,
        st.frozensets(st.tuples(*[some_value] * 2), min_size=4, max_size=14),
    ),
)


def engine_of(domains: list[Domain], constraints: list[AllDifferent | Linear | Table]) -> Engine:
    store = Store([FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)])
    return Engine([FlatConstraint(one, 0) for one in constraints], store)


spans = st.sampled_from([0, 1, 2, 20_000])  # how far apart the values of a mask may be
small_models = st.tuples(st.lists(some_domain, min_size=5, max_size=5), st.lists(primitives, min_size=1, max_size=6))


@pytest.mark.parametrize("learning", [TURNS, ALWAYS])
@settings(max_examples=examples(200))
@given(small_models, st.integers(1, 3), st.integers(0, 4), some_domain, spans)
def test_it_goes_on_after_the_root_has_been_undone_and_probed(
    learning: int,
    stated: tuple[list[Domain], list[AllDifferent | Linear | Table]],
    budget: int,
    x: int,
    asked: Domain,
    span: int,
) -> None:
    """As a session does: a short search within a question, then probing without the question, then the same search."""
    domains, constraints = stated
    solutions = [
        values for values in product(*domains) if all(one.check(values) for one in constraints) and values[x] in asked
    ]
    with patch("puzzledsl.kernel.store.SPAN", span):
        engine = engine_of(domains, constraints)
        store = engine.store
        found = None
        try:
            engine.run()
            mark = store.mark()
            store.keep(x, asked)
            engine.run()
            search = Search(engine, range(5), learning=learning, first_restart=1)
            found = search.run(Budget(branches=budget))
            if found is None:
                search.close()
                store.undo(mark)
                engine.forget()
                search.undone()
                engine.add([FlatConstraint(constraints[0], 0)])
                probe(engine, range(5), to_the_end=True)
                store.keep(x, asked)
                engine.run()
                found = search.run()
        except (Contradiction, Refuted):
            assert not solutions
        else:
            assert found in solutions


def test_what_was_learnt_about_a_wide_variable_is_forgotten_with_its_root() -> None:
    """Probing removes 102 of the first variable. Then the least value asked for, which is bit 0 of the mask, is 103."""
    only = (104, 101, 101, 100)
    domains = [Domain.range(102, 105), Domain.range(101, 102), Domain.range(100, 102), Domain.of([100, 102])]
    rows = {(102, 102, 102), (103, 102, 102), (104, 101, 101), (104, 102, 102), (105, 100, 101), (105, 102, 102)}
    further = {(100, 102, 102), (101, 104, 101), (102, 103, 101), (102, 104, 102), (102, 105, 102)}
    asked = Domain.range(102, 104)
    with patch("puzzledsl.kernel.store.SPAN", 2):
        engine = engine_of(domains, [Table((0, 2, 1), frozenset(rows)), Table((2, 0, 1), frozenset(further))])
        engine.run()
        mark = engine.store.mark()
        engine.store.keep(0, asked)
        engine.run()
        search = Search(engine, range(4), partial(eq, only), learning=ALWAYS)
        assert search.run(Budget(branches=2)) is None
        search.close()
        engine.store.undo(mark)
        engine.forget()
        search.undone()
        probe(engine, range(4), to_the_end=True)
        engine.store.keep(0, asked)
        engine.run()
        assert search.run() == only


@pytest.mark.parametrize("learning", [NEVER, TURNS])
@settings(max_examples=examples(150))
@given(small_models, spans)
def test_runs_that_pause_lose_no_solution(
    learning: int, stated: tuple[list[Domain], list[AllDifferent | Linear | Table]], span: int
) -> None:
    """All solutions but one are rejected, so that the search visits many, restarts, and goes on where it was."""
    domains, constraints = stated
    solutions = [values for values in product(*domains) if all(one.check(values) for one in constraints)]
    for only in [*solutions[:6], None]:
        with patch("puzzledsl.kernel.store.SPAN", span), patch.object(search_module, "TUNING", Tuning(resumed=1)):
            engine = engine_of(domains, constraints)
            found, branches = None, 1
            try:
                engine.run()
                search = Search(engine, range(5), partial(eq, only), learning=learning, first_restart=1)
                while found is None:
                    found = search.run(Budget(branches=branches))
                    search.close()
                    branches += 1
            except (Contradiction, Refuted):
                assert only is None
            else:
                assert found == only


@pytest.mark.parametrize("learning", [NEVER, TURNS, ALWAYS])
@settings(max_examples=examples(150))
@given(small_models, st.integers(1, 9), st.integers(0, 4), some_domain, st.sets(st.integers(0, 4), min_size=1), spans)
def test_each_question_for_a_further_solution_finds_one(
    learning: int,
    stated: tuple[list[Domain], list[AllDifferent | Linear | Table]],
    budget: int,
    x: int,
    asked: Domain,
    shown: set[int],
    span: int,
) -> None:
    """As a session does: the same search goes on for a solution that differs from those before in what is shown.

    Meanwhile the root has been undone. Some searches pause, and restart after a contradiction.
    """
    domains, constraints = stated
    solutions = [
        values for values in product(*domains) if all(one.check(values) for one in constraints) and values[x] in asked
    ]
    met: list[tuple[int, ...]] = []

    def key(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[y] for y in sorted(shown))

    def is_new(values: tuple[int, ...]) -> bool:
        return key(values) not in met

    few = patch.object(search_module, "TUNING", Tuning(resumed=1 + budget % 3, restart_unit=1))
    with patch("puzzledsl.kernel.store.SPAN", span), few, contextlib.suppress(Contradiction, Refuted):
        engine = engine_of(domains, constraints)
        engine.run()
        search, mark = None, engine.store.mark()
        while True:
            engine.store.keep(x, asked)
            engine.run()
            if search is None:
                search = Search(engine, range(5), is_new, learning=learning, first_restart=1 + budget % 4)
            else:
                search.undone()
                search.ask(is_new, None)
            while (found := search.run(Budget(branches=budget))) is None:
                search.close()
                budget += 1
            assert found in solutions
            assert is_new(found)
            met.append(key(found))
            search.close()
            engine.store.undo(mark)
            engine.forget()
    assert sorted(met) == sorted({key(values) for values in solutions})


@pytest.mark.parametrize("learning", [NEVER, TURNS, ALWAYS])
@settings(max_examples=examples(150))
@given(small_models, st.integers(1, 3))
def test_it_finds_a_solution_exactly_when_there_is_one(
    learning: int, stated: tuple[list[Domain], list[AllDifferent | Linear | Table]], first_restart: int
) -> None:
    domains, constraints = stated
    solutions = [values for values in product(*domains) if all(one.check(values) for one in constraints)]
    engine = engine_of(domains, constraints)
    try:
        engine.run()
        search = Search(engine, range(5), learning=learning, first_restart=first_restart)
        found = search.run()
        search.close()
    except (Contradiction, Refuted):
        assert not solutions
        assert engine.culprit is not None
        return
    assert found in solutions
    for x in range(5):
        assert {values[x] for values in solutions} <= set(engine.store.values(x))


@pytest.mark.parametrize("learning", [NEVER, ALWAYS])
@settings(max_examples=examples(100))
@given(small_models, st.lists(st.integers(0, 4), max_size=5, unique=True), st.integers(0, 40))
def test_each_solution_comes_once_also_in_parts(
    learning: int, stated: tuple[list[Domain], list[AllDifferent | Linear | Table]], shown: list[int], branches: int
) -> None:
    """Solutions differ in what is shown; a search that was stopped by its budget goes on where it was."""
    domains, constraints = stated
    solutions = [values for values in product(*domains) if all(one.check(values) for one in constraints)]
    engine = engine_of(domains, constraints)
    expected = {tuple(values[x] for x in shown) for values in solutions}
    met: list[tuple[int, ...]] = []
    with contextlib.suppress(Contradiction):
        engine.run()
        before = list(engine.store.mask)
        search = Search(engine, range(5), shown=shown, learning=learning, restarts=learning == ALWAYS)
        with contextlib.suppress(Refuted):
            while True:
                values = search.run(Budget(branches=1 + branches))
                if values is not None:
                    assert values in solutions
                    met.append(tuple(values[x] for x in shown))
        search.close()
        if expected:
            assert engine.store.mask == before or learning == ALWAYS
    assert sorted(met) == sorted(expected)


@pytest.mark.parametrize("learning", [NEVER, TURNS, ALWAYS])
@settings(max_examples=examples(100))
@given(small_models, st.integers(1, 3))
def test_what_is_refused_is_passed_over(
    learning: int, stated: tuple[list[Domain], list[AllDifferent | Linear | Table]], first_restart: int
) -> None:
    domains, constraints = stated
    solutions = {values for values in product(*domains) if all(one.check(values) for one in constraints)}
    engine = engine_of(domains, constraints)
    met: set[tuple[int, ...]] = set()

    def refuse(values: tuple[int, ...]) -> bool:
        met.add(values)
        return False

    with contextlib.suppress(Contradiction):
        engine.run()
        search = Search(engine, range(5), refuse, learning=learning, first_restart=first_restart)
        with pytest.raises(Refuted):
            search.run()
    assert met == solutions


def test_at_the_deadline_everything_is_as_before() -> None:
    engine = engine_of([Domain.range(1, 4)] * 4, [AllDifferent((0, 1, 2, 3))])
    engine.run()
    with within(0):
        assert Search(engine, range(4)).run() is None
    assert [engine.store.size(x) for x in range(4)] == [4] * 4


@pytest.mark.parametrize("closed_every", [0, 3])
def test_each_solution_comes_once_whatever_is_dropped_or_undone(closed_every: int) -> None:
    """Restarts after each contradiction, most clauses dropped, and the search taken back to the root now and then."""
    cells = tuple(range(5))
    engine = engine_of([Domain.range(0, 4)] * 5, [AllDifferent(cells), Linear(((0, 1), (2, 1), (4, -1)), (), "<=", 3)])
    engine.run()
    expected = [values for values in permutations(range(5)) if values[0] + values[2] - values[4] <= 3]
    met: list[tuple[int, ...]] = []
    stops = 0
    few = patch.object(search_module, "TUNING", Tuning(restart_unit=1, first_most=2, latest=0))
    with few, contextlib.suppress(Refuted):
        search = Search(engine, cells, learning=ALWAYS)
        while True:
            values = search.run(Budget(branches=3))
            if values is not None:
                met.append(values)
                continue
            stops += 1
            if closed_every and stops % closed_every == 0:
                search.close()
    assert sorted(met) == expected


@pytest.mark.parametrize(("learning", "span"), [(NEVER, 2), (TURNS, 2), (ALWAYS, 1)], ids=["never", "turns", "wide"])
def test_a_search_that_restarts_finds_one_solution(learning: int, span: int) -> None:
    """One that is to learn always does not where values are too far apart for masks."""
    with patch("puzzledsl.kernel.store.SPAN", span):
        engine = engine_of([Domain.of([1, 3])] * 5, [])
        engine.run()
        search = Search(engine, range(5), learning=learning)
        assert search.run() is not None
        with pytest.raises(ValueError, match="restarts"):
            search.run()


@pytest.mark.parametrize("learning", [NEVER, TURNS])
def test_short_plain_runs_go_on_where_they_stopped(learning: int) -> None:
    """Runs that started anew after ten contradictions would never come to the end of several hundred."""
    pigeons, holes = range(7), Domain.range(1, 6)
    pairs = [Linear(((x, 1), (y, -1)), (), "!=", 0) for x in pigeons for y in range(x)]
    search = Search(
        engine_of([holes] * len(pigeons), list(pairs)), pigeons, learning=learning, first_restart=10, growth=1
    )
    with pytest.raises(Refuted):
        search.run(Budget(branches=20_000))
    assert search.done.conflicts > 100


def test_a_budget_counts_what_learning_takes() -> None:
    pigeons = [(i, hole) for i in range(9) for hole in range(i)]  # nine that differ in eight values, two by two
    domains = [Domain.range(1, 8)] * 9
    engine = Engine(
        [FlatConstraint(AllDifferent(pair), 0) for pair in pigeons],
        Store([FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)]),
    )
    search = Search(engine, range(9), learning=ALWAYS)
    before, calls = search.done.propagations, engine.steps
    assert search.run(Budget(propagations=2_000)) is None
    assert search.done.propagations - before >= 2_000
    assert engine.steps - calls < 2_000  # the others are reasons
