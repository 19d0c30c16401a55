"""Laws of encoding: the rows admit exactly what ``check`` accepts, with and without a condition."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.kernel.diagram import reader_of
from puzzledsl.primitives import kinds, network
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.table import Table
from tests.examples import examples

from . import instances
from .rows import Rows, origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.row_builder import RowBuilder

KINDS = sorted(kinds())
LARGE = ("alldifferent", "perspective")
"""Modules with a second formulation for variables with many values."""


@contextmanager
def few_values(limit: int | None) -> Iterator[None]:
    """Make variables with more values than ``limit`` count as large ones."""
    with ExitStack() as stack:
        if limit is not None:
            for module in LARGE:
                stack.enter_context(patch(f"puzzledsl.primitives.{module}._FEW_VALUES", limit))
        yield


@pytest.mark.parametrize("large", [None, 1], ids=["few", "many"])
@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_rows_admit_exactly_the_solutions(kind: str, encoding: str, large: int | None, data: st.DataObject) -> None:
    instance = data.draw(instances.of(kind))
    conditioned = data.draw(st.booleans())
    variables = (*instance.variables(), FlatVariable("b", Domain.range(0, 1)))
    switch = len(instance.domains)
    condition = (Literal(switch, Domain.range(1, 1)),) if conditioned else ()
    constraint = FlatConstraint(instance.primitive, 0, condition)
    flat = FlatModel(variables, (constraint,), (origin(),), len(variables))
    with few_values(large):
        rows = Rows(encode(flat, [variable.domain for variable in variables], encoding))
    for values in sample(instance, data.draw(st.integers(0, 1000))):
        holds = instance.primitive.check(values)
        assert rows.admit((*values, 1)) == holds, (values, "must hold")
        assert rows.admit((*values, 0)) == (holds or conditioned), (values, "need not hold")


def sample(instance: instances.Instance, seed: int, size: int = 6) -> list[tuple[int, ...]]:
    """Some solutions and some that are none."""
    assignments = instance.assignments()
    Random(seed).shuffle(assignments)
    accepted = [values for values in assignments if instance.primitive.check(values)]
    rejected = [values for values in assignments if not instance.primitive.check(values)]
    return accepted[:size] + rejected[:size]


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_a_row_with_a_real_variable_is_exact(encoding: str) -> None:
    hours = FlatVariable("hours", Domain(()), (Fraction(0), Fraction(5, 2)))
    days = FlatVariable("days", Domain.range(0, 9))
    row = Linear(((0, Fraction(-4, 3)), (1, Fraction(1, 3))), (), "<=", 0)  # days ≤ 4 · hours
    flat = FlatModel((hours, days), (FlatConstraint(row, 0),), (origin(),), 2)
    rows = Rows(encode(flat, [hours.domain, days.domain], encoding))
    assert [rows.admit((None, day)) for day in range(8, 10)] == [True, True]
    assert rows.admit((1, 4))
    assert not rows.admit((1, 5))


@pytest.mark.parametrize("encoding", sorted(encodings()))
@settings(max_examples=examples(25))
@given(table=st.frozensets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=20))
def test_a_table_written_as_a_network_admits_its_rows(encoding: str, table: frozenset[tuple[int, ...]]) -> None:
    class Flow(Table):
        def encode(self, builder: RowBuilder) -> None:
            reader = reader_of(self.rows)
            network.write(builder, self.variables, reader, network.within(builder, self.variables, reader))

    variables = tuple(FlatVariable(f"v{i}", Domain.range(0, 2)) for i in range(3))
    flat = FlatModel(variables, (FlatConstraint(Flow((0, 1, 2), table), 0),), (origin(),), 3)
    rows = Rows(encode(flat, [variable.domain for variable in variables], encoding))
    for values in product(range(3), repeat=3):
        assert rows.admit(values) == (values in table)


LARGER = [
    Product(0, 1, 2),
    Product(0, 0, 2),
    AllDifferent((0, 1, 2)),
    Linear(((0, 3), (1, -2)), (), "!=", 10),
]


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("primitive", LARGER, ids=str)
def test_large_domains(primitive: Primitive, encoding: str) -> None:
    domains = [Domain.range(-1000, 1000), Domain.range(-50, 400), Domain.range(-(10**6), 10**6)]
    variables = tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains))
    flat = FlatModel(variables, (FlatConstraint(primitive, 0),), (origin(),), 3)
    rows = Rows(encode(flat, domains, encoding))
    random = Random(5)
    near = [*range(-4, 5), 7, 399, 400]
    for _ in range(40):
        x, y = random.choice([*near, random.randint(-1000, 1000)]), random.choice(near)
        y = min(max(y, -50), 400)
        x = 2 * y // 3 + 4 if random.random() < 0.2 else x
        results = {x * y, x * x, abs(x), max(x, y), min(x, y), 7, x, y, x // (y or 1), x % (y or 1)}
        for z in (random.choice(sorted(results)), random.choice(sorted(results)) + 1):
            assert rows.admit((x, y, z)) == primitive.check((x, y, z)), (x, y, z)
