"""What links hold that models are written as, what is left out, and what is refused."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.elaborate import Elaboration
from puzzledsl.elaboration.library import entries, statements_of
from puzzledsl.formats import formats, import_text
from puzzledsl.formats.lz_string import decompress
from puzzledsl.formats.prose import read_prose
from puzzledsl.formats.sites.puzzlink.writing import numbers
from puzzledsl.formats.usual_words import USUAL, usual_words
from tests.cli.conftest import call, folder
from tests.command import Call
from tests.formats.round_trip import gallery

__all__ = ["call", "folder"]

WRITTEN = sorted(name for name, form in formats().items() if form.writes)
SUDOKU = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
NINE = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"


@pytest.mark.parametrize("site", ["sudokupad", "penpa", "81"])
def test_letters_come_back_in_their_order(site: str) -> None:
    grid = 'grid cell[4, 4] in "WORD"\nalldifferent: rows, columns, boxes\n'
    text = f"{grid}givens:\n W O . D\n . R W .\n . . . .\n . . . .\n"
    again = import_text(puzzledsl.parse(text).link(site).text)
    letters = "DORW" if site == "81" else "WORD"  # a text of marks has no rules that could tell it
    assert (f'grid cell[4, 4] in "{letters}"' in again.model, again.not_understood) == (True, ())
    assert "    W O . D\n    . R W .\n" in again.model


@pytest.mark.parametrize(
    ("rules", "domain"),
    [
        ("Normal sudoku rules apply, with the letters A to D.", '"ABCD"'),
        ("Fill in the letters of the word “ABLE”. Normal sudoku rules apply.", '"ABLE"'),
        ("Fill in the letters of the word able. Normal sudoku rules apply.", '"ABLE"'),
        ("Place letters in the top row, then ABLE letters A, B, E and L. Normal sudoku rules apply.", '"ABEL"'),
        ("The letters EACH differ, and are the letters E, B, A and L. Normal sudoku rules apply.", '"EBAL"'),
        ("Letters ABED or BEAN or “BALE”; some letters “BALE”. Normal sudoku rules apply.", '"ABED"'),
        ("Place the letters each A to E. Normal sudoku rules apply.", "1..4"),
        ("Place A, B, E and some other letter. Normal sudoku rules apply.", "1..4"),
    ],
)
def test_letters_that_the_rules_name(rules: str, domain: str) -> None:
    rows = [["A", "", "B" if "D" in rules else "E", ""], *[[""] * 4] * 3]
    found = {"cells": [[{"value": mark} if mark else {} for mark in row] for row in rows], "metadata": {"rules": rules}}
    assert f"grid cell[4, 4] in {domain}" in import_text(json.dumps(found), "sudokupad").model


def test_the_word_behind_letters_is_no_alphabet() -> None:
    grid = 'grid cell[4, 4] in "ABCD"\nalldifferent: rows, columns, boxes\n'
    note = 'note "Place the letters in each row, column and box."\n'
    givens = "givens:\n A . . .\n . . . C\n . . . .\n . . . .\n"
    again = import_text(puzzledsl.parse(note + grid + givens).link("sudokupad").text)
    assert 'grid cell[4, 4] in "ABCD"' in again.model


def f_puzzles(text: str, **options: Any) -> dict[str, Any]:
    link = puzzledsl.parse(text).link("f-puzzles", **options)
    assert not link.left_out
    address, _, packed = link.text.partition("?load=")
    assert address == "https://www.f-puzzles.com/"
    found: dict[str, Any] = json.loads(decompress(packed, "f-puzzles"))
    return found


def sudokupad(text: str, **options: Any) -> dict[str, Any]:
    link = puzzledsl.parse(text).link("sudokupad", **options)
    assert link.text.startswith("https://sudokupad.app/scl")
    found: dict[str, Any] = json.loads(decompress(link.text.removeprefix("https://sudokupad.app/scl"), "SudokuPad"))
    return found


def iss(text: str) -> str:
    link = puzzledsl.parse(text).link("iss")
    assert not link.left_out
    return link.text.partition("?q=")[2]


# ── each format ──────────────────────────────────────────────────────────────────────────────────


def test_f_puzzles() -> None:
    found = f_puzzles(
        'puzzle "Four"\nauthor "Me"\nnote "Mind the cage."\n'
        + SUDOKU
        + "cage 5: r1c1 r1c2\narrow r2c1: r2c2..r2c3\nwhisper 3: r3c1..r3c3\nr4c1 < r4c2\nr4c4 in {1, 2}\n"
        "skyscraper 2: reverse(column(3))\nlittle_killer 6: r1c2 r2c1\nr3c4 == 2\nanti_knight\n"
    )
    assert (found["title"], found["author"], found["ruleset"]) == ("Four", "Me", "Mind the cage.")
    assert found["killercage"] == [{"cells": ["R1C1", "R1C2"], "value": "5"}]
    assert found["arrow"] == [{"lines": [["R2C1", "R2C2", "R2C3"]], "cells": ["R2C1"]}]
    assert found["whispers"] == [{"lines": [["R3C1", "R3C2", "R3C3"]], "value": "3"}]
    assert found["thermometer"] == [{"lines": [["R4C1", "R4C2"]]}]
    assert found["skyscraper"] == [{"cell": "R5C3", "value": "2"}]
    assert found["littlekillersum"][0]["cell"] == "R0C3"
    assert found["antiknight"] is True
    assert found["grid"][2][3] == {"value": 2, "given": True}
    assert found["grid"][3][3] == {"givenPencilMarks": [1, 2]}
    assert not any("region" in cell for row in found["grid"] for cell in row)


@pytest.mark.parametrize("rule", sorted(entries()))
def test_f_puzzles_keeps_all_else_beside_each_rule(rule: str) -> None:
    """Most rules are not there, and many of them cannot be taken apart either."""
    for example in entries()[rule].examples:
        text = f"{NINE}thermo: r7c6..r7c9\n{statements_of(example)}\nr9c9 == 9\n"
        link = puzzledsl.parse(text).link("f-puzzles")
        found = json.loads(decompress(link.text.partition("?load=")[2], "f-puzzles"))
        assert found["grid"][8][8] == {"value": 9, "given": True}
        assert ["R7C6", "R7C7", "R7C8", "R7C9"] in [entry["lines"][0] for entry in found["thermometer"]]
        assert "ruleset" in found


def test_f_puzzles_has_regions_where_they_are_no_boxes() -> None:
    found = f_puzzles("grid cell[4, 4] in 1..4\nregions part:\n    aabb\n    abbc\n    adcc\n    dddc\n"
                      "alldifferent: rows, columns, part\nalldifferent: diagonal\n")  # fmt: skip
    assert [[cell["region"] for cell in row] for row in found["grid"]] == [
        [0, 0, 1, 1], [0, 1, 1, 2], [0, 3, 2, 2], [3, 3, 3, 2]
    ]  # fmt: skip
    assert found["diagonal-"] is True
    without = f_puzzles("grid cell[4, 4] in 1..4\nalldifferent: rows, columns\n")
    assert all(cell["region"] is None for row in without["grid"] for cell in row)


DOTS = "Digits separated by a white dot are consecutive"
CAGE = "The digits in a cage are all different and add up to the small number, if there is one."


@pytest.mark.parametrize(
    ("clue", "words", "again"),
    [
        ("white_dot: r1c1 r1c2", f"{DOTS}.", "white_dot: r1c1 r1c2"),
        ("white_dot 2: r1c1 r1c2", f"{DOTS}, or differ by the number in the dot.", "white_dot 2: r1c1 r1c2"),
        ("abs(r1c1 - r1c2) == 3", f"{DOTS}, or differ by the number in the dot.", "white_dot 3: r1c1 r1c2"),
        (
            "black_dot 3: r1c1 r1c2",
            "One of the digits separated by a black dot is double the other, or as many times the other as the number "
            "in the dot says.",
            "black_dot 3: r1c1 r1c2",
        ),
        ("total 12: r1c1 r2c1", CAGE, "cage 12: r1c1 r2c1"),
        ("xv 7: r1c1 r1c2", CAGE, "cage 7: r1c1 r1c2"),
        ('kenken "+" 12: r1c1..r1c3', CAGE, "cage 12: r1c1..r1c3"),
        ("total 5: r1c1 r1c2", "Digits joined by an X or a V add up to 10 or 5.", "xv 5: r1c1 r1c2"),
    ],
)
def test_f_puzzles_says_what_is_drawn(clue: str, words: str, again: str) -> None:
    link = puzzledsl.parse(NINE + clue).link("f-puzzles")
    found = json.loads(decompress(link.text.partition("?load=")[2], "f-puzzles"))
    assert found["ruleset"] == f"Normal sudoku rules apply.\n{words}"
    imported = import_text(link.text)
    assert again in imported.model.splitlines()
    assert imported.not_understood == ()


def test_a_negative_rule_of_f_puzzles_spares_its_own_marks_only() -> None:
    dots = SUDOKU + "white_dot: r1c1 r1c2\nblack_dot: r3c3 r3c4\n"
    assert f_puzzles(dots + "nonconsecutive(cells, except = [[r1c1, r1c2], [r3c3, r3c4]])\n")["nonconsecutive"] is True
    assert f_puzzles(dots + "no_ratio(cells, 2, except = [[r1c1, r1c2], [r3c3, r3c4]])\n")["negative"] == ["ratio"]
    (reason,) = puzzledsl.parse(dots + "nonconsecutive(cells, except = [[r1c1, r1c2]])\n").link("f-puzzles").left_out
    assert reason.startswith("line 5, nonconsecutive(cells, except = [[r1c1, r1c2]]) (the pairs that are free of it")


def test_sudokupad_draws_and_says_each_kind_once() -> None:
    found = sudokupad(
        SUDOKU + "cage 5: r1c1 r1c2\nwhisper 2: r3c1..r3c3\nwhisper 3: r4c1..r4c3\nblack_dot: r1c3 r1c4\nr2c2 == 1\n"
    )
    assert found["cages"] == [{"cells": [[0, 0], [0, 1]], "value": "5", "unique": True, "sum": 5}]
    assert found["cells"][1][1] == {"value": "1", "given": True}
    colors = [line["color"] for line in found["lines"]]
    assert len(set(colors)) == 2
    assert found["lines"][0]["wayPoints"] == [[2.5, 0.5], [2.5, 1.5], [2.5, 2.5]]
    (dot,) = [shape for shape in found["overlays"] if "borderColor" in shape]
    assert (dot["center"], dot["backgroundColor"]) == ([0.5, 3.0], "#000000")
    rules = found["metadata"]["rules"].splitlines()
    assert rules[0] == "Normal sudoku rules apply."
    assert sum("differ by at least" in rule for rule in rules) == 2
    assert sum("in a cage" in rule for rule in rules) == 1


def test_sudokupad_draws_rules_without_a_usual_look_as_puzzledsl_does() -> None:
    text = (
        SUDOKU
        + '# One end is even.\nrule ends(line):\n    line[1] * line[2] mod 2 == 0\n    draw line(line, color = "red")\n'
    )
    found = sudokupad(text + "ends: r1c1 r2c2\n")
    (line,) = found["lines"]
    assert (line["wayPoints"], line["color"]) == ([[0.5, 0.5], [1.5, 1.5]], "#ff8383")  # as the picture shows red
    assert "One end is even." in found["metadata"]["rules"]


@pytest.mark.parametrize(
    ("clue", "item"),
    [
        ("cage 15: r1c1 r1c2", ".Cage~15~R1C1~R1C2"),
        ("cage: r1c1 r2c2", ".Cage~0~R1C1~R2C2"),
        ("whisper: r1c1..r1c3", ".Whisper~5~R1C1~R1C2~R1C3"),
        ("arrow [r1c1, r1c2]: r2c2..r4c2", ".PillArrow~2~R1C1~R1C2~R2C2~R3C2~R4C2"),
        ("white_dot: r1c1 r1c2 r1c3", ".WhiteDot~R1C1~R1C2.WhiteDot~R1C2~R1C3"),
        ("r1c1 < r1c2", ".GreaterThan~R1C2~R1C1"),
        ("r1c1 < r5c5", ".Thermo~R1C1~R5C5"),
        ("r1c1 + r1c2 == r5c5 + r6c6", ".EqualSum~R1C1~R1C2~-~R5C5~R6C6"),
        ("contains 1 2: r1c1 r1c2 r2c1 r2c2", ".Quad~R1C1~1~2"),
        ("contains 1 1: r1c1 r1c2 r2c1 r2c2", ".ContainAtLeast~1_1~R1C1~R1C2~R2C1~R2C2"),
        ("exactly 5 2: r1c1..r1c4", ".LookAndSay~25~R1C1~R1C2~R1C3~R1C4"),
        ("skyscraper 3: row(2)\nskyscraper 4: reverse(row(2))", ".Skyscraper~R2~3~4"),
        ("sandwich 0: column(9)", ".Sandwich~0~C9"),
        ("alldifferent: diagonal, antidiagonal", ".Diagonal~-1.Diagonal~1"),
        ("anti_king\nnonconsecutive", ".AntiKing.AntiConsecutive"),
        ("r1c1 in {1, 5}\nr1c2 == 3", ".~R1C1_1_5.~R1C2_3"),
        ("cage([r1c1, r1c2], 3) or thermo([r1c1, r1c2])", ""),
    ],
)  # fmt: skip
def test_strings_of_the_interactive_solver(clue: str, item: str) -> None:
    found = iss(NINE + clue + "\n")
    assert found == item if item else found.startswith(".Pair~")


@pytest.mark.parametrize("clue", ["r1c1 == 1 or r2c2 + r3c3 + r4c4 == 9", "2 * r1c1 + r1c2 == r5c5 + 3"])
def test_conditions_that_the_interactive_solver_does_not_get(clue: str) -> None:
    link = puzzledsl.parse(f"{NINE}{clue}\n").link("iss")
    assert link.left_out == (f"line 3, {clue} (there is no such constraint there)",)


@pytest.mark.parametrize(
    ("grid", "shape"),
    [
        ("grid cell[9, 9] in 0..8\nalldifferent: rows, columns, boxes", ".Shape~9x9~0-8"),
        ("grid cell[4, 4] in 1..4\nalldifferent: rows, columns", ".Shape~4x4.NoBoxes"),
        ("grid cell[1, 3] in 2..3", ".Shape~1x3~3~Raw.~R1C1_2_3.~R1C2_2_3.~R1C3_2_3"),
        ("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes", ".Shape~9x9"),
    ],
)
def test_shapes_of_the_interactive_solver(grid: str, shape: str) -> None:
    assert iss(grid + "\n") == shape


HIDDEN = """\
puzzle "Lanterns in rooms"
note "Each row and each column has one lantern."
grid cell[3, 3] in bool
for line in concat(rows, columns):
    sum(line) == 1
