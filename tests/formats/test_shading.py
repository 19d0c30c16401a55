"""Prose about cells that the solver shades."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_special_clues import cage, ring
from tests.formats.test_sudokupad import NORMAL, puzzle, read

PARTS = (
    "Yin Yang: Shade some cells such that all shaded cells are orthogonally connected, all unshaded cells are "
    "orthogonally connected, and no 2x2 area is entirely shaded or unshaded."
)
CONNECTED = "connected(shaded, 1)\nconnected(shaded, 0)"
MIXED = "for block in blocks(2, 2, shaded):\n    0 < sum(block) < 4"
RINGS: dict[str, Any] = {"underlays": [ring(1, 1), ring(3, 4)]}


@pytest.mark.parametrize(
    ("rules", "drawn", "condition"),
    [
        ("Circles are unshaded.", RINGS, "for c in [r1c1, r3c4]:\n    shade(c) == 0"),
        (
            "Circles are unshaded, and count the number of shaded cells in the (up to 8) neighbouring cells.",
            RINGS,
            "shade(c) == 0\n    c == sum(shade(x) for x in touching(c))",
        ),
        ("The digits 1, 2 and 3 are always shaded.", {}, "c in {1, 2, 3} -> shade(c) == 1"),
        (
            "Even digits in a cage are always shaded, odd digits are always unshaded.",
            {"cages": [cage("", (2, 2), (2, 3))]},
            "for c in [r2c2, r2c3]:\n    (c mod 2 == 0) <-> (shade(c) == 1)",
        ),
        (
            "Digits in caged cells indicate how many cells of the same shade are seen orthogonally from that position, "
            "including itself.",
            {"cages": [cage("", (2, 2))]},
            "c == 1 + count(all(shade(x) == shade(c) for x in ray[1..k])",
        ),
    ],
)
def test_digits_depend_on_what_is_shaded(rules: str, drawn: dict[str, Any], condition: str) -> None:
    imported = read(puzzle(f"{NORMAL} {PARTS} {rules}", **drawn))
    assert imported.not_understood == ()
    for text in (CONNECTED, MIXED, condition):
        assert text in imported.model
    puzzledsl.parse(imported.model)


def test_two_colours_that_could_be_swapped_are_not_two_answers() -> None:
    rules = (
        "Colour all cells in two colours such that each colour forms one orthogonally connected region and no 2x2 area "
        "is a single colour. All odd digits in circles are one colour, all even digits in circles are the other colour."
    )
    imported = read(puzzle(f"{NORMAL} {rules}", **RINGS))
    assert imported.not_understood == ()
    assert "shaded[1, 1] == 0" in imported.model


@pytest.mark.parametrize(
    "rules",
    [
        PARTS,
        "Shade some cells such that all shaded cells are orthogonally connected and no 2x2 area is entirely shaded. "
        "Circles are unshaded.",
        "Circles are unshaded.",
    ],
)
def test_shading_is_left_out_where_it_is_not_known(rules: str) -> None:
    imported = read(puzzle(f"{NORMAL} {rules}", **RINGS))
    assert "shaded" not in imported.model.partition("grid cell")[2].partition("# Not")[0]
    assert imported.not_understood
