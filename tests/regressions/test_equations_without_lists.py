"""Short equations over variables whose values cannot be listed: real ones, and integers of a wide domain."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl

STRENGTHS = ("none", "bounds", "domain", "probe")


@pytest.mark.parametrize("presolve", STRENGTHS)
def test_an_equation_of_a_real_variable_and_two_integers_has_a_solution(presolve: Any) -> None:
    model = puzzledsl.parse("grid a[1, 2] in 0..3\nvar y in real 0..4\nr1c1 + y == 2 * r1c2\nmaximize y - r1c1")
    solution = model.solve(presolve=presolve, solver="highs")
    assert solution.status == "optimal"
    assert solution.objective == 4


def test_an_equation_of_wide_integers_is_not_listed() -> None:
    wide = "0..1000000000"
    model = puzzledsl.parse(
        f"var x in {wide}\nvar y in {wide}\nvar z in {wide}\nx + 2 * y + 3 * z == 1000000001\nx > y"
    )
    solution = model.solve()
    assert solution.status == "solved"
    assert not solution.verify()
