"""Calls in several threads: they share the elaborated model, and nothing that changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import puzzledsl

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def often() -> Iterator[None]:
    """Change threads after each few bytecodes."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("often")
def test_four_models_in_four_threads() -> None:
    models = [puzzledsl.load(MODELS / f"{name}.puz") for name in ("sandwich", "skyscrapers", "killer", "slitherlink")]
    expected = [model.solve().values for model in models]
    with ThreadPoolExecutor(4) as pool:
        assert [solution.values for solution in pool.map(lambda model: model.solve(), models)] == expected


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("name", ["sandwich", "skyscrapers", "killer", "slitherlink"])
def test_one_model_in_three_threads(name: str) -> None:
    model = puzzledsl.load(MODELS / f"{name}.puz")
    expected = model.solve().values
    with ThreadPoolExecutor(3) as pool:
        found = [call.result() for call in [pool.submit(model.solve) for _ in range(6)]]
    assert [solution.status for solution in found] == ["solved"] * 6
    assert all(solution.values == expected for solution in found)


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
