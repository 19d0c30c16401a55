"""Steps of genres speak of the rules and the picture, not of the model behind them."""

from __future__ import annotations

import re

import pytest

from puzzledsl import parse
from puzzledsl.elaboration.genres import example
from puzzledsl.steps.cell_explanation import explain_cell
from puzzledsl.steps.reporting import clues_json

MASYU = """genre "masyu"
clues circle:
    .....
    .....
    .bw..
    ...w.
    b.w..
"""
NURIKABE = """genre "nurikabe"
clues number:
    ..1.
    ....
    ..4.
"""
SLITHERLINK = """genre "slitherlink"
clues number:
    0..
    .10
    3..
"""
FILLOMINO = """genre "fillomino"
clues number:
    3.1
    ..2
    ...
"""
RINGS = """grid cell[2, 6] in bool
edges way of cell
marked_loop(way)
way[r1c1, r1c2] == 1
way[r1c1, r2c1] == 1
way[r2c1, r2c2] == 1
way[r1c5, r1c6] == 1
"""
DIVIDED = """grid cell[1, 3]
division piece of cell
region_size(r1c1, piece) == 1
region_size(r1c2, piece) == 2
"""
OWN = """grid cell[1, 6] in 1..9
r1c1 == 1
# solvers: Neighbours differ by 2.
for a, b in pairs(r1c1..r1c3):
    abs(a - b) == 2
for a, b in pairs(r1c3..r1c4):
    abs(a - b) == 2
total 12: r1c4 r1c5

r1c5 + r1c6 == 6
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            MASYU,
            "“Draw one loop through the middles of cells; it does not cross or touch itself” at r5c1, with “On a "
            "black pearl the loop turns, and goes straight on in the cells before and behind it” at r5c1, draws "
            "r4c1-r5c1 and r5c1-r5c2.",
        ),
        (
            MASYU,
            "“Draw one loop through the middles of cells; it does not cross or touch itself” leaves out r4c1-r4c2: "
            "otherwise the line would branch.",
        ),
        (
            NURIKABE,
            "“The water, which is shaded, is connected by its sides”, with “Each number belongs to an area of so many "
            "cells that are not shaded. Two such areas share no side”, shades r2c2 and r2c4: otherwise the rest would "
            "fall apart.",
        ),
        (
            SLITHERLINK,
            "“A number says how many sides of its cell belong to the loop” at r1c1 leaves out the upper side of r1c1, "
            "the left side of r1c1, the side between r1c1 and r1c2 and the side between r1c1 and r2c1.",
        ),
        (
            SLITHERLINK,
            "draws the side between r3c2 and r3c3 and the lower side of r3c2: otherwise the line could not go on from "
            "the side between r2c2 and r3c2 or the side between r3c2 and r3c3.",
        ),
        (MASYU, "leaves out r2c3-r3c3 and r3c3-r4c3: otherwise the line would branch."),
        (MASYU, "leaves out r1c3-r1c4: otherwise something would be drawn beside a finished line."),
        (
            RINGS,
            "leaves out r1c2-r2c2 and r1c5-r2c5: otherwise the line would close too early, before it passes r1c5-r1c6 "
            "or r1c1-r1c2.",
        ),
        (FILLOMINO, "leaves r1c2 only 2 or 3: otherwise an area would be too large."),
        (DIVIDED, "draws the border between r1c1 and r1c2"),
        (DIVIDED, "leaves out the border between r1c2 and r1c3"),
        (
            "grid a[1, 2] in 0..1\nfor c in cells:\n    draw shade(c, when = c == 1)\nr1c1 == 1\nr1c1 + r1c2 == 1\n",
            "leaves r1c2 unshaded.",
        ),
        (OWN, "“Neighbours differ by 2” at r1c2 and r1c3 leaves r1c3 only 1 or 5."),
        (OWN, "“Neighbours differ by 2” at r1c3 and r1c4 leaves r1c4 only 3 or 7."),
        (OWN, "total 12 at r1c4, r1c5 (line 8) leaves r1c5 only 5 or 9."),
        (OWN, "r1c5 + r1c6 == 6 (line 10) makes r1c5 5 and r1c6 1."),
    ],
)
def test_a_step_is_said_in_the_words_of_the_genre(text: str, sentence: str) -> None:
    said = parse(text).steps().sentences
    assert any(sentence in one for one in said), "\n".join(said)


def test_a_value_that_a_mark_shows_is_said_by_the_mark() -> None:
    hitori = parse(example("hitori"))
    said = [*hitori.steps(trying=True).sentences, explain_cell(hitori.elaborated, cell="r3c3").conclusion]
    assert said[-1] == "So the solution shades r3c3."
    assert not any(re.search(r"\b(is|were|makes r\d+c\d+) 0\b", one) for one in said), "\n".join(said)


@pytest.mark.parametrize("name", ["firewalk", "waterwalk"])
def test_areas_that_nobody_sees_have_no_words(name: str) -> None:
    said = "\n".join(parse(example(name)).steps().sentences)
    assert "A number says how many cells the loop visits there" in said
    assert "area" not in said


def test_programs_are_told_the_names_of_unknowns() -> None:
    found = {name for step in parse(MASYU).steps().as_json()["steps"] for name in step["placed"]}  # type: ignore[attr-defined]
    assert "track[r4c3, r5c3]" in found


def test_a_dot_of_kropki_is_explained_by_the_sentence_about_its_colour() -> None:
    sentences = parse(example("kropki")).steps().sentences
    between = [sentence for sentence in sentences if "at r1c2 and r2c2" in sentence]  # a black dot
    assert between
    assert all("black dot" in sentence and "Without" not in sentence for sentence in between)


def test_the_clues_of_a_step_are_named_without_code() -> None:
    path = parse(example("nagare")).steps()
    clues = [clue for one in path.findings for clue in clues_json(path.puzzle, one.clues)]
    assert clues
    assert all(str(clue["sentence"]).startswith(("“", "what is known")) for clue in clues), clues


def test_a_clue_of_a_genre_is_found_in_its_own_cell() -> None:
    """The number of a castle may be known to hold by the edges of another cell alone."""
    sentences = parse(example("castle")).steps().sentences
    places = {place for sentence in sentences for place in re.findall(r"of its arrow” at (\w+)", sentence)}
    assert places <= {"r1c4", "r3c1"}
    assert places


def test_groups_of_a_genre_are_clues_of_their_own_name() -> None:
    clues = [clue for step in parse(example("sudoku")).steps().as_json()["steps"] for clue in step["clues"]]  # type: ignore[attr-defined]
    assert {"alldifferent in row 1", "alldifferent in box 1"} <= {clue["sentence"] for clue in clues}
    assert not [clue for clue in clues if "known" in clue["sentence"]]
