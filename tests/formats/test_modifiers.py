"""Prose about cells whose value is not their digit."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_special_clues import CAGES, cage
from tests.formats.test_sudokupad import GREEN, NORMAL, PURPLE, line, puzzle, read

PLACED = "There is exactly one {name} in every row, column and 3x3 box."
ONE_EACH = "Each digit from 1 to 9 appears in a {name} once."
RENBAN = "Values on a purple line form a set of consecutive, non-repeating values in any order."
DRAWN: dict[str, Any] = {"lines": [line(PURPLE, (1, 1), (1, 3))]}


def model(rules: str, **drawn: Any) -> str:
    imported = read(puzzle(f"{NORMAL} {rules}", **drawn))
    assert imported.not_understood == ()
    puzzledsl.parse(imported.model)
    return imported.model


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("The value of a doubler is twice its digit.", "2 * c"),
        ("A doubler cell's value is double the value of the digit in that cell.", "2 * c"),
        ("Doublers have a value of zero.", "0"),
        ("Each doubler counts as one more than its digit.", "c + 1"),
        ("The value of a doubler is the sum of its row number and its column number.", "row_of(c) + column_of(c)"),
    ],
)
def test_a_special_cell_in_each_house_has_a_value(words: str, expression: str) -> None:
    text = model(" ".join((PLACED, ONE_EACH, words, RENBAN)).format(name="doubler"), **DRAWN)
    assert f"(if is_doubler(c) then {expression} else c)" in text
    assert "count(is_doubler(c) and c == v for c in cells) == 1" in text
    assert "renban: value[1, 1..3]" in text


def test_what_such_cells_hold_is_not_said() -> None:
    text = model(f"{PLACED} The value of a doubler is twice its digit. {RENBAN}".format(name="doubler"), **DRAWN)
    assert "c == v" not in text


def test_halves_are_written_doubled() -> None:
    rules = (
        "Place a halver in each row, column and box. The value of a halver is half its digit. "
        "Values in a cage sum to its total, and digits do not repeat in a cage. "
        "Adjacent values on a green line differ by at least 3."
    )
    text = model(rules, **CAGES, lines=[line(GREEN, (1, 1), (1, 3))])
    assert "(if is_halver(c) then c else 2 * c)" in text
    assert "cage: r1c1 r1c2" in text
    assert "total 20: value[1, 1] value[1, 2]" in text
    assert "whisper 6: value[1, 1..3]" in text


def test_doublers_count_in_sums() -> None:
    cells = "3 . . . . . . . . " + ". " * 72
    text = model(
        "One cell in each row, column and box is a doubler. The value of a doubler is twice its digit. "
        "The values in a cage sum to its total.",
        cages=[cage("6", (1, 1))],
    )
    found = puzzledsl.parse(text, givens=cells).solve(time_limit=20)
    assert found.status == "solved"
    assert found.grid("doubler")[0][0] == 1


def test_a_value_may_be_one_number() -> None:
    text = model(
        "One cell in each row, column and box is a middler. The value of a middler is 5, regardless of its digit. "
        "The values in a cage sum to its total.",
        cages=[cage("6", (1, 1), (1, 2))],
    )
    assert "(if is_middler(c) then 5 else c)" in text


@pytest.mark.parametrize(
    "more",
    [
        "The value of a doubler is twice its digit in cages only.",
        "The value of a doubler is not twice its digit.",
        "The value of a doubler is twice its digit. Doublers never touch.",
        "There are two doublers in each row, column and box. The value of a doubler is twice its digit.",
    ],
)
def test_what_is_not_understood_of_such_cells_is_not_read(more: str) -> None:
    imported = read(puzzle(f"{NORMAL} {PLACED} {more} {RENBAN}".format(name="doubler"), **DRAWN))
    assert "grid value" not in imported.model
    assert "renban" not in imported.model.partition("grid ")[2].partition("# Not")[0]
    assert imported.not_understood


def test_digits_or_values_must_be_said() -> None:
    rules = (
        "One cell in each row, column and box is a doubler. The value of a doubler is twice its digit. "
        "Digits on a purple line form a set of consecutive, non-repeating digits in any order."
    )
    imported = read(puzzle(f"{NORMAL} {rules}", **DRAWN))
    assert any("about digits or about values, and names neither" in text for text in imported.not_understood)
    assert "renban:" not in imported.model
