"""Laws of encoding: the rows admit exactly what ``check`` accepts, with and without a condition."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.bridges import Bridge, bridges_from
from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.encoded import missing_rows
from puzzledsl.flat import FlatConstraint, FlatModel, FlatObjective, FlatVariable, Literal, Primitive
from puzzledsl.primitives import kinds
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from tests.examples import examples

from . import instances
from .rows import Rows, origin

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.encodings.writer import Writer

BRIDGES = [
    pytest.param(kind, bridge, id=bridge.__name__)
    for kind, primitive in kinds().items()
    for bridge in bridges_from(primitive)
]
"""Each kind of primitive with each of its bridges."""


def encode_by(bridge: type[Bridge[Any]], encoding: str, flat: FlatModel) -> Encoded | None:
    """Write all constraints that this bridge can write by it, and the others as usual; ``None``: it writes none."""
    encoder: type[Writer] = import_module(f"puzzledsl.encodings.{encoding}").ENCODER
    written = 0

    class ByBridge(encoder):  # type: ignore[misc, valid-type]
        def _bridge(self, primitive: Primitive) -> Bridge[Any]:
            nonlocal written
            usual: Bridge[Any] = super()._bridge(primitive)
            if bridge in bridges_from(type(primitive)):
                chosen = bridge(self, primitive)
                if chosen.cost() is not None:
                    written += 1
                    return chosen
            return usual

    encoded = ByBridge(flat, [variable.domain for variable in flat.variables], (), True).encoded()
    return encoded if written else None


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize(("kind", "bridge"), BRIDGES)
@settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_rows_admit_exactly_the_solutions(
    kind: str, bridge: type[Bridge[Any]], encoding: str, data: st.DataObject
) -> None:
    instance = data.draw(instances.of(kind))
    conditioned = data.draw(st.booleans())
    variables = (*instance.variables(), FlatVariable("b", Domain.range(0, 1)))
    switch = len(instance.domains)
    condition = (Literal(switch, Domain.range(1, 1)),) if conditioned else ()
    constraint = FlatConstraint(instance.primitive, 0, condition)
    objective = data.draw(st.sampled_from([None, FlatObjective(False, ((switch, 1),), 0)]))
    flat = FlatModel(variables, (constraint,), (origin(),), len(variables), objective)
    encoded = encode_by(bridge, encoding, flat)
    if encoded is None:
        return
    rows = Rows(encoded)
    for values in sample(instance, data.draw(st.integers(0, 1000))):
        holds = instance.primitive.check(values)
        for switched, expected in ((1, holds), (0, holds or conditioned)):
            admitted = rows.admit((*values, switched)) and not missing_rows(encoded, (*values, switched))
            assert admitted == expected, (values, switched)


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
