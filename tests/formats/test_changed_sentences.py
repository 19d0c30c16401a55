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
        ("Neighbouring digits on red/green lines differ by at least 4/5", ["whisper 4: r1", "whisper 5: r3"]),
        (
            "Neighbouring digits on green and red lines differ by at least 5 and 4 respectively",
            ["whisper 4: r1", "whisper 5: r3"],
        ),
    ],
)
def test_the_usual_words_of_a_rule_are_read(said: str, written: list[str]) -> None:
    imported = read(ruleset=f"{NORMAL} {said}.", **RED_AND_GREEN)
    assert all(one in imported.model for one in written), imported.model
    assert not any(said in left for left in imported.not_understood)


def test_a_permission_states_no_rule() -> None:
    imported = read(ruleset=f"{NORMAL} Digits in the same position in different boxes may repeat.")
    assert "disjoint_groups" not in imported.model
