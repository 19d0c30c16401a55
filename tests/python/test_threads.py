"""Calls in several threads: they share the elaborated model, and nothing that changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatVariable
from puzzledsl.kernel import diagram, diagram_line
from puzzledsl.kernel import store as store_module
from puzzledsl.kernel.store import Store
from puzzledsl.primitives.automaton import Regular

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def often() -> Iterator[None]:
    """Change threads after each few bytecodes."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("name", ["sandwich", "skyscrapers", "killer", "slitherlink"])
def test_one_model_in_three_threads(name: str) -> None:
    model = puzzledsl.load(MODELS / f"{name}.puz")
    expected = model.solve().values
    with ThreadPoolExecutor(3) as pool:
        found = [call.result() for call in [pool.submit(model.solve) for _ in range(6)]]
    assert [solution.status for solution in found] == ["solved"] * 6
    assert all(solution.values == expected for solution in found)


@pytest.mark.skipif(not store_module.__file__.endswith(".py"), reason="a compiled store has no interpreted subclasses")
@pytest.mark.parametrize("most_arcs", [diagram.MOST_ARCS, 0])
def test_engines_may_take_turns_within_a_step(most_arcs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another engine's line of the same automaton is propagated between any two readings of a mask."""
    for module in (diagram, diagram_line):
        monkeypatch.setattr(module, "MOST_ARCS", most_arcs)
    rising = Automaton(0, tuple({v: v for v in range(max(s, 1), 5)} for s in range(5)), frozenset(range(1, 5)))
    variables = [FlatVariable(f"x{i}", Domain.of(range(1, 5))) for i in range(4)]
    other = Regular((0, 1, 2, 3), rising)

    class Interrupted(Store):
        def window(self, x: int, base: int, width: int) -> int:
            elsewhere = Store(variables)
            elsewhere.keep(x, Domain.of({1, 4}))
            other.propagate(elsewhere)
            return super().window(x, base, width)

    stores = [Store(variables), Interrupted(variables)]
    for store in stores:
        store.keep(1, Domain.of({3, 4}))
        store.keep(2, Domain.of({1, 3}))
        line = Regular((0, 1, 2, 3), rising)
        for _ in range(2):
            line.propagate(store)
        store.keep(0, Domain.of({2}))
        line.propagate(store)
    assert [list(stores[0].values(x)) for x in range(4)] == [list(stores[1].values(x)) for x in range(4)]


def test_a_compiled_model_refuses_a_second_call_while_one_runs() -> None:
    with puzzledsl.load(MODELS / "killer.puz").compile() as compiled:
        refused: list[str] = []

        def again(_: object) -> None:
            if not refused:
                with pytest.raises(puzzledsl.PuzzleError, match="is solving another puzzle") as caught:
                    compiled.solve()
                refused.append(str(caught.value))

        assert compiled.solve(on_progress=again).status == "solved"
        assert refused
        assert compiled.solve().status == "solved"
