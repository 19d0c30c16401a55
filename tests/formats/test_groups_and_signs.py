"""Drawings with rules in prose: groups of coloured cells, and numbers that are no sums."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_f_puzzles import read

NORMAL = "Normal sudoku rules apply. "


def colored(*cells: str, color: str = "#A8A8A8") -> dict[str, dict[str, str]]:
    return {cell: {"c": color} for cell in cells}


def block(row: int, column: int) -> list[str]:
    return [f"R{r}C{c}" for r in range(row, row + 3) for c in range(column, column + 3)]


def text(cell: str, value: str) -> list[dict[str, Any]]:
    return [{"cells": [cell], "value": value}]


CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "Each gray region contains the digits 1 to 9 once.",
        {"cells": colored(*block(2, 2), *block(6, 6))},
        ["alldifferent: r2c2..r2c4 r3c2..r3c4 r4c2..r4c4", "alldifferent: r6c6..r6c8 r7c6..r7c8 r8c6..r8c8"],
    ),
    (
        "The blue areas are clones: they contain the same digits in the same positions.",
        {"cells": colored("R1C1", "R1C2", "R2C1", "R5C6", "R5C7", "R6C6", color="#D0D0FF")},
        ["clone([r1c1, r1c2, r2c1], [r5c6, r5c7, r6c6])"],
    ),
    ("Box 5 is a magic square.", {}, ["alldifferent: r4c4..r4c6 r5c4..r5c6 r6c4..r6c6", "r4c4..r6c4, r4c5..r6c5"]),
    ("The gray squares form a magic square.", {"cells": colored(*block(1, 2))}, ["equal_sums([r1c2..r1c4, r2c2..r2c4"]),
    (
        "The digits in the corner of a cage must appear in the cage.",
        {"cage": [{"cells": ["R1C1", "R1C2", "R2C1"], "value": "12"}]},
        ["contains 1 2: r1c1 r1c2 r2c1"],
    ),
    (
        "Digits in cages do not repeat and sum to one greater or one less than the small number.",
        {"cage": [{"cells": ["R1C1", "R1C2"], "value": "12"}]},
        ["cage: r1c1 r1c2", "abs(sum([r1c1, r1c2]) - 12) == 1"],
    ),
    (
        "A number in a circle is the larger of the two digits that it touches.",
        {"circle": [{"cells": ["R1C1", "R1C2"], "value": "7", "width": 0.4, "height": 0.4}]},
        ["max(r1c1, r1c2) == 7"],
    ),
    (
        "Digits outside the grid appear in the first three cells of their row or column.",
        {"text": text("R0C3", "36")},
        ["contains 3 6: r1c3..r3c3"],
    ),
    (
        "A clue is a pair of digits that are adjacent in their row or column.",
        {"text": text("R4C10", "4 5")},
        ["any((x, y) in {(4, 5), (5, 4)} for x, y in pairs(r4c9..r4c1))"],
    ),
    (
        "A clue outside tells you either the first odd digit or the first even digit of its row or column.",
        {"text": text("R10C3", "4")},
        ["rule first_of_parity(line, value):", "first_of_parity 4: r9c3..r1c3"],
    ),
]


@pytest.mark.parametrize(("rules", "keys", "expected"), CASES, ids=range(len(CASES)))
def test_prose_and_drawing_together_become_clues(rules: str, keys: dict[str, Any], expected: list[str]) -> None:
    imported = read(ruleset=NORMAL + rules, **keys)
    for line in expected:
        assert line in imported.model
    assert imported.not_understood == ()
    puzzledsl.parse(imported.model)


@pytest.mark.parametrize(
    ("rules", "keys"),
    [
        ("Each gray region contains the digits 1 to 9 once.", {"cells": colored("R1C1", "R1C2")}),
        (
            "The gray areas are clones: they contain the same digits in the same positions.",
            {"cells": colored("R1C1", "R3C3", "R3C4")},
        ),
        ("The gray squares form a magic square.", {"cells": colored("R1C1", "R3C3")}),
        ("A number in a circle is the larger of the two digits that it touches.", {}),
    ],
)
def test_a_rule_that_no_drawing_fits_is_named(rules: str, keys: dict[str, Any]) -> None:
    imported = read(ruleset=NORMAL + rules, **keys)
    assert any(rules.rstrip(".").split(":")[0] in sentence for sentence in imported.not_understood)
