"""Grids as text."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.elaboration.genres import example
from puzzledsl.expressions import Compare, affine, constant, variable
from puzzledsl.expressions import Product as Times
from puzzledsl.model import Model, Shown, Variable
from puzzledsl.presentation.terminal import can_draw, grid_text, shown_text, variables_text

from .models import ANSWER, CLASSIC, JIGSAW, labelled, mark, model, rectangles, run

GOLDEN = Path(__file__).parent / "golden"


def classic() -> Model:
    return model(9, 9, givens=CLASSIC, boxes=rectangles(9, 9, 3, 3))


def samurai() -> Model:
    mask = " ".join(
        "x" if ((r < 4 or r > 7) and 3 < c < 8) or ((c < 4 or c > 7) and 3 < r < 8) else "."
        for r in range(12)
        for c in range(12)
    )
    boxes = [box for t in (1, 9) for left in (1, 9) for box in rectangles(4, 4, 2, 2, t, left)]
    return model(12, 12, mask=mask, boxes=boxes + rectangles(4, 4, 2, 2, 5, 5))


def kakuro() -> Model:
    mask = "x x x x  x . . x  x . . .  x x . ."
    return model(4, 4, mask=mask, marks=[mark("outside", run((2, 2), (2, 3)), "11")])


def six() -> Model:
    return model(6, 6, boxes=labelled(JIGSAW), domain=Domain.range(1, 12), givens="12 " + ". " * 35)


EXAMPLES = {
    "classic": (classic(), ANSWER),
    "jigsaw": (six(), [12, *[place % 12 + 1 for place in range(1, 36)]]),
    "samurai": (samurai(), None),
    "kakuro": (kakuro(), [9, 2, 8, 7, 1, 6, 5]),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_grids(name: str) -> None:
    text = grid_text(*EXAMPLES[name], color=False)
    assert text + "\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", EXAMPLES)
def test_ascii_has_the_same_shape(name: str) -> None:
    text = grid_text(*EXAMPLES[name], color=False)
    plain = grid_text(*EXAMPLES[name], color=False, unicode=False)
    assert plain.isascii()
    assert [len(line) for line in plain.split("\n")] == [len(line) for line in text.split("\n")]
    assert re.sub("[│|]", "|", re.sub("[─-]", "-", re.sub("[┌┐└┘├┤┬┴┼+]", "+", text.replace("▒", "#")))) == plain


@pytest.mark.parametrize("name", EXAMPLES)
def test_colours_only_add_escape_sequences(name: str) -> None:
    text = grid_text(*EXAMPLES[name], color=False)
    assert "\x1b" not in text
    assert re.sub("\x1b\\[[0-9]*m", "", grid_text(*EXAMPLES[name], color=True)) == text


def test_givens_and_found_values_are_set_apart() -> None:
    text = grid_text(model(1, 2, givens="5 ."), [5, 6], color=True)
    assert "\x1b[1m5\x1b[0m" in text
    assert "\x1b[36m6\x1b[0m" in text


def test_lines_end_without_blanks_and_are_aligned() -> None:
    lines = grid_text(model(3, 2, domain=Domain.range(-5, 100)), [1, -5, 100, 2, 3, 4], color=False).split("\n")
    assert lines == ["┌─────────┐", "│   1  -5 │", "│ 100   2 │", "│   3   4 │", "└─────────┘"]


def test_unsolved_cells_are_dots_and_givens_are_shown() -> None:
    assert grid_text(model(1, 3, givens=". 7 ."), None, color=False).split("\n")[1] == "│ . 7 . │"
    assert grid_text(model(1, 3), {1: 4}, color=False).split("\n")[1] == "│ . 4 . │"


def test_one_cell_and_long_rows() -> None:
    assert grid_text(model(1, 1), [3], color=False) == "┌───┐\n│ 3 │\n└───┘"
    rows = grid_text(model(31, 46), [1] * 31 * 46, color=False).split("\n")
    assert len(rows) == 33
    assert {len(row) for row in rows} == {95}


def test_a_narrow_terminal_gets_a_narrow_grid() -> None:
    wide = model(4, 20, boxes=rectangles(4, 20, 2, 10))
    values = [7] * 80
    assert grid_text(wide, values, color=False, width=80) == grid_text(wide, values, color=False)
    narrow = grid_text(wide, values, color=False, width=40).split("\n")
    assert max(map(len, narrow)) == 23
    assert narrow[1] == "│7777777777│7777777777│"


def test_several_grids_have_their_names() -> None:
    text = grid_text(model(1, 1, further={"other": (1, 2)}), [1, 2, 3], color=False)
    assert text == "cell:\n┌───┐\n│ 1 │\n└───┘\n\nother:\n┌─────┐\n│ 2 3 │\n└─────┘"


@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "utf-16"])
def test_streams_that_can_draw(encoding: str) -> None:
    assert can_draw(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "no-such-encoding", None])
def test_streams_that_cannot_draw(encoding: str | None) -> None:
    assert not can_draw(encoding)


def test_show_lines() -> None:
    items = [
        [Shown("sum", ""), Shown(affine({0: 1, 1: 1}), "a + b")],
        [Shown(affine({0: Fraction(1, 3)}), "a / 3")],
        [Shown(Compare("==", affine({0: 1}, -4)), "a == 4"), Shown(False, "false"), Shown(constant(7), "7")],
        [Shown(affine({Times(variable(0), variable(1)): 1}), "a * b")],
    ]
    assert shown_text(model(1, 2, shown=items), [4, 5]) == ["sum 9", "1.33333", "true false 7", "20"]
    assert shown_text(model(1, 2, shown=items), {0: 4, 1: 5})[0] == "sum 9"
    assert shown_text(model(1, 2), [1, 2]) == []


def test_free_variables() -> None:
    real = Variable("hours", Domain(()), bounds=(Fraction(0), None))
    puzzle = model(1, 1, variables=[Variable("total", Domain.range(0, 45)), real])
    assert variables_text(puzzle, [1, 42, 30 / 19]) == ["total = 42", "hours = 1.57895"]


DRAWN = """\
grid way[3, 3] in 0..2
grid aid[1, 2] in bool
draw hidden(cells)
draw hidden(cells(aid))
draw digit(r1c1, "7")
draw circle(r3c3, color = "black")
for c in cells:
    draw shade(c, color = "black", when = c == 2)
