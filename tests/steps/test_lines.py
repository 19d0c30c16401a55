"""Lines of different cells that an automaton reads."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.automaton import Regular
from puzzledsl.steps.lines import DifferentLine
from tests.examples import examples
from tests.primitives import instances


@settings(max_examples=examples(120), suppress_health_check=list(HealthCheck))
@given(instance=instances.any_of("Regular"))
def test_a_line_of_different_cells_keeps_the_values_of_its_words_alone(instance: instances.Instance) -> None:
    read = instance.primitive
    assert isinstance(read, Regular)
    line = DifferentLine(read.scope, read.automaton)
    words = [values for values in instance.assignments() if line.check(values)]
    store = Store(instance.variables())
    try:
        store.propagate_alone(FlatConstraint(line, 0))
    except Contradiction:
        assert not words
        return
    for x in line.scope:
        assert set(store.values(x)) == {values[x] for values in words}
