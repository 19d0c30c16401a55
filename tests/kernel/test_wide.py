"""Searches on variables that span so much that they have no mask, against trying all assignments."""

from __future__ import annotations

import contextlib
from itertools import product
from random import Random

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.probing import probe
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.table import Table
from puzzledsl.search.learning import Refuted
from puzzledsl.search.random_search import RandomSearch
from puzzledsl.search.sampling import sample
from puzzledsl.search.search import NEVER, Search
from tests.examples import examples

VALUES = (-1_000_000, -7, 0, 1, 2, 7, 30, 20_011, 1_000_000, 1_000_007, 10**12)
some_domain = st.sets(st.sampled_from(VALUES), min_size=1, max_size=5).map(Domain.of)
order = st.permutations(range(4))
totals = st.sampled_from((0, 8, 14, 1_000_000, 1_000_007, 1_000_014, 2_000_000, 7_000_000, 10**12 + 7))
factors = st.tuples(*[st.sampled_from((1, 1, 2, -1))] * 4)
conditions = st.lists(st.builds(Literal, st.just(3), some_domain), max_size=1).map(tuple)
constraints = st.builds(
    FlatConstraint,
    st.one_of(
        st.builds(lambda cells, n: AllDifferent(tuple(cells[:n])), order, st.integers(2, 4)),
        st.builds(
            lambda cells, n, ks, op, total: Linear(tuple(zip(cells[:n], ks)), (), op, total),  # noqa: B905
            order,
            st.integers(2, 4),
            factors,
            st.sampled_from(("==", "<=", "!=")),
            totals,
        ),
        st.builds(lambda cells: Product(*cells[:3]), order),
        st.builds(
            lambda cells, rows: Table(tuple(cells[:3]), rows),
            order,
            st.frozensets(st.tuples(*[st.sampled_from(VALUES)] * 3), max_size=8),
        ),
        st.builds(
            lambda cells, moves: Regular(tuple(cells), Automaton(0, moves, frozenset({0}))),
            order,
            st.tuples(*[st.dictionaries(st.sampled_from(VALUES), st.integers(0, 1), max_size=8)] * 2),
        ),
    ),
    st.just(0),
    conditions,
)


def holds(one: FlatConstraint, values: tuple[int, ...]) -> bool:
    primitive: Primitive = one.primitive
    return any(values[x.variable] not in x.values for x in one.condition) or primitive.check(values)


def all_of(search: Search) -> list[tuple[int, ...]]:
    """Every solution, in the order in which they are met."""
    found = []
    with contextlib.suppress(Refuted):
        while (values := search.run()) is not None:
            found.append(values)
    search.close()
    return found


@settings(max_examples=examples(150))
@given(st.lists(some_domain, min_size=4, max_size=4), st.lists(constraints, min_size=1, max_size=4), st.integers(0, 99))
def test_all_searches_find_what_there_is(domains: list[Domain], model: list[FlatConstraint], seed: int) -> None:
    solutions = sorted(values for values in product(*domains) if all(holds(one, values) for one in model))
    store = Store([FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)])
    engine = Engine(model, store)
    try:
        engine.run()
    except Contradiction:
        assert not solutions
        return
    rest = [store.domain(x) for x in range(4)]
    assert all(set(v) <= set(store.values(x)) for x, v in enumerate(zip(*solutions, strict=True)))

    everything = Search(engine, range(4), solutions.__contains__, learning=NEVER, restarts=False)
    assert sorted(all_of(everything)) == solutions

    guided, rng = RandomSearch(engine, range(4)), Random(seed)
    phases = guided.near([rng.choice(list(domain)) for domain in domains])
    one = guided.find(rng, rng.choice([phases, None]), 10_000, solutions.__contains__)
    assert guided.complete
    assert one in solutions if solutions else one is None

    paths = sample(engine, range(4), range(4), solutions.__contains__, rng)
    assert paths >= 0 if solutions else paths == 0
    assert [store.domain(x) for x in range(4)] == rest

    try:
        probe(engine, range(4))
        assert Search(engine, range(4), solutions.__contains__).run() in solutions
    except (Contradiction, Refuted):
        assert not solutions


@pytest.mark.parametrize("intervals", [((0, 10**9),), ((0, 3), (10**6, 10**6 + 3), (10**9, 2 * 10**9))])
def test_a_domain_is_split_until_the_value_is_found(intervals: tuple[tuple[int, int], ...]) -> None:
    """Two factors of a number, from domains of which nobody can try each value."""
    store = Store([FlatVariable("x", Domain(intervals)), FlatVariable("y", Domain.range(2, 10**9)),
                   FlatVariable("n", Domain.range(2_000_006, 2_000_006))])  # fmt: skip
    engine = Engine([FlatConstraint(Product(0, 1, 2), 0)], store)
    engine.run()
    everything = Search(engine, range(3), lambda v: v[0] * v[1] == v[2], learning=NEVER, restarts=False)
    found = [values[0] for values in all_of(everything)]
    assert sorted(found) == [x for x in range(1, 1_000_004) if 2_000_006 % x == 0 and x in Domain(intervals)]
    assert everything.branches < 30_000


