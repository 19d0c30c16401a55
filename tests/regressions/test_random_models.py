"""What comparing random models with all assignments found: claims and answers that were wrong, clues refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from puzzledsl import PuzzleError, parse

GRID = "grid cell[1, 2] in 0..2\n"
HALF = Fraction(1, 2)


def solutions(text: str) -> set[tuple[int, ...]]:
    """What search lists."""
    model = parse(text)
    return {tuple(int(found[name]) for name in model.variables) for found in model.solutions(solver="search")}


@pytest.mark.parametrize(
    ("statement", "means"),
    [
        ("abs(r1c1 / 2 - r1c2) == 1 / 2", lambda a, b: abs(a * HALF - b) == HALF),
        ("abs(r1c1 / 2 - r1c2) < 1", lambda a, b: abs(a * HALF - b) < 1),
        ("not (abs(r1c1 / 2 - r1c2) < 1)", lambda a, b: abs(a * HALF - b) >= 1),
        ("max(r1c1 / 2, r1c2 / 2) == 1 / 2", lambda a, b: max(a, b) == 1),
        ("(if r1c1 == 1 then 1 / 2 else 3) == 1 / 2", lambda a, b: a == 1),
        ("r1c1 * (r1c2 / 2) == 1 / 2", lambda a, b: a * b == 1),
        ("min(r1c1 / 2, 5) in {1 / 2}", lambda a, b: a == 1),
        ("r1c1 / 2 in 0..1", lambda a, b: a != 1),
        ("r1c1 / 2 not in 0..1", lambda a, b: a == 1),
        ("alldifferent(0, (r1c1 + 2) / 4, 1)", lambda a, b: a != 2),
        ("alldifferent((r1c1 + 1) / 2, 1, r1c1 - r1c1 + 1 + r1c2 / 2)", lambda a, b: a != 1 and b > 0 and b != a - 1),
        ("[true, false][r1c1]", lambda a, b: a == 1),
        ("element(r1c1, [1, 10 div r1c2], 1)", lambda a, b: a == 1),
    ],
)
def test_meaning(statement: str, means: object) -> None:
    assert callable(means)
    assert solutions(GRID + statement + "\n") == {v for v in product(range(3), repeat=2) if means(*v)}


def test_ripple_counts_the_cells_between() -> None:
    found = solutions("grid cell[1, 3] in 1..2\nripple: r1c1 r1c3\n")
    assert {(a, c) for a, _, c in found} == {(1, 1), (1, 2), (2, 1)}


def test_a_cell_listed_twice_is_no_pair() -> None:
    assert len(solutions(GRID + "anti_taxicab: r1c1 r1c1\n")) == 9


@pytest.mark.parametrize(
    ("clue", "number"),
    [
        ("rellik 5: [r1c1, r1c2 > 1]", 6),
        ("lunchbox([1, r1c1, r1c2], 0)", 2),
        ("sum_line 2: [r1c1, 2, r1c2]", 4),
        ("x_sum([2, r1c1], 3)", 3),
        ("clone([r1c1 == 1], [r1c2])", 3),
        ("arrow([r1c1, r1c2], r1c1 + 1)", 3),
        ("arrow([r1c1, r1c2], 2)", 3),
        ('kenken([0, r1c1], "/", 0)', 6),
        ("palindrome(cell)", 3),
        ("count([r1c1, 1], cell) == 2", 5),
    ],
)
def test_lists_hold_numbers_conditions_and_grids_as_well(clue: str, number: int) -> None:
    assert len(solutions(GRID + clue + "\n")) == number


def test_a_helper_of_the_library_standing_alone() -> None:
    with pytest.raises(PuzzleError, match="_draw_values"):
        parse(GRID + "_draw_values\n")
