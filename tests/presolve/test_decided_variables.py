"""Constraints over fewer variables say the same within the present domains."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, Literal
from puzzledsl.kernel.store import Store
from puzzledsl.presolve.decided_variables import decided_variables
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.linear import Linear
from tests.examples import examples

from ..flat_models import Builder
from ..primitives import instances


@pytest.mark.parametrize("kind", ["Connected", "Linear"])
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_same_values_are_accepted(kind: str, data: st.DataObject) -> None:
    instance = data.draw(instances.of(kind))
    variables = tuple(instance.variables())
    model = WorkingModel(FlatModel(variables, (FlatConstraint(instance.primitive, 0),), (), len(variables)))
    for one in decided_variables(model, Store(variables)).added:
        assert len(one.primitive.scope) < len(instance.primitive.scope)
        for values in instance.assignments():
            assert one.primitive.check(values) == instance.primitive.check(values)


def test_what_cannot_be_chosen_is_left_out() -> None:
    builder = Builder()
    cells = builder.grid("cell", 1, 5, range(3))
    edges = tuple((i, i + 1) for i in range(4))
    one = Domain.range(1, 1)
    store = Store(builder.flat().variables)
    store.fix(cells[4], 0)
    store.fix(cells[0], 1)
    count = Linear((), tuple((Literal(x, one), 1) for x in cells), "==", 3)
    connected = Connected(tuple(cells), one, edges)
    builder.add(connected)
    builder.add(count)
    first, second = decided_variables(WorkingModel(builder.flat()), store).added
    assert first.primitive == Connected((0, 1, 2, 3), one, edges[:3])
    assert second.primitive == Linear((), tuple((Literal(x, one), 1) for x in cells[1:4]), "==", 2)
