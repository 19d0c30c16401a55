"""Rules that belong together: friendly cells, ways out of a maze, ships, free snakes, lines hidden in cages."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any

import puzzledsl
from tests.formats.test_f_puzzles import SOLUTION, read

NORMAL = "Normal sudoku rules apply."
ROWS = [list(map(int, SOLUTION[k : k + 9])) for k in range(0, 81, 9)]
Spot = tuple[int, int]


def name(cell: Spot) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def mark(cell: Spot) -> dict[str, Any]:
    return {"cells": [name(cell)], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.8, "height": 0.8}


def given(*cells: Spot, values: list[list[int]] = ROWS) -> dict[str, dict[str, Any]]:
    return {name((r, c)): {"value": values[r][c], "given": True} for r, c in cells}


def around(cell: Spot, side: int) -> list[Spot]:
    r, c = cell
    return [(a, b) for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= a < side and 0 <= b < side]


def every(side: int) -> list[Spot]:
    return [(r, c) for r in range(side) for c in range(side)]


def test_friendly_cells_hold_the_number_of_their_row_column_or_box() -> None:
    rules = (
        f'{NORMAL} Squares are "friendly" cells. Friendly cells contain a digit that match the row, column, or box '
        "number. All friendly squares are given."
    )
    friendly = [(r, c) for r, c in every(9) if ROWS[r][c] in (r + 1, c + 1, 3 * (r // 3) + c // 3 + 1)]
    imported = read(cells=given(*every(9)), rectangle=[mark(cell) for cell in friendly], ruleset=rules)
    assert imported.not_understood == ()
    assert puzzledsl.parse(imported.model).solve().status == "solved"
    fewer = read(cells=given(*every(9)), rectangle=[mark(cell) for cell in friendly[1:]], ruleset=rules)
    assert puzzledsl.parse(fewer.model).solve().status == "infeasible"
    vague = read(rectangle=[mark((0, 0))], ruleset=f'{NORMAL} Squares are "friendly" cells.')
    assert "friendly(" not in vague.model.partition("# Not in")[0].partition("grid")[2]
    assert vague.not_understood


def test_every_creature_finds_a_way_out_between_consecutive_digits() -> None:
    places: list[Spot] = [(0, 1), (1, 4), (2, 0), (3, 3), (4, 2), (5, 5)]
    rules = (
        f"{NORMAL} There are six mice in this maze (you can see their noses, they look like 1s). They all want to "
        "escape the maze via the four exits located at the four corners. There are tall walls separating any and all "
        "two neighboring digits that are non-consecutive. Thus, the mice can only traverse the maze by moving to "
        "orthogonally adjacent cells containing a number one higher or lower than the cell they are coming from. "
        "Fill in the maze so that every mice has a path to one of the four exits."
    )
    cells = {name(cell): {"value": 1, "given": True} for cell in places}
    imported = read(size=6, cells=cells, ruleset=rules)
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve(time_limit=30)
    assert found.status == "solved"
    grid = found.grid("cell")
    reached: set[Spot] = {(0, 0), (0, 5), (5, 0), (5, 5)}
    while (
        more := {to for r, c in reached for to in around((r, c), 6) if abs(grid[to[0]][to[1]] - grid[r][c]) == 1}
        - reached
    ):
        reached |= more
    assert set(places) <= reached
    fewer = read(size=6, cells=dict(list(cells.items())[1:]), ruleset=rules)
    assert any("where the ways" in text for text in fewer.not_understood)


def test_ships_are_straight_and_buoys_count_the_water_that_they_see() -> None:
    rules = (
        f"{NORMAL} Cells in the cage are the quay of the harbor and have no special restrictions. All other cells are "
        "either water (digits 1 to 6) or ships (digits 7 to 9). A ship has a width of one cell and a length of two or "
        "three cells, is oriented horizontally or vertically, and may not touch other ships (incl. diagonally). Cells "
        "with a circle are buoys in the water, its digit (1 to 6) tells how many cells of water it sees horizontally "
        "+ vertically including itself. The quay and ships block sight."
    )
    land = [(r, c) for r, c in every(9) if r not in (0, 1, 2)]
    quay = [{"cells": [name(cell) for cell in land], "outlineC": "#000000"}]
    imported = read(cage=quay, circle=[mark((0, 0)), mark((2, 5))], ruleset=rules)
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve(time_limit=30)
    assert found.status == "solved"
    grid = found.grid("cell")
    ships = {(r, c) for r in range(3) for c in range(9) if grid[r][c] > 6}
    for r, c in ships:
        assert ships & set(around((r, c), 9))
        assert not ships & {(r + 1, c - 1), (r + 1, c + 1)}
    for r, c in ((0, 0), (2, 5)):
        seen = 1
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            k = 1
            while 0 <= r + down * k < 3 and 0 <= c + right * k < 9 and (r + down * k, c + right * k) not in ships:
                seen, k = seen + 1, k + 1
        assert grid[r][c] == seen


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
    found = puzzledsl.parse(imported.model).solve(time_limit=30)
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


def test_cages_of_one_shape_hide_lines_of_one_kind() -> None:
    rules = (
        f"{NORMAL} Every cage in the grid is either a P pentomino or a N pentomino. Every pentomino is completely "
        "filled by either a renban line or a thermometer, hidden behind the pentomino. The position of the bulb has "
        "to be deduced by the solver. Thermometers only make vertical or horizontal turns inside the pentominoes and "
        "don't branch. All the cages of the same shape hide the same constraint: the solver has to deduce which "
        "constraint is hidden behind each shape."
    )
    shapes: list[list[Spot]] = [
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
        [(6, 7), (6, 8), (7, 7), (7, 8), (8, 8)],
        [(3, 3), (4, 3), (5, 3), (5, 4), (6, 4)],
    ]
    cages = [{"cells": [name(cell) for cell in cells], "outlineC": "#000000"} for cells in shapes]
    # 1 and 9 are on no renban line of five digits.
    cells = {"R3C1": {"value": 1, "given": True}, "R2C2": {"value": 9, "given": True}}
    imported = read(cells=cells, cage=cages, ruleset=rules)
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve(time_limit=30)
    assert found.status == "solved"
    grid = found.grid("cell")
    for one in shapes[:2]:
        by_value = sorted(one, key=lambda cell: grid[cell[0]][cell[1]])
        assert len({grid[r][c] for r, c in one}) == 5
        assert all(b in around(a, 9) for a, b in pairwise(by_value))
    mixed = read(cage=cages[1:2], ruleset=rules)
    assert any("two shapes" in text for text in mixed.not_understood)


def test_dots_and_signs_between_cages_compare_their_totals_too() -> None:
    rules = (
        f"{NORMAL} Digits in the cage sum to the cage totals, to be discovered by the solver. Black dots indicate a "
        "ratio of 1:2 between adjoining digits AND adjoining cages. White dots indicate a difference of one between "
        "adjoining digits AND adjoining cages. All such dots are given. Indicates the digit and cage total on the "
        "open side are greater than the digit and cage total on the pointy side."
    )
    cages = [{"cells": names, "value": ""} for names in (["R1C1", "R1C2"], ["R1C3", "R1C4"], ["R2C1", "R2C2", "R2C3"])]
    signs = [
        {"cells": ["R1C2", "R2C2"], "value": "<", "fontC": "#000000", "size": 0.6, "angle": 90},
    ]
    imported = read(
        killercage=cages,
        difference=[{"cells": ["R1C2", "R1C3"]}],
        ratio=[{"cells": ["R1C1", "R2C1"]}],
        text=signs,
        ruleset=rules,
    )
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve(time_limit=30)
    assert found.status == "solved"
    grid = found.grid("cell")
    first, second, third = sum(grid[0][:2]), sum(grid[0][2:4]), sum(grid[1][:3])
    assert abs(grid[0][1] - grid[0][2]) == 1 == abs(first - second)
    assert third == 2 * first
    assert grid[0][0] in (2 * grid[1][0], grid[1][0] / 2)
    assert grid[0][1] < grid[1][1]
    without = imported.model.partition("# Not in")[0]
    assert "not (abs(r1c3 - r2c3) == 1 and abs(total[1, 2] - total[1, 3]) == 1)" in without
    none = read(difference=[{"cells": ["R1C2", "R1C3"]}], ruleset=rules)
    assert any("which cages are compared" in text for text in none.not_understood)
