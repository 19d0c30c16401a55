"""Probing and trials lose no solution, and what they leave withstands its assumption."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve import probing
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.tuning import Tuning
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.search.trials import tried
from puzzledsl.time_limit import within
from tests.examples import examples

if TYPE_CHECKING:
    from puzzledsl.flat import Primitive

COUNT, AUXILIARY = 4, 3
domains = st.sets(st.integers(-2, 6), min_size=1, max_size=4).map(Domain.of)
pairs = st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)).filter(lambda pair: pair[0] != pair[1])
different = st.lists(st.integers(0, COUNT - 1), min_size=2, max_size=3, unique=True).map(tuple).map(AllDifferent)
factors = st.sampled_from([-2, -1, 1, 2])
sums = st.builds(
    lambda xs, ks, op, total: Linear(tuple(zip(xs, ks, strict=False)), (), op, total),
    st.lists(st.integers(0, COUNT - 1), min_size=2, max_size=3, unique=True),
    st.tuples(factors, factors, factors),
    st.sampled_from(["==", "<="]),
    st.integers(-3, 8),
)
tables = st.builds(
    Table, pairs, st.frozensets(st.tuples(st.integers(-2, 6), st.integers(-2, 6)), min_size=2, max_size=12)
)
literals = st.builds(Literal, st.integers(0, COUNT - 1), domains)
some_spans = pytest.mark.parametrize("span", [20_000, 3], ids=["masks", "wide"])
unhurried = settings(max_examples=examples(120), suppress_health_check=list(HealthCheck))


@st.composite
def models(draw: st.DrawFn) -> tuple[list[Domain], list[FlatConstraint]]:
    """Some constraints, and a disjunction of conditions: each implies a literal about the first variables."""
    found: list[Primitive] = draw(st.lists(st.one_of(different, sums, tables), min_size=1, max_size=4))
    constraints = [FlatConstraint(one, 0) for one in found]
    auxiliary = range(COUNT, COUNT + AUXILIARY)
    true = Domain.range(1, 1)
    constraints += [FlatConstraint(Clause((draw(literals),)), 0, (Literal(x, true),)) for x in auxiliary]
    constraints.append(FlatConstraint(Clause(tuple(Literal(x, true) for x in auxiliary)), 0))
    return [*draw(st.tuples(*[domains] * COUNT)), *[Domain.range(0, 1)] * AUXILIARY], constraints


def engine_of(stated: list[Domain], constraints: list[FlatConstraint]) -> Engine:
    return Engine(constraints, Store([FlatVariable(f"v{x}", domain) for x, domain in enumerate(stated)]))


def holds(constraint: FlatConstraint, values: tuple[int, ...]) -> bool:
    met = all(values[literal.variable] in literal.values for literal in constraint.condition)
    return not met or constraint.primitive.check(values)


def solutions(stated: list[Domain], constraints: list[FlatConstraint]) -> list[tuple[int, ...]]:
    return [values for values in product(*stated) if all(holds(one, values) for one in constraints)]


def withstands(engine: Engine, x: int, v: int) -> bool:
    store = engine.store
    mark = store.mark()
    try:
        store.fix(x, v)
        engine.run()
    except Contradiction:
        return False
    finally:
        store.undo(mark)
        engine.forget()
    return True


@some_spans
@unhurried
@given(models())
def test_probing_keeps_each_solution_and_what_withstands(
    span: int, stated: tuple[list[Domain], list[FlatConstraint]]
) -> None:
    with patch("puzzledsl.kernel.store.SPAN", span):
        engine, known = engine_of(*stated), solutions(*stated)
        try:
            engine.run()
            probe(engine, range(COUNT), to_the_end=True)
        except Contradiction:
            assert not known
            return
        store = engine.store
        left = store.snapshot()
        assert all(left.has(x, v) for values in known for x, v in enumerate(values))
        probed = [x for x in range(COUNT) if left.mask[x]]
        assert all(withstands(engine, x, v) for x in probed for v in left.values(x))
        if span > 3:  # where only wide variables are open, nothing is probed
            assert all(withstands(engine, x, 1) for x in range(COUNT, COUNT + AUXILIARY) if left.has(x, 1))


@unhurried
@given(models(), st.integers(0, 6), st.integers(0, 6))
def test_probing_that_ends_early_keeps_each_solution(
    stated: tuple[list[Domain], list[FlatConstraint]], first: int, most: int
) -> None:
    engine, known = engine_of(*stated), solutions(*stated)
    try:
        engine.run()
        with patch.object(probing, "TUNING", Tuning(probing_first=first, probing_most=most)):
            probe(engine, range(COUNT))
        engine.run()
    except Contradiction:
        assert not known
        return
    assert all(engine.store.has(x, v) for values in known for x, v in enumerate(values))


@some_spans
@unhurried
@given(models(), st.integers(0, 20), st.integers(1, 20))
def test_trials_find_what_a_single_assumption_refutes(
    span: int, stated: tuple[list[Domain], list[FlatConstraint]], start: int, most: int
) -> None:
    with patch("puzzledsl.kernel.store.SPAN", span):
        engine = engine_of(*stated)
        store = engine.store
        try:
            engine.run()
        except Contradiction:
            return
        values = [(x, v) for x, domain in enumerate(stated[0]) for v in domain][start:]
        mark = store.mark()
        found = tried(engine, [(x, v, v) for x, v in values], most)
        assert store.mark() == mark
        expected = [withstands(engine, x, v) for x, v in values]
        assert [steps is None for steps in found] == expected[: len(found)]
        assert len(found) == len(values) or expected[: len(found)].count(False) == most


def test_probing_and_trials_take_back_what_they_have_assumed_when_it_is_late() -> None:
    engine = engine_of([Domain.range(0, 3)] * 3, [FlatConstraint(AllDifferent((0, 1, 2)), 0)])
    engine.run()
    with within(0):
        probe(engine, range(3))
        assert tried(engine, [(0, 0, 0)]) == []
    assert engine.store.mark() == 0
