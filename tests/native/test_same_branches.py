"""The kernel in machine code against the one in Python: the same removals in the same order, the same branches."""

from __future__ import annotations

from ctypes import CDLL
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.flat import FlatConstraint, FlatModel, Literal
from puzzledsl.flattening.flatten import flatten
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.loading import load_model
from puzzledsl.presolve.presolve import rooted, strengthen
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, NEVER, TURNS, Search
from puzzledsl.source import Source
from puzzledsl.verification import Verifier
from tests.examples import examples
from tests.native import kernel
from tests.primitives import instances

pytestmark = [pytest.mark.slow, pytest.mark.skipif(kernel.COMPILER is None, reason="there is no C++ compiler")]

MODELS = Path(__file__).parents[2] / "models"
UNPORTED = {"ComponentSizes", "Partition"}
BRANCHES = 300


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> CDLL:
    return kernel.build(tmp_path_factory.mktemp("kernel"))


def portable(flat: FlatModel) -> bool:
    return not any(one.is_real for one in flat.variables) and not any(
        type(one.primitive).__name__ in UNPORTED for one in flat.constraints
    )


@pytest.mark.parametrize("name", sorted(path.name for path in MODELS.glob("*.puz")))
def test_a_model_takes_the_same_branches(library: CDLL, name: str) -> None:
    model = load_model(Source(name, (MODELS / name).read_text()), include=[MODELS])
    flat = flatten(model)
    if not portable(flat):
        pytest.skip("it has real variables, or constraints that are not ported")
    root = rooted(flat, "domain")
    if root.contradiction is None:
        strengthen(root)
    constraints = root.engine.constraints
    retired = [number for number in range(len(constraints)) if root.engine.is_retired(number)]
    store = Store(flat.variables)
    engine = Engine(constraints, store, retired)
    native = kernel.Kernel(library, flat.variables)
    assert native.take(constraints, retired) == 0
    assert engine.run()
    assert native.call("kernel_propagate", 1, -1) == 0
    assert native.state() == (engine.steps, *kernel.trail_of(store))
    accepts = Verifier(model).accepts
    for learning in (NEVER, TURNS, ALWAYS):
        mark = store.mark()
        search = Search(engine, range(flat.sources), accepts, learning=learning)
        try:
            values = search.run(Budget(branches=BRANCHES))
            expected = kernel.MORE if values is None else kernel.LEAF
        except Refuted:
            values, expected = None, kernel.REFUTED
        native.begin(engine, range(flat.sources), learning)
        found = kernel.CUT
        while found == kernel.CUT:
            # Slices of uneven lengths: where one ends must not matter.
            found = native.call("search_run", BRANCHES, kernel.NO_LIMIT, kernel.NO_LIMIT, 77)
            if found == kernel.LEAF and not accepts(native.values()):
                native.call("search_judge", 0)
                found = kernel.CUT
        assert found == expected
        assert values is None or native.values() == values
        done = tuple(native.call(f"search_{one}") for one in ("branches", "conflicts", "work"))
        assert done == (search.branches, search.conflicts, search.work)
        assert native.state()[1:] == kernel.trail_of(store)
        search.close()
        native.call("search_close")
        for one in (store.undo, lambda mark: native.call("kernel_undo", mark)):
            one(mark)
        engine.forget()
        native.call("kernel_forget")


@pytest.mark.parametrize("kind", sorted(set(instances.INSTANCES) - UNPORTED))
@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_constraint_removes_the_same_with_and_without_a_condition(
    library: CDLL, kind: str, data: st.DataObject
) -> None:
    instance = data.draw(instances.of(kind))
    variables = instance.variables()
    condition: tuple[Literal, ...] = ()
    if data.draw(st.booleans()):
        x = data.draw(st.integers(0, len(variables) - 1))
        condition = (Literal(x, data.draw(st.sampled_from(instance.domains))),)
    constraints = [FlatConstraint(instance.primitive, 0, condition)]
    store = Store(variables)
    engine = Engine(constraints, store)
    native = kernel.Kernel(library, variables)
    assert native.take(constraints) == 0
    for x in data.draw(st.permutations(range(len(variables)))):
        try:
            engine.run()
        except Contradiction:
            assert native.call("kernel_propagate", 1, -1) == 1
            assert native.call("kernel_culprit") == engine.culprit
            return
        assert native.call("kernel_propagate", 1, -1) == 0
        assert native.state() == (engine.steps, *kernel.trail_of(store))
        value = data.draw(st.sampled_from(list(store.domain(x))))
        store.fix(x, value)
        native.call("kernel_fix", x, value)


@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damaged_numbers_are_refused(library: CDLL, data: st.DataObject) -> None:
    """Cut off, or with one number replaced, they are taken in or refused, and the process lives."""
    instance = data.draw(instances.of(data.draw(st.sampled_from(sorted(set(instances.INSTANCES) - UNPORTED)))))
    numbers = kernel.FlatNumbers(instance.variables()).written([FlatConstraint(instance.primitive, 0)], first=True)
    native = kernel.Kernel(library, instance.variables())
    if data.draw(st.booleans()):
        assert native.take_numbers(numbers[: data.draw(st.integers(0, len(numbers) - 1))]) == 1
        return
    odd = st.one_of(st.integers(-3, 12), st.sampled_from([1 << 40, -1 << 40, (1 << 63) - 1, -1 << 63]))
    numbers[data.draw(st.integers(0, len(numbers) - 1))] = data.draw(odd)
    assert native.take_numbers(numbers) in (0, 1, 2)
