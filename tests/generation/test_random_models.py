"""Puzzles of random small models, against brute force."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from tests.examples import examples

from .conftest import Condition, different, solutions

NAMES = ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
RELATIONS: dict[str, Callable[[Sequence[int]], bool]] = {
    "{0} < {1}": lambda v: v[0] < v[1],
    "{0} != {1}": lambda v: v[0] != v[1],
    "{0} + {1} == 4": lambda v: v[0] + v[1] == 4,
    "{0} == 1 or {1} >= 3": lambda v: v[0] == 1 or v[1] >= 3,
    "abs({0} - {1}) >= 2": lambda v: abs(v[0] - v[1]) >= 2,
}

relations = st.tuples(st.sampled_from(sorted(RELATIONS)), st.permutations(range(6)).map(lambda order: order[:2]))


@settings(max_examples=examples(60))
@given(st.lists(relations, max_size=4), st.booleans(), st.integers(0, 5))
def test_one_solution_and_none_to_spare(chosen: list[tuple[str, list[int]]], rows_differ: bool, seed: int) -> None:
    lines = ["grid cell[2, 3] in 1..4"]
    conditions: list[Condition] = []
    if rows_differ:
        lines.append("alldifferent: rows")
        conditions += [different((0, 1, 2)), different((3, 4, 5))]
    for text, cells in chosen:
        lines.append(text.format(*(NAMES[x] for x in cells)))
        conditions.append((tuple(cells), RELATIONS[text]))
    everything = [1, 2, 3, 4]
    known = solutions(6, everything, conditions, {})
    try:
        model = puzzledsl.parse("\n".join(lines) + "\n")
    except PuzzleError:  # a contradiction that is plain to see is a mistake
        assert not known
        return
    if len(known) < 2:
        with pytest.raises(PuzzleError, match="exactly one solution" if known else "no solution|can never hold"):
            model.generate(seed=seed)
        return
    (puzzle,) = model.generate(seed=seed)
    givens = dict(puzzledsl.parse(puzzle.text).elaborated.givens)
    assert solutions(6, everything, conditions, givens) == [tuple(puzzle.solution.values())]
    assert puzzle.minimal
    for x in givens:
        assert len(solutions(6, everything, conditions, {y: v for y, v in givens.items() if y != x})) == 2