r1c1 == 0
r2c3 == 1
r3c1 == 1
for c in cells:
    draw circle(c, when = c == 1)
draw hidden(cells)
"""


def test_sudokupad_shows_nothing_that_the_model_hides() -> None:
    """The site compares digits; values that stand for lanterns are none."""
    content = sudokupad(HIDDEN, solution=True)
    assert not [cell for row in content["cells"] for cell in row if cell]
    assert not content.get("cages")
    assert "solution" not in content["metadata"]
    assert "igit" not in content["metadata"]["rules"]
    assert "Each row and each column has one lantern." in content["metadata"]["rules"]
    link = puzzledsl.parse(HIDDEN).link("sudokupad", solution=True)
    assert any(sentence.startswith("the solution (") for sentence in link.left_out)


@pytest.mark.parametrize(
    "clues",
    ["renban: r1c1 r1c2\nrenban: r5c1 r5c3", "white_dot: r1c1 r1c2\nwhite_dot 3: r5c1 r5c2"],
)
def test_what_is_drawn_otherwise_than_usual_is_not_read_as_the_usual_clue(clues: str) -> None:
    """A line that passes by a cell, a dot with a number: the words of the rule would make another clue of it."""
    model = puzzledsl.parse(f"{NINE}{clues}\n")
    imported = import_text(model.link("sudokupad").text)
    there = {line for line in imported.model.splitlines() if line.startswith(("renban", "white_dot"))}
    assert there <= set(clues.splitlines())
    assert any("r5c1" in sentence for sentence in imported.not_understood)


@pytest.mark.parametrize("rule", sorted(USUAL - {"diagonal", "less"}))
def test_the_words_that_a_link_has_for_a_rule_are_those_of_the_library_and_are_read(rule: str) -> None:
    arguments = {"whisper": {"gap": 5}, "modular": {"m": 3}, "sum_line": {"total": 10}}.get(rule, {})
    words = usual_words(rule, arguments, range(1, 10), color=entries()[rule].usual.get("color", ""))
    again = usual_words(rule, arguments, range(1, 10), color="orange")
    assert " a orange" not in again
    assert not read_prose(again).unread
    reading = read_prose(words)
    names = {name for one in reading.stated for name in (one.entry.name, one.entry.clue.split(" ")[0])}
    assert {"cage": "cage sum", "total": "cage sum"}.get(rule, rule) in names
    assert not reading.unread
    assert "{" not in words


def test_what_the_author_draws_without_words_is_left_out() -> None:
    """Nobody knows what the numbers mean. With a sentence they do, and each number is there."""
    text = """\
