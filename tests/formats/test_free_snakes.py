"""A snake that the solver draws, and whose ends the solver finds."""

from __future__ import annotations

from itertools import groupby

import puzzledsl
from tests.formats.test_f_puzzles import read

NORMAL = "Normal sudoku rules apply."
Spot = tuple[int, int]


def around(cell: Spot, side: int) -> list[Spot]:
    r, c = cell
    return [(a, b) for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= a < side and 0 <= b < side]


def every(side: int) -> list[Spot]:
    return [(r, c) for r in range(side) for c in range(side)]


def test_a_snake_whose_ends_are_to_be_found_has_segments_of_one_sum() -> None:
    rules = (
        f"{NORMAL} Draw a one-cell wide snake of orthogonally connected cells that does not branch or touch itself. "
        "The non-snake cells must form a single, orthogonally connected area. Cells separated by dots will contain "
        "one snake cell and one non-snake cell. Box borders divide the snake into segments, each of which have the "
        "same sum."
    )
    dots = [{"cells": ["R2C3", "R2C4"]}, {"cells": ["R5C3", "R5C4"]}]
    imported = read(size=6, difference=dots, ruleset=rules)
    assert imported.not_understood == ()
    found = puzzledsl.parse(
        imported.model, givens={(1, c): v for c, v in enumerate([3, 1, 4, 6, 2, 5], start=1)}
    ).solve()
    assert found.status == "solved"
    grid, snake = found.grid("cell"), found.grid("snake")
    on = {(r, c) for r, c in every(6) if snake[r][c]}
    beside = {cell: [other for other in around(cell, 6) if other in on] for cell in on}
    ends = [cell for cell in on if len(beside[cell]) == 1]
    assert len(ends) == 2
    way = [ends[0]]
    while more := [cell for cell in beside[way[-1]] if cell not in way]:
        way += more
    assert set(way) == on
    sums = [sum(grid[r][c] for r, c in part) for _, part in groupby(way, key=lambda cell: (cell[0] // 2, cell[1] // 3))]
    assert len(set(sums)) == 1
    assert snake[1][2] != snake[1][3]
    assert snake[4][2] != snake[4][3]
