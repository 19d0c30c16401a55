"""Prose about every line that is drawn, whatever its colour."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_f_puzzles import read

NORMAL = "Normal sudoku rules apply."
COUNTS = "In addition, a digit on a line indicates the number of times that digit appears on that line."
SUBSETS = (
    "Lines travel orthogonally or diagonally through the centers of cells. All given lines are a different colour. A "
    "grey dot may hide part of a line. Lines are region-subset lines: Box borders divide lines into segments. If a "
    "digit appears in a segment of length N, it must appear in all segments of length N or greater on that line. All "
    "lines have at least two segments."
)


def drawn(*cells: str, color: str = "#FFE563") -> dict[str, Any]:
    return {"lines": [list(cells)], "outlineC": color, "width": 0.4}


LINES = [drawn("R1C2", "R2C3", "R3C4"), drawn("R3C1", "R2C1", "R1C1", color="#FF8AE8")]
DOT = {
    "cells": ["R2C2", "R2C3", "R3C2", "R3C3"],
    "baseC": "#888888",
    "outlineC": "#888888",
    "width": 0.4,
    "height": 0.4,
}


def values(found: puzzledsl.Solution, *cells: str) -> list[int]:
    return [found.grid("cell")[int(cell[1]) - 1][int(cell[3]) - 1] for cell in cells]


def test_digits_count_themselves_on_each_line() -> None:
    lines = [LINES[0], drawn("R4C2", "R3C3", "R4C4", color="#FF8AE8")]
    imported = read(size=4, line=lines, ruleset=f"{NORMAL} {COUNTS}")
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve()
    for line in (values(found, "R1C2", "R2C3", "R3C4"), values(found, "R4C2", "R3C3", "R4C4")):
        assert all(line.count(digit) == digit for digit in line)


def test_short_segments_are_contained_in_longer_ones() -> None:
    imported = read(size=4, line=LINES[1:], circle=[DOT], ruleset=f"{NORMAL} {SUBSETS}")
    assert imported.not_understood == ("a gray circle without a known meaning",)
    model = imported.model
    assert puzzledsl.parse(model).solve().status == "infeasible"  # r3c1 would be in r1c1 or r2c1
    found = puzzledsl.parse(read(size=4, line=LINES[:1], circle=[DOT], ruleset=f"{NORMAL} {SUBSETS}").model).solve()
    first, second, third = values(found, "R1C2", "R2C3", "R3C4")
    assert first == second == third


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        (f"{COUNTS} Yellow lines are thermometers.", {}),  # an other rule about lines
        (SUBSETS.replace("least two", "least four"), {"circle": [DOT]}),
        (COUNTS, {"line": [*LINES, drawn("R2C3", "R2C4")]}),  # two lines of one colour meet
        (COUNTS, {"line": []}),
    ],
)
def test_what_the_drawing_does_not_show_is_named(rules: str, more: dict[str, Any]) -> None:
    imported = read(**{"size": 4, "line": LINES, "ruleset": f"{NORMAL} {rules}", **more})
    assert imported.not_understood
    puzzledsl.parse(imported.model)


def test_a_rule_under_a_heading_is_not_of_every_line() -> None:
    rules = "A digit on a line indicates the number of times that digit appears on that line."
    green = [drawn("R1C2", "R2C3", "R3C4", color="#00C000"), drawn("R3C1", "R2C1", "R1C1", color="#FF0000")]
    for said in (f"Green lines: {rules}", f"Dashed lines: {rules}", rules.replace("line.", "line (mostly).")):
        imported = read(size=4, line=green, ruleset=f"{NORMAL} {said}")
        assert any("could be said of some lines only" in told for told in imported.not_understood)
        assert "counts_itself" not in imported.model


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        (SUBSETS.replace("region-subset", "whisper"), "whisper lines"),
        (SUBSETS.replace("region-subset", "thermo"), "thermo lines"),
        (f"{COUNTS} The two groups may not overlap and must have different sums.", "two groups"),
        (f"{COUNTS} Segments may not overlap, and each must contain a 4.", "each must contain a 4"),
        (f"{COUNTS} Have fun, but 2x2 areas must differ.", "2x2 areas"),
        (f"{COUNTS} White means their totals differ by one.", "White means"),
    ],
)
def test_no_demand_is_dropped_in_silence(rules: str, lost: str) -> None:
    imported = read(size=4, line=LINES, circle=[DOT], ruleset=f"{NORMAL} {rules}")
    assert any(lost in told for told in imported.not_understood)
    assert "\nrule subset_segments" not in imported.model
    puzzledsl.parse(imported.model)
