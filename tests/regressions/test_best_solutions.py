"""A best solution is looked for until it is proven, or the time is over."""

from __future__ import annotations

import pytest

from puzzledsl import parse

TWO_EQUATIONS = """
grid cell[2, 4] in 0..9
sum(cells) == 30
for r in 1..2:
    cell[r, 1] * 7 + cell[r, 2] * 5 + cell[r, 3] * 3 + cell[r, 4] * 2 == 60 + r
maximize sum(cell[i, j] * ((i * 7 + j * 3) mod 5) for i in 1..2, j in 1..4)
"""


@pytest.mark.parametrize("solver", ["auto", "search"])
def test_a_first_short_search_is_not_the_last(solver: str) -> None:
    """It needs more branches than those with which a question begins."""
    solution = parse(TWO_EQUATIONS).solve(solver=solver)
    assert (solution.status, solution.objective) == ("optimal", 90)
