"""Prose about pieces into which the solver divides the grid."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, permutations
from typing import Any

import pytest

import puzzledsl
from tests.formats.test_f_puzzles import read

Spot = tuple[int, int]
NORMAL = "Normal sudoku rules apply."
GALAXIES = (
    "Divide the grid into islands: orthogonally connected groups of cells that have 180 degree rotational symmetry "
    "about their centers (marked with a small dot). All cells must be part of an island; no islands overlap."
)
SNAKES = (
    "The grid is divided into 4 worms. Each worm is a path of length 4, starting at its tail in the southwest and "
    "moving orthogonally north or east, never west or south, to its head in the northeast. Digits in a worm cannot "
    "repeat."
)


def dot(*cells: str, color: str = "#FFFFFF", width: float = 0.25) -> dict[str, Any]:
    return {"cells": list(cells), "baseC": color, "outlineC": "#000000", "width": width, "height": width}


def pieces_of(found: puzzledsl.Solution) -> list[set[Spot]]:
    cells: dict[int, set[Spot]] = defaultdict(set)
    for r, row in enumerate(found.grid("piece")):
        for c, number in enumerate(row):
            if number:
                cells[number].add((r, c))
    return list(cells.values())


def is_connected(cells: set[Spot]) -> bool:
    reached = {min(cells)}
    while more := {(r, c) for r, c in cells - reached if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & reached}:
        reached |= more
    return reached == cells


def test_pieces_are_symmetric_about_their_dots() -> None:
    dots = [dot("R1C2", "R1C3"), dot("R2C2", "R2C3", "R3C2", "R3C3", color="#888888"), dot("R4C2", "R4C3")]
    imported = read(size=4, circle=dots, ruleset=f"{NORMAL} {GALAXIES}")
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve()
    pieces = pieces_of(found)
    assert len(pieces) == 3
    assert all(map(is_connected, pieces))
    for piece in pieces:
        bottom, right = (max(cell[k] for cell in piece) + min(cell[k] for cell in piece) for k in (0, 1))
        assert {(bottom - r, right - c) for r, c in piece} == piece


def test_colours_of_dots_say_what_the_digits_of_a_piece_are() -> None:
    dots = [dot("R1C2", "R1C3", color="#888888"), *(dot(f"R{r}C2", f"R{r}C3") for r in (2, 3, 4))]
    rules = (
        f"{NORMAL} {GALAXIES} Digits may not repeat within an island. Grey dots mark islands with at least three "
        "cells, whose digits form a consecutive sequence. White dots mark islands of either a single cell, or whose "
        "digits do not form a sequence."
    )
    imported = read(size=4, circle=dots, ruleset=rules)
    assert imported.not_understood == ()
    assert "size_of(k) >= 3" in imported.model
    assert puzzledsl.parse(imported.model).solve().status == "infeasible"  # four different digits of 1..4


def test_the_extreme_digits_of_pieces_are_marked() -> None:
    dots = [dot(f"R{r}C2", f"R{r}C3") for r in (1, 2, 3, 4)]
    marks = [{**dot(cell, width=0.5), "angle": 45} for cell in ("R1C1", "R2C3", "R3C2", "R4C4")]
    rules = (
        f"{NORMAL} {GALAXIES} Digits may not repeat within an island. All islands with at least two cells indicate "
        "their smallest digit with a diamond."
    )
    imported = read(size=4, circle=dots, rectangle=marks, ruleset=rules)
    assert imported.not_understood == ()
    grid = puzzledsl.parse(imported.model).solve().grid("cell")
    assert [grid[r][c] for r, c in ((0, 0), (1, 2), (2, 1), (3, 3))] == [1] * 4


def test_marks_say_the_digits_of_pieces_of_one_size() -> None:
    rules = (
        f"{NORMAL} Divide the grid into trominoes. Digits may not repeat within a tromino. If a tromino "
        "contains a green dot, its digits form a consecutive sequence. All trominoes with at least two cells "
        "indicate their largest digit with a square."
    )
    squares = [dot(cell, width=0.6) for cell in ("R1C2", "R2C3", "R3C1")]
    imported = read(size=3, circle=[dot("R1C1", color="#00FF00")], rectangle=squares, ruleset=rules)
    assert imported.not_understood == ()
    assert "most[1, k] - least[1, k] == size_of(k) - 1" in imported.model
    found = puzzledsl.parse(imported.model).solve()
    for piece in pieces_of(found):
        assert [found.grid("cell")[r][c] for r, c in piece & {(0, 1), (1, 2), (2, 0)}] == [3]


def test_the_order_of_sentences_about_pieces_means_nothing() -> None:
    parts = [
        "Divide the grid into trominoes",
        "Digits may not repeat within a tromino",
        "If a tromino contains a green dot, its digits form a consecutive sequence",
    ]

    def lines(order: list[str]) -> list[str]:
        rules = f"{NORMAL} {'. '.join(order)}."
        imported = read(size=3, circle=[dot("R1C1", color="#00FF00")], ruleset=rules)
        assert imported.not_understood == ()
        return sorted(line for line in imported.model.splitlines() if not line.startswith("note"))

    assert all(lines(list(order)) == lines(parts) for order in permutations(parts))


def shaded(*cells: str) -> dict[str, dict[str, Any]]:
    return {cell: {"c": "#B0FFB0"} for cell in cells}


TREE = [f"R{r}C{c}" for r, c in ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4))]


def test_pieces_are_paths_from_the_southwest_to_the_northeast() -> None:
    thermo = (
        "The worm that contains the blue dot is a thermo-worm, with digits increasing from its tail to its head. One "
        "head (red diamond) and one tail (green square) are shown, pointing to the next cell in that worm."
    )
    imported = read(
        size=4,
        circle=[dot("R1C1", color="#0000FF")],
        rectangle=[
            {**dot("R1C4", color="#FF0000", width=0.5), "angle": 45},
            dot("R4C1", color="#00FF00", width=0.5),
        ],
        line=[
            {"lines": [["R1C4", "R1C3"]], "outlineC": "#FF0000", "width": 0.5},
            {"lines": [["R4C1", "R3C1"]], "outlineC": "#00FF00", "width": 0.5},
        ],
        ruleset=f"{NORMAL} {SNAKES} {thermo}",
    )
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve()
    assert found.status == "solved"
    grid, numbers = found.grid("cell"), found.grid("piece")
    assert numbers[0][3] == numbers[0][2]
    assert numbers[3][0] == numbers[2][0]
    for piece in pieces_of(found):
        way = sorted(piece, key=lambda cell: cell[1] - cell[0])
        steps = [(r - s, d - c) for (r, c), (s, d) in pairwise(way)]
        assert len(way) == 4
        assert set(steps) <= {(1, 0), (0, 1)}
        digits = [grid[r][c] for r, c in way]
        assert len(set(digits)) == 4
        assert (0, 0) not in piece or digits == sorted(digits)


def test_pieces_of_one_size_hold_no_digit_twice() -> None:
    rules = f"{NORMAL} Divide the grid into tetrominoes. Digits may not repeat within a tetromino."
    imported = read(size=4, ruleset=rules)
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).solve()
    pieces = pieces_of(found)
    assert [len(piece) for piece in pieces] == [4] * 4
    assert all(len({found.grid("cell")[r][c] for r, c in piece}) == 4 for piece in pieces)
    assert all(map(is_connected, pieces))


@pytest.mark.parametrize(
    ("rules", "drawn"),
    [
        # Pieces that are connected, or may be apart?
        ("Divide the grid into clubs of 4 cells. Digits may not repeat in a club.", {}),
        # A sentence of its own that nobody understands.
        ("Divide the grid into tetrominoes. No two tetrominoes have the same shape.", {}),
        # Two things are divided.
        (f"{SNAKES} Divide the grid into tetrominoes.", {}),
        # What is “it”?
        ("Divide it into tetrominoes. Digits may not repeat in a tetromino.", {"cells": shaded("R1C1")}),
        # Which way does a path go?
        ("Divide the grid into 4 worms. Each worm is a path of length 4. Digits in a worm cannot repeat.", {}),
        (SNAKES.replace("never west or south", "never east or south"), {}),
        # A sentence that nobody understands may change what a piece is.
        (f"{GALAXIES} Some islands are black holes.", {"circle": [dot("R2C2"), dot("R3C3")]}),
        (GALAXIES, {}),
    ],
)
def test_uncertain_divisions_are_named(rules: str, drawn: dict[str, Any]) -> None:
    imported = read(**{"size": 4, "ruleset": f"{NORMAL} {rules}", **drawn})
    assert imported.not_understood
    assert "grid piece" not in imported.model
    puzzledsl.parse(imported.model)


BEFORE = {"circle": [dot(f"R{r}C2", f"R{r}C3") for r in (1, 2, 3, 4)]}
MARKS = [{**dot(cell, width=0.5), "angle": 45} for cell in ("R1C1", "R2C3", "R3C2", "R4C4")]
TETROMINOES = "Digits may not repeat within a tetromino."
SHADED = {"cells": shaded(*(cell for cell in TREE if cell not in ("R1C2", "R4C4", "R4C3")))}
SMALLEST = "All islands with at least two cells indicate their smallest digit with a diamond."


@pytest.mark.parametrize(
    ("rules", "drawn"),
    [
        (GALAXIES.replace("(marked with a small dot)", "(each has at most 4 cells)"), BEFORE),
        (GALAXIES.replace("symmetry", "symmetry (but some have none)"), BEFORE),
        (f"Divide the grid into tetrominoes (or fewer cells). {TETROMINOES}", {}),
        ("Divide the grid into connected clubs of 4 cells (or fewer). Digits may not repeat in a club.", {}),
        ("Divide the grid into tetrominoes. Digits may not repeat within a tetromino (except 1s).", {}),
        (f"The following only holds in box 1. Divide the grid into tetrominoes. {TETROMINOES}", {}),
        (f"For a bonus: Divide the grid into tetrominoes. {TETROMINOES}", {}),
        ("Divide the grid into tetrominoes. In box 1: Digits may not repeat within a tetromino.", {}),
        *(
            (f"Divide {what} into trominoes. Digits may not repeat in a tromino.", SHADED)
            for what in (
                *(
                    "it",
                    "the green cells",
                    "the unshaded cells",
                    "the non-green cells",
                    "the rest of the grid",
                    "the remaining cells",
                ),
                *("the top half", "the red cells", "the other green cells"),
            )
        ),
        *(
            (f"Divide the grid into {what} of 4 cells. Digits may not repeat within a region.", {})
            for what in (
                "4 equal regions",
                "different regions",
                "same-size regions",
                "as many regions",
                "various clubs",
            )
        ),
        ("Divide the grid into tetrominoes. Digits may not repeat within a tetromino, except 1s.", {}),
        (f"{GALAXIES} Digits may not repeat within an island. Not all dots are given.", BEFORE),
        (f"{GALAXIES} Digits may not repeat within an island. Grey dots mark islands with 2 cells (usually).", BEFORE),
        (f"{GALAXIES} Digits may not repeat within an island. {SMALLEST} Not all diamonds are given.", BEFORE),
    ],
)
def test_what_changes_a_division_is_named(rules: str, drawn: dict[str, Any]) -> None:
    imported = read(**{"size": 4, "ruleset": f"{NORMAL} {rules}", "rectangle": MARKS, **drawn})
    assert any("rules say" in told or "not certain" in told for told in imported.not_understood)
    assert "let diamonds" not in imported.model
    assert "smallest" in rules or "\ngrid piece" not in imported.model
    puzzledsl.parse(imported.model)


def test_a_long_condition_on_pieces_is_not_read() -> None:
    rules = f"{GALAXIES} If an island contains a green dot, {'1 cell and ' * 18}zz."
    assert any("zz" in told for told in read(size=4, ruleset=f"{NORMAL} {rules}", **BEFORE).not_understood)