def test_no_domain_falls_into_too_many_parts() -> None:
    """Removing every other value of very many ends by narrowing the bounds only."""
    store = Store([FlatVariable("x", Domain.range(0, 10**6))])
    for value in range(1, 3_001, 2):
        store.remove(0, value)
    assert len(store.domain(0).intervals) <= 1_001
    store.remove(0, 0)
    store.remove(0, 10**6)
    assert (store.lo(0), store.hi(0)) == (2, 10**6 - 1)
    store.undo(0)
    assert store.domain(0) == Domain.range(0, 10**6)


STEPS = st.tuples(st.sampled_from(["at_least", "at_most", "remove", "fix", "keep", "undo"]), st.integers(-3, 123))


@given(values=st.sets(st.integers(0, 120), min_size=2), steps=st.lists(STEPS, max_size=20), large=st.booleans())
def test_a_wide_domain_is_what_is_left_of_it(values: set[int], steps: list[tuple[str, int]], large: bool) -> None:
    """Values far apart; a large domain has many more, which are removed first, from its ends."""
    apart = 30_000
    more = {v * apart for v in (*range(-1_500, 0), *range(121, 1_500))} if large else set()
    store = Store([FlatVariable("x", Domain.of({v * apart for v in values} | more))])
    store.keep(0, Domain.range(0, 120 * apart))
    left = [{v * apart for v in values}]
    start = store.mark()
    marks = [start]
    for step, number in steps:
        v, here = number * apart, left[-1]
        if step == "undo":
            store.undo(marks[-1])
            del left[max(1, len(left) - 1) :], marks[max(1, len(marks) - 1) :]
            continue
        part = Domain.of([v, v + 2 * apart, v + 3 * apart])
        expected = {
            "at_least": {w for w in here if w >= v},
            "at_most": {w for w in here if w <= v},
            "remove": here - {v},
            "fix": here & {v},
            "keep": here & set(part),
        }[step]
        marks.append(store.mark())
        try:
            if step == "remove":
                store.remove(0, v)
            elif step == "fix":
                store.fix(0, v)
            else:
                kept = {"at_least": Domain.range(v, 10**9), "at_most": Domain.range(-(10**9), v), "keep": part}[step]
                store.keep(0, kept)
        except Contradiction:
            assert not expected
            break
        assert expected
        left.append(expected)
        assert store.domain(0) == Domain.of(expected)
        assert (store.size(0), store.lo(0), store.hi(0)) == (len(expected), min(expected), max(expected))
        assert [store.has(0, w * apart) for w in range(121)] == [w * apart in expected for w in range(121)]
    store.undo(start)
    assert store.domain(0) == Domain.of(left[0])


def test_a_large_domain_is_shared_by_its_variables() -> None:
    """Copies of it would take 700 megabytes; holes in it would need them."""
    scattered = Domain.of(range(0, 90_000 * 10**9, 10**9))
    before = psutil.Process().memory_info().rss
    store = Store([FlatVariable(f"x{k}", scattered) for k in range(500)])
    engine = Engine([FlatConstraint(AllDifferent(tuple(range(k, k + 25))), 0) for k in range(0, 500, 25)], store)
    found = RandomSearch(engine, range(500))
    solution = found.find(Random(1), None, 100_000, lambda values: True)
    assert solution is not None
    assert all(len(set(solution[k : k + 25])) == 25 for k in range(0, 500, 25))
    assert psutil.Process().memory_info().rss - before < 250_000_000


def test_another_solution_differs_where_no_hole_can_be_made() -> None:
    store = Store([FlatVariable("x", Domain.of(range(0, 3_000 * 10**6, 10**6)))])
    found = RandomSearch(Engine([], store), [0])
    other = found.other_than((7 * 10**6,), [0], Random(1), 10_000, lambda values: values[0] <= 8 * 10**6)
    assert other is not None
    assert other[0] != 7 * 10**6


some_set = st.sets(st.integers(0, 60), max_size=30)


@given(some_set, some_set, st.integers(-2, 62), st.integers(-2, 62))
def test_domains_are_sets(left: set[int], right: set[int], low: int, high: int) -> None:
    mine, theirs = Domain.of(left), Domain.of(right)
    assert mine & theirs == Domain.of(left & right)
    assert mine - theirs == Domain.of(left - right)
    assert mine.between(low, high) == Domain.of(v for v in left if low <= v <= high)
    assert all((v in mine) == (v in left) for v in range(-2, 63))
