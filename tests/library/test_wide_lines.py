"""Lines whose two ends matter to each cell between them mean the same in domains that are too wide for an automaton."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from puzzledsl import Limits, parse

WIDE = (0, 3, 5, 9, 14, 30)


def between(ends: Sequence[int], inner: Sequence[int]) -> bool:
    return all(min(ends) < value < max(ends) for value in inner)


def lockout(ends: Sequence[int], inner: Sequence[int], gap: int = 4) -> bool:
    return max(ends) - min(ends) >= gap and not any(min(ends) <= value <= max(ends) for value in inner)


@pytest.mark.parametrize(
    ("clue", "holds"),
    [("between", between), ("lockout", lockout), ("lockout 7", lambda ends, inner: lockout(ends, inner, 7))],
)
def test_ends_of_a_wide_domain(clue: str, holds: Callable[[Sequence[int], Sequence[int]], bool]) -> None:
    model = parse(f"grid cell[1, 4] in {{{', '.join(map(str, WIDE))}}}\n{clue}: row(1)\n")
    found = sorted(tuple(solution.grid()[0]) for solution in model.solutions(solver="search"))
    assert found == [line for line in product(WIDE, repeat=4) if holds((line[0], line[3]), line[1:3])]


@pytest.mark.parametrize("clue", ["between", "lockout"])
def test_a_wide_domain_needs_no_automaton(clue: str) -> None:
    parse(f"grid cell[1, 9] in 1..1000\n{clue}: row(1)\n", limits=Limits(moves=100, steps=10_000))