grid cell[3, 3] in 0..1
clues number:
    1..
    ..2
    ...
draw hidden(cells)
{}for c, n in number:
    c + sum(neighbors(c)) == n
    draw digit(c, n)
"""
    (left_out,) = puzzledsl.parse(text.format("")).link("sudokupad").left_out
    assert "sum(neighbors(c)) == n" in left_out
    assert "# solvers:" in left_out
    told = text.format("# solvers: A number counts the lamps around it.\n")
    assert puzzledsl.parse(told).link("sudokupad").left_out == ()
    content = sudokupad(told)
    assert content["metadata"]["rules"] == "A number counts the lamps around it."
    assert [item["text"] for item in content["overlays"]] == ["1", "2"]


def test_plain_text_and_puzz_link() -> None:
    model = puzzledsl.parse(NINE + "givens:\n" + "    12.......\n" + "    .........\n" * 7 + "    .......98\n")
    assert model.link("81").text == "12" + "." * 77 + "98"
    assert model.link("puzzlink").text == "https://puzz.link/p?sudoku/9/9/12zzzw98"
    sixteen = puzzledsl.parse(
        "grid cell[16, 16] in 1..16\nalldifferent: rows, columns, boxes\nr1c1 == 16\nr1c2 == 10\n"
    )
    assert sixteen.link("81").text.startswith("GA00")
    assert sixteen.link("puzzlink").text.startswith("https://puzz.link/p?sudoku/16/16/-10a")


def test_numbers_of_puzz_link() -> None:
    assert numbers([None] * 21 + [5, None, 255]) == "zg5g-ff"


def test_penpa() -> None:
    link = puzzledsl.parse(
        'puzzle "A, b"\n' + SUDOKU + "cage 5: r1c1 r1c2\nthermo: r2c1..r2c3\nwhite_dot: r3c1 r3c2\nr4c4 == 3\n"
    ).link("penpa")
    packed = link.text.partition("&p=")[2]
    text = zlib.decompress(base64.b64decode(packed), -15).decode()
    head, margins, _, layer = text.split("\n")[:4]
    assert head.startswith("sudoku,4,4,38,0,1,1,190,190,")
    assert "Title: A%2C b," in head
    assert margins == "[0,0,0,0]"
    assert "z6:[[18,19]]" in layer  # two further rows and columns on each side: r1c1 is 2 * 8 + 2
    assert "z7:[[26,27,28]]" in layer  # a broad line, and a circle at its beginning
    assert '"26":[5,"circle_M",1]' in layer
    assert 'zN:{"45":["3",1,"1"]}' in layer
    assert '"226":[1,"circle_SS",2]' in layer  # 3 * 64 + 34
    assert 'z1:{"328":[" 5",1]}' in layer  # 4 * (64 + 18)


def test_penpa_states_what_is_drawn_and_no_more() -> None:
    text = SUDOKU + 'note "Have fun."\nblack_dot: r1c1 r1c2\nno_ratio(cells, 2, except = [[r1c1, r1c2]])\n'
    text += "skyscraper 2: row(1)\nsandwich 0: column(2)\nwhisper 2: r3c1..r3c3\n"
    link = puzzledsl.parse(text).link("penpa")
    packed = link.text.partition("&p=")[2]
    head = zlib.decompress(base64.b64decode(packed), -15).decode().split("\n")[0]
    rules = head.split(",")[18].split("%2D")
    assert rules[0] == "Have fun."
    assert "All black dots are given." in rules
    assert "Neighbouring digits on a green line differ by at least 2." in rules
    # Two kinds of numbers outside would need two colours.
    assert [sentence.split(",")[0] for sentence in link.left_out] == ["line 6", "line 7"]


# ── what is left out, what is refused ────────────────────────────────────────────────────────────


def test_what_cannot_be_said_is_listed_once_for_each_line() -> None:
    model = puzzledsl.parse(SUDOKU + "for k in 1..4:\n    rellik 5: [cell[k, 1], cell[k, 2]]\nmaximize r1c1\n")
    assert model.link("f-puzzles").left_out == (
        "what is to be as large or as small as possible",
        "line 4, rellik 5 at r1c1, r1c2 and 3 more of this line (there is no such rule there)",
    )


@pytest.mark.parametrize("name", WRITTEN)
def test_every_model_is_written_or_refused_with_a_reason(name: str) -> None:
    reasons: list[str] = []
    for model in gallery():
        try:
            link = model.link(name)
        except PuzzleError as error:
            reasons.append(str(error))
        else:
            assert link.format == name
            assert link.text
            assert all(" (" in sentence or "as possible" in sentence for sentence in link.left_out)
    assert all("this model cannot be written for" in reason for reason in reasons)


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("var x in 0..9\nx > 3", "sudokupad", "it has no grid"),
        ("grid a[2, 2] in 1..2\ngrid b[2, 2] in 1..2", "iss", "it has the grids `a` and `b`, and a link there has one"),
        (SUDOKU, "sudoku-maker", "Sudoku Maker is only read, not written"),
        ("grid cell[2, 3] in 1..3", "f-puzzles", "its grid has 2 rows and 3 columns"),
        ("grid cell[1, 4] in 1..4", "f-puzzles", "its grid has 1 row and 4 columns"),
        ("grid cell[4, 4] in 0..3\nalldifferent: rows, columns", "f-puzzles", "theirs has the values 1 to 4"),
        ("grid cell[4, 4] in 1..4\nalldifferent: rows", "f-puzzles", "always requires different values in columns"),
        ("grid cell[4, 4] in 1..4\nalldifferent: rows, columns", "81", "different values in rows, columns and boxes"),
        ("grid cell[4, 4] in 1..4\nalldifferent: rows", "puzzlink", "puzz.link has no genre with these rules"),
        (HIDDEN, "f-puzzles", "this puzzle is solved by drawing"),
        (SUDOKU + "cage 5: r1c1 r1c2", "81", "a link there holds givens only, and this model has none"),
        (SUDOKU + "cage 5: r1c1 r1c2", "puzzlink", "a link there holds givens only, and this model has none"),
        (SUDOKU + "r1c1 in {1, 2}\nr1c1 in {3, 4}", "iss", "no value is left for r1c1"),
    ],
)
def test_a_model_of_which_nothing_can_be_said_is_refused(text: str, name: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason):
        puzzledsl.parse(text + "\n").link(name)


# ── the solution ─────────────────────────────────────────────────────────────────────────────────

UNIQUE = SUDOKU + "givens:\n    1 2 3 4\n    3 4 1 2\n    2 1 . .\n    . . . .\n"


def test_the_solution_is_sent_along() -> None:
    assert f_puzzles(UNIQUE, solution=True)["solution"] == [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    assert sudokupad(UNIQUE, solution=True)["metadata"]["solution"] == "1234341221434321"


def test_no_solution_is_sent_unless_it_is_the_only_one() -> None:
    with pytest.raises(PuzzleError, match="more than one solution"):
        puzzledsl.parse(SUDOKU).link("f-puzzles", solution=True)
    with pytest.raises(PuzzleError, match="no solution"):
        puzzledsl.parse(SUDOKU + "sum(row(1)) == 10\nsum([r1c1, r1c2, r1c3]) == 4\n").link("f-puzzles", solution=True)


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def test_the_command_prints_the_link_and_warns(call: Call, folder: Path) -> None:
    (folder / "rellik.puz").write_text(UNIQUE + "rellik 5: r1c1 r1c2\n", encoding="utf-8")
    found = call("export", "rellik.puz", "--to", "fpuzzles")
    assert found.status == 0
    assert found.out.startswith("https://www.f-puzzles.com/?load=")
    assert found.out.count("\n") == 1
    assert "warning: not in the link: line 8, rellik 5 at r1c1, r1c2 (there is no such rule there)" in found.err
    answer = call("export", "rellik.puz", "--to", "fpuzzles", "--json").json
    assert (answer["format"], answer["link"]) == ("f-puzzles", found.out.strip())
    assert len(answer["left_out"]) == 1
    assert call("export", "rellik.puz", "--to", "81", "-o", "line.txt").out == ""
    assert (folder / "line.txt").read_text(encoding="utf-8") == "1234341221......\n"


def test_the_command_with_a_solution(call: Call) -> None:
    found = call("export", "easy.puz", "--to", "sudokupad", "--solution")
    assert found.status == 0
    packed = found.out.strip().removeprefix("https://sudokupad.app/scl")
    assert len(json.loads(decompress(packed, "SudokuPad"))["metadata"]["solution"]) == 81
    several = call("export", "-", "--to", "sudokupad", "--solution", stdin=SUDOKU)
    assert (several.status, several.out) == (1, "")
    assert "more than one solution" in several.err


def test_the_command_refuses(call: Call) -> None:
    unknown = call("export", "tiny.puz", "--to", "f-puzles")
    assert unknown.status == 2
    assert "did you mean `f-puzzles`?" in unknown.err
    refused = call("export", "best.puz", "--to", "iss", "--json")
    assert refused.status == 2
    assert "it has no grid" in refused.json["error"]


def test_an_import_without_a_solution_says_which_clues_are_in_conflict(call: Call) -> None:
    link = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C3~R1C4"
    found = call("import", link)
    assert found.status == 0
    assert "the model has no solution" in found.err
    assert "cage 3 at r1c1, r1c2" in found.err
    assert "cannot all hold" in json.loads(call("import", link, "--json").out)["conflict"]
    assert json.loads(call("import", ".Shape~4x4.Cage~3~R1C1~R1C2", "--json").out)["conflict"] is None


def test_an_import_expands_the_model_once(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def counted(elaboration: Elaboration) -> object:
        runs.append(elaboration)
        return run(elaboration)

    run = Elaboration.run
    monkeypatch.setattr(Elaboration, "run", counted)
    assert call("import", "https://puzz.link/p?slither/3/3/g0h").status == 0
    assert len(runs) == 1


def test_a_quiet_import_prints_no_warnings(call: Call) -> None:
    link = ".Shape~4x4.Thermo~R1C1~R1C2.Tent~R4C4"
    assert "Tent" in call("import", link).err
    quiet = call("import", link, "--quiet")
    assert (quiet.status, quiet.err) == (0, "")
    assert "thermo: r1c1 r1c2" in quiet.out


def test_a_model_that_was_imported_in_part_says_so_when_it_is_asked(call: Call, folder: Path) -> None:
    link = ".Shape~4x4.Thermo~R1C1~R1C2.Tent~R4C4"
    for name, more in ((link, ""), (f"{link}.Kite~R1C4", "2 parts of the puzzle, the first: ")):
        assert call("import", name, "-o", "part.puz").status == 0
        for command in ("solve", "unique"):
            found = call(command, "part.puz")
            (warning,) = found.err.splitlines()
            assert warning == f"warning: not in the model: {more}the constraint `Tent`, which is not known"
            assert call(command, "part.puz", "--json").err == ""
    text = (folder / "part.puz").read_text(encoding="utf-8")
    (folder / "part.puz").write_text(text.partition("# Not in this model:")[0], encoding="utf-8")
    assert call("solve", "part.puz").err == ""


@pytest.mark.parametrize("clue", ["sandwich 5: r1c1..r1c5", "x_sum 15: r1c1..r1c6", "skyscraper 3: r2c1..r6c1"])
def test_a_number_outside_is_not_written_for_a_part_of_a_row(clue: str) -> None:
    model = puzzledsl.parse(f"grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n{clue}\n")
    link = model.link("sudokupad")
    assert any("not a whole row or column" in sentence for sentence in link.left_out)
    assert clue.split()[0] not in import_text(link.text).model


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "penpa"])
def test_equal_sums_with_a_group_of_no_cells_are_no_arrow(name: str) -> None:
    grid = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\n"
    link = puzzledsl.parse(grid + "equal_sums([[r1c1], [r1c2, r1c3], []])\n", allow_clashes=True).link(name)
    assert link.left_out  # all of the sums would be 0
