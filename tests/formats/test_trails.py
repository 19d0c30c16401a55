"""Prose about a path or loop that the solver draws."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_special_clues import cage, ring
from tests.formats.test_sudokupad import NORMAL, line, puzzle, read, shape

WALL = "#a03010"
GOAL = "Mila the mouse must reach the cheese by finding a path through the maze."
COURSE = "The path must not visit any cell more than once, cross itself, or pass through any thick maze walls."
SLANT = (
    "As well as moving orthogonally, Mila may move diagonally if there's a 2x2 space in which to do so, but may "
    "never pass "
    "diagonally through a round wall-spot on the corner of a cell."
)
DOORS = "Mila may only pass directly through an arrow if moving in the direction the arrow is pointing."
LOOP = "Draw a one-cell-wide loop of orthogonally connected cells. The loop may not touch itself, not even diagonally."
ROWS = ["123456", "456123", "231564", "564231", "312645", "645312"]
"""A 6 × 6 sudoku with boxes of two rows and three columns."""


def wall(*corners: tuple[int, int]) -> dict[str, Any]:
    return {"wayPoints": [list(corner) for corner in corners], "color": WALL, "thickness": 12}


def spot(row: int, column: int) -> dict[str, Any]:
    return shape(row, column, 0.3, backgroundColor=WALL)


def picture(row: float, column: float, text: str) -> dict[str, Any]:
    return {"center": [row - 0.4, column - 0.5], "width": 0, "height": 0.5, "rounded": True, "text": text}


def maze(rules: str, **more: Any) -> dict[str, Any]:
    """A maze of 6 × 6: a wall below row 1 leaves a gap at its right, and one below row 2 a gap at its left."""
    drawn: dict[str, Any] = {
        "lines": [
            wall((0, 0), (0, 6), (6, 6), (6, 0), (0, 0)),
            wall((1, 0), (1, 5)),
            wall((2, 1), (2, 6)),
            *more.pop("lines", []),
        ],
        "overlays": [spot(1, 5), spot(2, 1), picture(1, 1, "🐭"), picture(3, 1, "🧀")],
    }
    return puzzle(f"{NORMAL} {GOAL} {COURSE} {rules}", side=6, **drawn, **more)


def test_a_path_through_a_maze_is_found() -> None:
    imported = read(maze("Adjacent digits along the path must sum to at least 4."))
    assert imported.not_understood == ()
    model = puzzledsl.parse(imported.model)
    solution = model.solve(time_limit=30)
    path, cells = solution.grid("path"), solution.grid("cell")
    assert path[0] == [1] * 6  # along the first wall
    assert path[1][5] == 1
    assert path[2][0] == 1
    right = solution.grid("right")
    sums = [cells[0][c] + cells[0][c + 1] for c in range(5) if right[0][c]]
    assert len(sums) == 5
    assert min(sums) >= 4


def test_diagonal_steps_pass_no_spot() -> None:
    imported = read(maze(SLANT + " Adjacent digits along the path must alternate between odd and even."))
    assert imported.not_understood == ()
    solution = puzzledsl.parse(imported.model).solve(time_limit=30)
    falling, rising = solution.grid("falling"), solution.grid("rising")
    for r, c in [*((1, c) for c in range(1, 6)), *((2, c) for c in range(1, 6))]:
        assert not falling[r - 1][c - 1]
        assert not rising[r - 1][c - 1]


def test_arrows_are_doors_that_open_one_way() -> None:
    # The arrow points up from r2c6 to r1c6, which the mouse must pass downwards.
    up = {"wayPoints": [[1.1, 5.4], [0.95, 5.5], [1.1, 5.6]], "color": "#7000c0", "thickness": 4}
    rules = f"{DOORS} Adjacent digits along the path must sum to at least 3."
    imported = read(maze(rules, lines=[up]))
    assert "let doors = [(r2c6, r1c6)]" in imported.model
    assert puzzledsl.parse(imported.model).solve(time_limit=30).status == "infeasible"


def test_segments_between_box_borders_have_equal_sums() -> None:
    rules = (
        "The path will be a valid region sum line, ie: box borders divide the path into segments which each have the "
        "same sum."
    )
    model = read(maze(rules)).model
    assert "sum_to(a) == whole and sum_to(b) == b" in model
    assert "# Not in this model" not in model
    # Boxes have two rows: the path passes from r1..r2 into r3, and from column 3 to 4 and back.
    given = puzzledsl.parse(model, givens="".join(ROWS)).solve(time_limit=30)
    assert given.status == "infeasible"  # 1 + 2 + 3 is not 4 + 5 + 6 + 3 + 2 + 1


def test_teleports_join_what_is_far_apart() -> None:
    rings = [
        shape(r - 0.5, c - 0.5, size, backgroundColor="#f0e000") for r, c in ((1, 2), (6, 6)) for size in (0.4, 0.8)
    ]
    rules = (
        "Entering a teleport will cause Mila to be instantly transported to the matching coloured teleport. From "
        "there she "
        "can continue her journey. Matching teleports always have identical digits. Adjacent digits along the "
        "path must sum "
        "to at least 3."
    )
    imported = read(maze(rules, underlays=rings))
    assert "(r1c2, r6c6, linked[1, 1])" in imported.model
    assert "r1c2 == r6c6" in imported.model
    solution = puzzledsl.parse(imported.model).solve(time_limit=30)
    assert solution.grid("path")[5][5] == 1  # r1c1 leads nowhere else


def test_a_path_through_doors_passes_a_teleport() -> None:
    rings = [shape(r - 0.5, c - 0.5, size, borderColor="#f0e000") for r, c in ((1, 3), (3, 3)) for size in (0.4, 0.8)]
    rules = f"{DOORS} Entering a teleport will cause Mila to be instantly transported to the other teleport."
    down = {"wayPoints": [[0.95, 5.4], [1.1, 5.5], [0.95, 5.6]], "color": "#7000c0", "thickness": 4}
    imported = read(maze(rules, lines=[down], underlays=rings))
    assert "by finding a path" not in str(imported.not_understood)
    assert "t != 0 <-> on(x) == 1" in imported.model
    puzzledsl.parse(imported.model)


@pytest.mark.parametrize(
    ("drawn", "rules"),
    [
        ({"lines": []}, COURSE),
        ({}, ""),
        ({}, f"{COURSE} The path may pass through a wall if it is hungry."),
    ],
    ids=["no maze", "may it meet itself?", "a sentence that changes it"],
)
def test_a_path_whose_course_is_not_certain_is_named(drawn: dict[str, Any], rules: str) -> None:
    found = puzzle(f"{NORMAL} {GOAL} {rules} Adjacent digits along the path differ by at least 2.", side=6)
    found |= {
        "lines": [wall((1, 0), (1, 5))],
        "overlays": [spot(1, 5), picture(1, 1, "🐭"), picture(3, 1, "🧀")],
    } | drawn
    imported = read(found)
    assert "grid path" not in imported.model
    assert any("by finding a path through the maze" in text for text in imported.not_understood)


@pytest.mark.parametrize(
    ("rules", "drawn", "condition"),
    [
        ("Adjacent digits along the loop differ by at least 3.", {}, "s -> (abs(a - b) >= 3)"),
        (
            "The loop acts as a modular line. Each set of three adjacent digits along the loop must be one each "
            "from the sets "
            "[147], [258], and [369].",
            {},
            "x[2] and y[2] -> class_of(x[1]) != class_of(y[1])",
        ),
        (
            "The loop must enter every cell of every cage. Neighbouring digits on the loop sum to at least 5.",
            {"cages": [cage("", (2, 2), (2, 3))]},
            "for c in [r2c2, r2c3]:\n    on(c) == 1",
        ),
        (
            "Circled cells are not on the loop, and the digit in a circle indicates how many of the up to 8 "
            "surrounding cells "
            "are on the loop.",
            {"underlays": [ring(3, 3)]},
            "for c in [r3c3]:\n    on(c) == 0\n    c == sum([on(d) for d in touching(c)])",
        ),
        (
            "The caged cells cannot be on the loop. The number in the top-left corner of a caged cell shows the "
            "sum of digits "
            "in the loop cells around it.",
            {"cages": [cage("20", (3, 3))]},
            "sum([on(d) * d for d in touching(r3c3)]) == 20",
        ),
    ],
)
def test_digits_depend_on_a_loop(rules: str, drawn: dict[str, Any], condition: str) -> None:
    imported = read(puzzle(f"{NORMAL} {LOOP} {rules}", **drawn))
    assert imported.not_understood == ()
    assert condition in imported.model
    assert "connected(cells(loop), 1)" in imported.model
    puzzledsl.parse(imported.model)


def test_region_sums_along_a_loop_are_named() -> None:
    imported = read(puzzle(f"{NORMAL} {LOOP} Box borders divide the loop into segments of equal sum.", side=6))
    assert any("segments of equal sum" in text for text in imported.not_understood)


def test_a_loop_that_may_touch_itself_has_steps() -> None:
    course = (
        "Draw a closed loop into the grid that travels orthogonally between cells and doesn't visit the same "
        "cell more "
        "than once."
    )
    imported = read(puzzle(f"{NORMAL} {course} Adjacent digits on the loop differ by at least 2.", side=6))
    assert imported.not_understood == ()
    solution = puzzledsl.parse(imported.model).solve(time_limit=30)
    cells, loop = solution.grid("cell"), solution.grid("loop")
    right, down = solution.grid("right"), solution.grid("down")
    for r in range(6):
        for c in range(6):
            steps = [
                (rr, cc)
                for used, rr, cc in (
                    (c < 5 and right[r][c], r, c + 1),
                    (c > 0 and right[r][c - 1], r, c - 1),
                    (r < 5 and down[r][c], r + 1, c),
                    (r > 0 and down[r - 1][c], r - 1, c),
                )
                if used
            ]
            assert len(steps) == 2 * loop[r][c]
            assert all(abs(cells[r][c] - cells[rr][cc]) >= 2 for rr, cc in steps)


def test_a_sentence_about_a_line_is_not_about_a_loop_that_is_drawn() -> None:
    closed = line("#67f067ff", (1, 1), (1, 3), (3, 3), (3, 1), (1, 1))
    imported = read(puzzle(f"{NORMAL} Adjacent digits on the green loop differ by at least 5.", lines=[closed]))
    assert "whisper 5" in imported.model
    assert "grid loop" not in imported.model


def test_a_loop_may_visit_all_even_digits() -> None:
    rules = (
        "All even digits in the grid except the even digits in the center box form a single, closed loop that moves "
        "orthogonally through the centers of cells, and does not branch, overlap, or touch itself (not even "
        "diagonally)."
    )
    imported = read(puzzle(f"{NORMAL} {rules}"))
    assert imported.not_understood == ()
    assert "on(c) == 1 <-> c mod 2 == 0 and not has_cell(box(5), c)" in imported.model
    puzzledsl.parse(imported.model)


def test_a_group_says_how_many_of_its_cells_can_be_visited() -> None:
    rules = (
        "If a row/column/box is visited by Mila, then the digits of all the visited cells in that row/column/box must "
    )
    imported = read(maze(f"{rules} sum to exactly 8."))
    assert "sum([on(c) for c in group]) in {0, 2, 3}" in imported.model


def test_why_a_path_is_left_out_is_said() -> None:
    imported = read(puzzle(f"{NORMAL} {GOAL} {COURSE}"))
    assert any("does not show one start, one goal and walls" in text for text in imported.not_understood)