for a, b in adjacent_pairs(cells):
    draw line([a, b], when = a == 1 and b == 1)
    draw edge([a, b], when = a + b == 3)
"""


def test_a_grid_without_values_shows_what_is_drawn_on_it() -> None:
    puzzle = puzzledsl.parse(DRAWN).elaborated
    text = grid_text(puzzle, [1, 1, 0, 2, 1, 1, 0, 2, 1, 0, 1], color=False)
    assert text.split("\n") == [
        "┌───────────┐",
        "│ 7───┐   · │",
        "├───┐ │     │",
        "│ █ │ └───┐ │",
        "│   └───┐ │ │",
        "│ ·   █ │ ● │",
        "└───────┴───┘",
    ]
    unsolved = grid_text(puzzle, None, color=False, unicode=False)
    assert unsolved.split("\n") == ["+-------+", "| 7 . . |", "| . . . |", "| . . @ |", "+-------+"]


def test_a_hidden_grid_is_shown_if_something_is_drawn_on_it() -> None:
    puzzle = puzzledsl.parse(DRAWN + "draw shade(aid[1, 1])\n").elaborated
    assert "aid:\n" in grid_text(puzzle, None, color=False)
    assert "aid:\n" not in grid_text(puzzledsl.parse(DRAWN).elaborated, None, color=False)


def test_a_hidden_grid_without_a_mark_for_the_answer_shows_its_values() -> None:
    text = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 1\ndraw hidden(cells)\n"
    further = "draw circle(r1c2)\ndraw arrow([r1c1, r1c2], when = r1c1 == 1)\n"  # text has no arrows
    for each in (text, text + further):
        rows = str(puzzledsl.parse(each).solve()).split("\n")
        assert rows[1:3] == ["│ 1 2 │", "│ 2 1 │"]


def test_columns_of_a_narrow_grid_stay_apart_where_borders_are_broken() -> None:
    drawn = 'draw hidden(cells)\nfor c in cells:\n    draw digit(c, "0", when = c <= 2)\n'
    text = "grid cell[2, 3] in 1..3\nr1c1 < r1c2\n" + drawn + "draw edge([r1c2, r1c3])\n"
    puzzle = puzzledsl.parse(text).elaborated
    assert grid_text(puzzle, [1, 2, 1, 1, 1, 3], color=False, width=5).split("\n")[1:3] == ["│0 0│0│", "│0 0 ·│"]


def test_a_line_of_knights_moves_is_numbered() -> None:
    model = puzzledsl.parse(
        "grid cell[6, 6]\nedges hop of cell by knight_moves\nloop(hop)\nfor c in cells:\n    degree(hop, c) == 2\n"
    )
    numbers = [int(word) for word in re.findall(r"\d+", str(model.solve(solver="search")))][:36]
    places = {number: divmod(k, 6) for k, number in enumerate(numbers)}
    assert sorted(places) == [*range(1, 37)]
    for number, (r, c) in places.items():
        s, d = places[number % 36 + 1]
        assert sorted((abs(r - s), abs(c - d))) == [1, 2]


def test_steps_of_lines_that_branch_are_named_where_text_has_no_strokes() -> None:
    model = puzzledsl.parse(
        "grid cell[3, 3]\nedges hop of cell by touching\nfor a, b in hop:\n    hop[a, b] == has_cell([a, b], r2c2)\n"
    )
    rows = str(model.solve()).split("\n")
    assert rows[1:4] == ["│ · │ · │", "│ ──┼── │", "│ · │ · │"]
    assert rows[5] == "r1c1-r2c2 r1c3-r2c2 r2c2-r3c1 r2c2-r3c3"


def test_several_lines_have_letters_and_signs_stay() -> None:
    model = puzzledsl.parse(
        "grid cell[3, 3] in 0..1\ndraw hidden(cells)\ndraw line([r1c1, r2c2], when = r1c1 == 0)\n"
        "draw line([r3c1, r1c2], when = r1c1 == 0)\ndraw circle(r2c2)\n"
    )
    rows = grid_text(model.elaborated, [0] * 9, color=False).split("\n")[1:-1]
    assert [row.split()[1:-1] for row in rows] == [["A1", "B2", "·"], ["·", "○", "·"], ["B1", "·", "·"]]


def test_the_numbers_of_a_line_follow_its_arcs() -> None:
    solution = puzzledsl.parse("grid cell[3, 3]\narcs way of cell by knight_moves\npath(way, r3c2, r1c1)\n").solve()
    assert re.findall(r"[·\d]", str(solution).split("└")[0]) == [*"2······1·"]


def test_the_pieces_of_a_puzzle_stand_below_it_until_it_is_solved() -> None:
    kissing = puzzledsl.parse(example("kissing"))
    model = kissing.elaborated
    puzzle = grid_text(model, None, color=False)
    below = puzzle.split("\n\n")[1].splitlines()
    assert [line.rstrip() for line in below] == [
        "██     ████   ████     ██",
        "████   ████     ████   ██",
    ]
    assert grid_text(model, None, color=False, unicode=False).split("\n\n")[1].isascii()
    assert "\n\n" not in kissing.solve().as_text()
    narrow = grid_text(model, None, color=False, width=20)
    assert max(map(len, narrow.splitlines())) <= 20
