"""Killers: cages partition the grid, hold different digits, have the right totals, and determine all."""

from __future__ import annotations

import re

import pytest

import puzzledsl
from puzzledsl import PuzzleError

from .conftest import FOUR, NINE, SIX, Condition, different, houses, solutions


def place(name: str) -> tuple[int, int]:
    found = re.fullmatch(r"r(\d+)c(\d+)", name)
    assert found is not None
    return int(found.group(1)), int(found.group(2))


def connected(places: set[tuple[int, int]]) -> bool:
    reached = [min(places)]
    for r, c in reached:
        beside = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & places
        reached += sorted(beside - set(reached))
    return len(reached) == len(places)


@pytest.mark.parametrize("sizes", [(2, 5), (1, 3), (2, 3)])
def test_cages_partition_the_grid_and_add_up(sizes: tuple[int, int]) -> None:
    for puzzle in puzzledsl.parse(SIX).generate(seed=1, cages=True, cage_sizes=sizes):
        names = [name for cells, _ in puzzle.cages for name in cells]
        assert sorted(names, key=place) == list(puzzle.solution)
        for cells, total in puzzle.cages:
            values = [puzzle.solution[name] for name in cells]
            assert sizes[0] <= len(cells) <= sizes[1]
            assert len(set(values)) == len(values)
            assert sum(values) == total
            assert connected({place(name) for name in cells})


@pytest.mark.parametrize(("text", "size", "height"), [(FOUR, 4, 2), (SIX, 6, 2)])
def test_one_solution_without_any_given(text: str, size: int, height: int) -> None:
    for puzzle in puzzledsl.parse(text).generate(seed=3, count=2, cages=True, cage_sizes=(2, 3)):
        assert puzzle.givens == 0
        names = list(puzzle.solution)
        conditions = houses(size, height, size // height)
        for cells, total in puzzle.cages:
            group = tuple(names.index(name) for name in cells)
            adds_up: Condition = (group, lambda values, total=total: sum(values) == total)  # type: ignore[misc]
            conditions += [different(group), adds_up]
        assert solutions(size * size, range(1, size + 1), conditions, {}) == [tuple(puzzle.solution.values())]


def test_the_text_of_a_killer() -> None:
    (puzzle,) = puzzledsl.parse(NINE).generate(seed=2, cages=True, cage_sizes=(2, 3))
    assert puzzle.text.startswith(NINE.rstrip() + "\n\n# Made by puzzledsl generate, seed 2, puzzle 1: ")
    assert puzzle.text.count("\ncage ") == len(puzzle.cages)
    assert "givens" not in puzzle.text.split("Made by")[1]
    again = puzzledsl.parse(puzzle.text)
    assert sum(mark.kind == "cage" for mark in again.elaborated.marks) == len(puzzle.cages)
    assert again.solve().values == puzzle.solution


def test_killers_of_other_models() -> None:
    cross = NINE + "alldifferent: diagonal, antidiagonal\n"
    (puzzle,) = puzzledsl.parse(cross).generate(seed=2, cages=True, cage_sizes=(2, 3))
    assert puzzledsl.parse(puzzle.text).solve().values == puzzle.solution
    hole = "grid cell[3, 3] in 1..5\nmask:\n    . . .\n    . x .\n    . . .\n"
    hole += "alldifferent: row(1), row(3), column(1), column(3)\n"
    (puzzle,) = puzzledsl.parse(hole).generate(seed=2, cages=True, cage_sizes=(1, 2))
    assert sum(len(cells) for cells, _ in puzzle.cages) == 8


def test_the_same_seed_makes_the_same_killers() -> None:
    model = puzzledsl.parse(FOUR)
    one = [puzzle.text for puzzle in model.generate(seed=5, count=4, cages=True)]
    two = [puzzle.text for puzzle in model.generate(seed=5, count=4, cages=True, jobs=2)]
    assert one == two
    assert len(set(one)) == 4


def test_cages_that_cannot_be() -> None:
    own = FOUR + "rule cage(cells, total):\n    sum(cells) == total\n"
    with pytest.raises(PuzzleError, match="the model has a rule `cage` of its own"):
        puzzledsl.parse(own).generate(cages=True)
    with pytest.raises(PuzzleError, match="cages of 5 to 6 different values cannot be: `cell` has 4"):
        puzzledsl.parse(FOUR).generate(cages=True, cage_sizes=(5, 6))
    with pytest.raises(PuzzleError, match="cages of 3 to 2 different values cannot be"):
        puzzledsl.parse(FOUR).generate(cages=True, cage_sizes=(3, 2))
    with pytest.raises(PuzzleError, match="givens, cages or clues, only one of them"):
        puzzledsl.parse(FOUR).generate(cages=True, givens=3)
    for wrong in (3, "2-5", (2, 3, 4), (2.0, 5.0)):
        with pytest.raises(ValueError, match="`cage_sizes` is a pair of whole numbers"):
            puzzledsl.parse(FOUR).generate(cages=True, cage_sizes=wrong)  # type: ignore[arg-type]
    for clues in (False, True):
        with pytest.raises(ValueError, match="`cage_sizes` needs `cages=True`"):
            puzzledsl.parse(FOUR).generate(clues=clues, cage_sizes=(7, 2))
    with pytest.raises(PuzzleError, match="no layout of cages with 4 to 4 cells was found"):
        list(puzzledsl.parse("grid cell[1, 5] in 1..5\nalldifferent: row(1)\n").generate(cages=True, cage_sizes=(4, 4)))
    with pytest.raises(PuzzleError, match="cages in `cell` cannot determine `other`"):
        list(puzzledsl.parse(FOUR + "grid other[1, 1] in 1..3\n").generate(cages=True, seed=1))
