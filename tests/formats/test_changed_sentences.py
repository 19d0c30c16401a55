"""Sentences with the words of a usual rule that say something else: they are quoted, or read as what they say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.formats.test_f_puzzles import line, read

NORMAL = "Normal sudoku rules apply."


def drawn(color: str, *cells: str) -> dict[str, Any]:
    return {"lines": [list(cells)], "outlineC": color, "width": 0.3}


RED = {"line": [drawn("#FF0000", "R1C1", "R1C2", "R1C3")]}
RED_AND_GREEN = {"line": [*RED["line"], drawn("#00FF00", "R3C1", "R3C2", "R3C3")]}
CAGE = {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "9"}]}


@pytest.mark.parametrize(
    ("said", "clues"),
    [
        ("Identical digits may appear a knight's move apart", {}),
        ("Every digit must see an identical digit a knight's move apart", {}),
        ("Digits a knight's move apart must be the same", {}),
        ("Digits a knight's move apart need not be different", {}),
        ("Digits a king's move apart must be the same", {}),
        ("Identical digits may touch diagonally", {}),
        ("On both diagonals one digit repeats exactly once", {}),
        ("Adjacent digits along a green line differ by at least 5, along a red one by at most 2", RED_AND_GREEN),
        ("Digits may repeat in cages if they are odd", CAGE),
        ("Digits on red lines repeat", RED),
        ("Purple lines contain nonconsecutive digits", {"renban": line("R1C1", "R1C2", "R1C3")}),
    ],
)
def test_a_sentence_that_changes_a_usual_rule_is_named(said: str, clues: dict[str, Any]) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **clues)
    assert any(said in left for left in imported.not_understood), imported.model


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Digits a knight's move apart must not be the same", ["anti_knight"]),
        ("Anti-knight constraint", ["anti_knight"]),
        ("Digits a king's move apart must be different", ["anti_king"]),
        ("Digits in the same position in different boxes cannot repeat", ["disjoint_groups"]),
        ("No two digits on a red line may be the same", ["alldifferent: r1c1..r1c3"]),
    ],
)
def test_the_usual_words_of_a_rule_are_read(said: str, written: list[str]) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **RED_AND_GREEN)
    assert all(one in imported.model for one in written), imported.model
    assert not any(said in left for left in imported.not_understood)


def test_a_permission_states_no_rule() -> None:
    imported = read(ruleset=f"{NORMAL} Digits in the same position in different boxes may repeat.")
    assert "disjoint_groups" not in imported.model


BOXED = {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"]}
THERMO = {"thermometer": line("R1C1", "R1C2", "R1C3")}
BETWEEN = {"betweenline": line("R1C1", "R1C2", "R1C3")}
WHISPER = {"whispers": line("R1C1", "R1C2")}
ARROW = {"arrow": [{"cells": ["R1C7"], "lines": [["R1C7", "R1C3", "R1C2"]]}]}
DOTS = {"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R4C1", "R4C2"]}]}
SHAPES = {"odd": [{"cell": "R1C1"}], "even": [{"cell": "R2C2"}]}
OUTSIDE = [{"cell": "R0C1", "value": "9"}]


@pytest.mark.parametrize(
    ("said", "clues"),
    [
        ("Digits on a thermometer are at least 2 larger than the previous digit", THERMO),
        ("Digits along a thermometer increase toward the bulb", THERMO),
        ("Digits in a cage sum to less than the given number", CAGE),
        ("Digits in a cage sum to at least the given number", CAGE),
        ("Digits in a cage sum to at most the given number", CAGE),
        ("Digits in a cage sum to one more than the number in the corner", CAGE),
        ("Cages without total sum to a square number", CAGE),
        ("Digits on the line are between the digits in the circles, inclusive", BETWEEN),
        ("Adjacent digits on a green line differ by exactly 5", WHISPER),
        ("Digits cannot repeat on arrows", ARROW),
        ("Arrows point to larger digits", ARROW),
        (
            "Clones contain the same digits; rotation or reflection is allowed",
            {"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C4"]}]},
        ),
        (
            "Box borders divide the blue line into segments with different sums",
            {"regionsumline": line("R1C3", "R1C4")},
        ),
        (
            "Clues outside the grid give the sum of the first X digits, where X is the digit opposite",
            {"xsum": OUTSIDE},
        ),
        ("Clues outside the grid give the sum of the digits outside the 1 and the 9", {"sandwichsum": OUTSIDE}),
        ("Clues outside the grid sum the digits between the 1 and the 9, inclusive", {"sandwichsum": OUTSIDE}),
        ("Clues outside the grid show how many buildings are hidden", {"skyscraper": OUTSIDE}),
        (
            "Digits an equal distance from the center of a zipper line have an equal sum which is odd",
            {"zipperline": line("R1C1", "R1C2", "R1C3")},
        ),
        ("Digits on a yellow line are consecutive", {"nabner": line("R1C1", "R1C2")}),
        ("Cells without a dot are neither consecutive nor in 1:2 ratio", DOTS),
        ("White dot digits are not consecutive", DOTS),
        ("Digits in a circle do not appear in the surrounding cells", {"quadruple": [{**BOXED, "values": [3]}]}),
        ("Circles are even, squares are odd", SHAPES),
        ("Cells separated by a knight's move contain identical digits", {"antiknight": True}),
        ("Shaded cells may repeat a digit of their row", {}),
    ],
)
def test_usual_words_that_change_a_typed_clue_are_named(said: str, clues: dict[str, Any]) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **clues)
    assert any(said.split("; ")[-1] in left for left in imported.not_understood), imported.model


@pytest.mark.parametrize(
    ("said", "clues"),
    [
        ("Digits in cages cannot repeat and must sum to the total given", CAGE),
        ("Digits increase along thermometers from the bulb", THERMO),
        ("Adjacent digits on a green line differ by at least 5", WHISPER),
        ("Digits may repeat on the arrows", ARROW),
        ("Circles are odd, squares are even", SHAPES),
        ("Digits in gray squares must be even, and digits in gray circles are odd", SHAPES),
        ("Digits on the line are between the digits in the circles, not inclusive", BETWEEN),
        ("Numbers increase along a slow thermometer or stay equal", {"slowthermometer": line("R1C1", "R1C2")}),
    ],
)
def test_usual_sentences_of_typed_clues_are_understood(said: str, clues: dict[str, Any]) -> None:
    assert read(ruleset=f"{NORMAL} {said}.", **clues).not_understood == ()


def test_the_rules_may_take_the_boxes_away_and_name_the_digits() -> None:
    imported = read(ruleset="Sudoku with 0-8. There are no boxes.")
    assert "in 0..8" in imported.model
    assert "boxes" not in imported.model.split("grid cell")[1].partition("# Not")[0]


@pytest.mark.parametrize(
    "said",
    ["Digits along a thermometer increase or stay equal from the bulb", "Digits never decrease along a thermometer"],
)
def test_the_rules_may_make_thermometers_slow(said: str) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **THERMO)
    assert "\nslow_thermo: r1c1..r1c3" in imported.model
    assert not imported.not_understood


@pytest.mark.parametrize(
    ("said", "clues"),
    [
        ("Digits in a cage sum to less than the given number", CAGE),
        ("Digits in a cage sum to at most the given number", CAGE),
        ("The number in a cage is the largest digit in it", CAGE),
        ("Cages show the product of their digits", CAGE),
        ("Odd digits in cages are subtracted", CAGE),
        ("One digit of each row counts double", CAGE),
        ("Some cells are worth one more than their digit", CAGE),
        ("Digits upon an arrow must sum to more than the digit in the circle", ARROW),
        ("Digits along thermometers increase except at one place", THERMO),
        ("Digits on the line are between the digits in the circles, inclusive", BETWEEN),
        ("Box borders divide the blue line into segments with different sums", {"regionsumline": line("R1C3", "R1C4")}),
        ("Purple lines contain nonconsecutive digits", {"renban": line("R1C1", "R1C2", "R1C3")}),
        ("Anti-XV: digits connected by an X must not sum to 10", {"xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}]}),
        ("Clues outside the grid sum the digits between the 1 and the 9, inclusive", {"sandwichsum": OUTSIDE}),
        ("Black dots mark a ratio of 1:3", {"ratio": DOTS["ratio"]}),
        ("Cells separated by a knight's move contain identical digits", {"antiknight": True}),
    ],
)
def test_a_typed_clue_that_a_sentence_may_change_is_left_out_and_the_sentence_named(
    said: str, clues: dict[str, Any]
) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **clues)
    grid = imported.model.partition("grid cell")[2].partition("# Not in this model")[0]
    assert grid.split("alldifferent: rows, columns, boxes")[1].strip() == ""
    assert any("usual meaning" in left and said[-24:] in left for left in imported.not_understood)
