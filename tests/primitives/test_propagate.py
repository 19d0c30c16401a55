"""Laws of propagation: no solution is lost, and only what has none is refuted."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives import kinds
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.examples import examples

from . import instances
from .reasons import fails, reason

KINDS = sorted(kinds())


def test_every_primitive_has_instances() -> None:
    assert set(KINDS) == set(instances.INSTANCES)
    assert set(instances.APART) <= set(KINDS)


@pytest.mark.parametrize("span", [20_000, 2], ids=["masks", "bounds"])
@pytest.mark.parametrize("costly", [False, True], ids=["cheap", "costly"])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(80), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_propagation_loses_no_solution(kind: str, costly: bool, span: int, data: st.DataObject) -> None:
    instance = data.draw(instances.any_of(kind))
    solutions = [values for values in instance.assignments() if instance.primitive.check(values)]
    with patch("puzzledsl.kernel.store.SPAN", span):  # so that small instances have wide variables too
        store, constraint = Store(instance.variables()), FlatConstraint(instance.primitive, 0)
        try:
            store.propagate_alone(constraint, costly=costly)
            store.propagate_alone(constraint, costly=costly)
        except Contradiction:
            assert not solutions
            return
        left = [set(store.values(x)) for x in range(len(instance.domains))]
    for x, domain in enumerate(instance.domains):
        assert left[x] <= set(domain)
        assert {values[x] for values in solutions} <= left[x]


@pytest.mark.parametrize("span", [20_000, 2], ids=["masks", "bounds"])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_condition_goes_when_its_constraint_fails_and_not_before(kind: str, span: int, data: st.DataObject) -> None:
    """Values that the constraint can hold with are watched meanwhile; they must not hide that it fails."""
    instance = data.draw(instances.any_of(kind))
    solutions = [values for values in instance.assignments() if instance.primitive.check(values)]
    count = len(instance.domains)
    variables = (*instance.variables(), FlatVariable("condition", Domain.range(0, 1)))
    with patch("puzzledsl.kernel.store.SPAN", span):
        store = Store(variables)
        rule = FlatConstraint(instance.primitive, 0, (Literal(count, Domain.range(1, 1)),))
        engine = Engine([rule], store)
        marks: list[int] = []
        for _ in range(data.draw(st.integers(1, 6))):
            before = [store.domain(x) for x in range(count)]
            engine.run()
            assert [store.domain(x) for x in range(count)] == before
            left = [found for found in solutions if all(v in one for v, one in zip(found, before, strict=True))]
            failed = fails(store, FlatConstraint(instance.primitive, 0))
            is_open = store.has(count, 1)  # looking for what it can hold with may tell more than propagation
            assert not (failed and is_open)
            assert is_open or not left
            assert failed or left or not all(map(store.is_fixed, range(count))) or not store.is_whole
            if marks and (failed or data.draw(st.booleans())):
                store.undo(marks.pop(data.draw(st.integers(0, len(marks) - 1))))
                marks = [mark for mark in marks if mark <= store.mark()]
                engine.forget()
            elif count:
                marks.append(store.mark())
                x = data.draw(st.integers(0, count - 1))
                store.keep(x, Domain.of(data.draw(st.sets(st.sampled_from(list(before[x])), min_size=1))))


@pytest.mark.parametrize("costly", [False, True], ids=["cheap", "costly"])
@settings(max_examples=examples(400), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_real_variables_lend_their_bounds(costly: bool, data: st.DataObject) -> None:
    whole = data.draw(instances.of("Linear"))
    low, high = sorted(data.draw(st.lists(st.fractions(-4, 4, max_denominator=5), min_size=2, max_size=2)))
    slope: Fraction = data.draw(st.sampled_from([Fraction(1), Fraction(-1), Fraction(2), Fraction(-1, 2)]))
    ends: list[tuple[Fraction | None, Fraction | None]] = [
        (low, high),
        (low, low),
        (low, None),
        (None, high),
        (Fraction(0), None),
        (None, Fraction(0)),
    ]
    least, most = data.draw(st.sampled_from(ends))
    linear = whole.primitive
    assert isinstance(linear, Linear)
    assume(linear.op != "!=")
    real = len(whole.domains)
    mixed = Linear((*linear.terms, (real, slope)), linear.literals, linear.op, linear.constant)
    store = Store((*whole.variables(), FlatVariable("real", Domain(()), (least, most))))

    def may_be(values: tuple[int, ...]) -> bool:
        """Whether some value of the real variable completes them: what they leave; of ``<=``, or anything beyond."""
        total: int | Fraction = sum(k * values[x] for x, k in linear.terms)
        total += sum(k for literal, k in linear.literals if values[literal.variable] in literal.values)
        left = (linear.constant - total) / slope
        enough = least is None or least <= left or (linear.op == "<=" and slope < 0)
        return enough and (most is None or left <= most or (linear.op == "<=" and slope > 0))

    solutions = [values for values in whole.assignments() if may_be(values)]
    try:
        for _ in range(2):
            store.propagate_alone(FlatConstraint(mixed, 0), costly=costly)
    except Contradiction:
        assert not solutions
        return
    for x in range(real):
        assert {values[x] for values in solutions} <= set(store.values(x))


def test_tables_without_rows_have_no_solution_however_many_variables() -> None:
    rows: frozenset[tuple[int, ...]] = frozenset()
    for count in (1, 3, 2, 0):  # equal sets of rows share what is arranged for them, whatever their width
        table = FlatConstraint(Table(tuple(range(count)), rows), 0)
        store = Store(tuple(FlatVariable(f"v{x}", Domain.of([0, 1])) for x in range(count)))
        with pytest.raises(Contradiction):
            store.propagate_alone(table)
        assert not reason(store, table, store.mask).unexplained


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(300), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_propagation_decides_full_assignments(kind: str, data: st.DataObject) -> None:
    instance = data.draw(instances.any_of(kind))
    every = instance.assignments()
    values = data.draw(st.one_of(st.sampled_from(every), st.just(every[0])))  # often with the least values
    at_once = data.draw(st.booleans())  # or after each value: propagators remember what they have seen
    store = Store(instance.variables())
    try:
        constraint = FlatConstraint(instance.primitive, 0)
        for x, value in enumerate(values):
            store.fix(x, value)
            if not at_once:
                store.propagate_alone(constraint)
        store.propagate_alone(constraint)
    except Contradiction:
        assert not instance.primitive.check(values)
    else:
        assert instance.primitive.check(values) or not store.is_whole  # numbers that the kernel cannot take


@pytest.mark.parametrize("kind", ["AllDifferent", "GroupedSum", "Linear", "Regular", "Table"])
@settings(max_examples=examples(80), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_strong_propagators_leave_only_values_of_solutions(kind: str, data: st.DataObject) -> None:
    always = kind not in ("GroupedSum", "Linear")  # sums that are too large are left to their bounds
    instance = data.draw(instances.any_of(kind) if always else instances.of(kind))
    scope = instance.primitive.scope
    if kind == "Regular" and len(instance.primitive.variables) != len(scope):  # type: ignore[attr-defined]
        return  # a cell read twice counts as two
    solutions = [values for values in instance.assignments() if instance.primitive.check(values)]
    store, constraint = Store(instance.variables()), FlatConstraint(instance.primitive, 0)
    try:
        store.propagate_alone(constraint)
        store.propagate_alone(constraint)
    except Contradiction:
        assert not solutions
        return
    for x in scope:
        assert set(store.values(x)) == {values[x] for values in solutions}
