"""Prose about cells that the solver shades."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from tests.formats.test_special_clues import cage, ring
from tests.formats.test_sudokupad import NORMAL, puzzle, read, shape

PARTS = (
    "Yin Yang: Shade some cells such that all shaded cells are orthogonally connected, all unshaded cells are "
    "orthogonally connected, and no 2x2 area is entirely shaded or unshaded."
)
CONNECTED = "connected(shaded, 1)\nconnected(shaded, 0)"
MIXED = "for block in blocks(2, 2, shaded):\n    0 < sum(block) < 4"
ARROW = {"wayPoints": [[0.5, 7.2], [0.5, 7.6]], "color": "#000000", "thickness": 5, "headLength": 0.2}
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
            "for c in [r2c2]:\n    c == sees_shade(c)",
        ),
        (
            "Adjacent digits within the shaded region must differ by at least 5.",
            {},
            "shade(a) == 1 and shade(b) == 1 -> abs(a - b) >= 5",
        ),
        (
            "Within each cage, the sum of the shaded digits equals the sum of the unshaded digits.",
            {"cages": [cage("", (2, 2), (2, 3))]},
            "2 * sum([shade(c) * c for c in [r2c2, r2c3]]) == sum([r2c2, r2c3])",
        ),
        (
            "Numbers in circles are the sum of the digits within shaded cells that touch the circle.",
            {"overlays": [shape(1, 1, 0.4, backgroundColor="#ffffff", text="7")]},
            "sum([shade(c) * c for c in [r1c1, r1c2, r2c1, r2c2]]) == 7",
        ),
        (
            "A digit in a cell with an arrow counts the total number of shaded cells seen in the direction of the "
            "arrow.",
            {"arrows": [ARROW]},
            "r1c8 == sum([shade(c) for c in [r1c9]])",
        ),
        (
            "Every dot must touch a shaded cell. Digits separated by a white dot are consecutive.",
            {"overlays": [shape(0.5, 1, 0.3, backgroundColor="#ffffff", borderColor="#000000")]},
            "for a, b in [[r1c1, r1c2]]:\n    shade(a) + shade(b) >= 1",
        ),
    ],
)
def test_digits_depend_on_what_is_shaded(rules: str, drawn: dict[str, Any], condition: str) -> None:
    imported = read(puzzle(f"{NORMAL} {PARTS} {rules}", **drawn))
    assert imported.not_understood == ()
    for text in (CONNECTED, MIXED, condition):
        assert text in imported.model
    puzzledsl.parse(imported.model)


def test_shading_may_be_symmetrical() -> None:
    rules = (
        f"{NORMAL}\nShade some cells such that:\nThe digits 1,2,3 are always shaded.\n"
        "The shading is symmetrical, reflected in row 5.\n"
        "The shading is symmetrical, reflected in the positive diagonal."
    )
    imported = read(puzzle(rules))
    assert imported.not_understood == ()
    assert "shade(c) == shade(at(10 - row_of(c), column_of(c)))" in imported.model
    assert "shade(c) == shade(at(10 - column_of(c), 10 - row_of(c)))" in imported.model
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
