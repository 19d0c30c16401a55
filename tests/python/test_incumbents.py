"""`on_progress` gets each better solution with its values."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl

BAG = (
    "".join(f"var a{i} in 0..{3 + i % 4}\n" for i in range(12))
    + "grid cell[1, 2] in 0..9\nr1c1 + r1c2 <= a0 + a1\n"
    + " + ".join(f"{37 + 7 * i % 29}*a{i}" for i in range(12))
    + " <= 483\nmaximize r1c1 + "
    + " + ".join(f"{41 + 11 * i % 37}*a{i}" for i in range(12))
)


@pytest.mark.parametrize("how", [{"solver": "highs", "encoding": "integer"}, {"solver": "search"}, {}])
def test_each_better_solution_comes_with_its_values(how: Any) -> None:
    found: list[tuple[Any, Any]] = []

    def hear(progress: puzzledsl.Progress) -> None:
        if progress.solution is not None:
            found.append((progress.solution.objective, progress.incumbent))
            assert progress.solution.verify() == []
            value = progress.solution
            assert value[1, 1] + value[1, 2] <= value["a0"] + value["a1"]

    answer = puzzledsl.parse(BAG).solve(on_progress=hear, presolve="none", time_limit=20, **how)
    reached = [objective for objective, _ in found]
    assert reached
    assert all(objective == incumbent for objective, incumbent in found)
    assert reached == sorted(set(reached))
    assert reached[-1] == answer.objective or (not how and reached[-1] < answer.objective)  # HiGHS beside the search
