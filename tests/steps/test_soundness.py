"""No step loses a solution, and each follows from what it names."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzledsl.api import parse
from puzzledsl.steps.board import Board, NoCandidates
from puzzledsl.steps.finding import Technique
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.solve_path import follow
from puzzledsl.steps.techniques import techniques
from puzzledsl.steps.trying import refutations
from puzzledsl.steps.walking import walk
from tests.examples import examples
from tests.steps.boards import implied, model_of, puzzle_text
from tests.steps.test_lines_and_areas import BY_NAME

KINDS = st.sampled_from([(4, 0.2, 3, 0.3), (6, 0.15, 8, 0.2), (6, 0.0, 14, 0.0), (9, 0.25, 12, 0.2), (9, 0.3, 0, 0.0)])


@settings(max_examples=examples(30))
@given(KINDS, st.integers(0, 10**6))
def test_no_step_removes_a_value_of_a_solution(kind: tuple[int, float, int, float], seed: int) -> None:
    size, givens, clues, pencil = kind
    text, solution = puzzle_text(size, Random(seed), givens=givens, clues=clues, pencil=pencil)
    puzzle = Puzzle(model_of(text))
    board = Board(puzzle)
    for found in walk(board):
        assert not found.impossible, found.sentence
        for x, mask in enumerate(board.masks):
            assert solution[x] in puzzle.values(x, mask), f"{found.sentence}\n{text}"


@settings(max_examples=examples(25))
@given(st.sampled_from([(4, 0.15, 4, 0.4), (6, 0.1, 8, 0.3)]), st.integers(0, 10**6))
def test_each_step_follows_from_the_clues_and_premises_it_names(kind: tuple[int, float, int, float], seed: int) -> None:
    size, givens, clues, pencil = kind
    text, _ = puzzle_text(size, Random(seed), givens=givens, clues=clues, pencil=pencil)
    puzzle = Puzzle(model_of(text))
    board = Board(puzzle)
    before = board.copy()
    for found in walk(board):
        for x, values in found.premises:
            assert not before.masks[x] & values, f"{found.sentence}: a premise that does not hold yet"
        for x, values in found.removed:
            assert before.masks[x] & values == values, f"{found.sentence}: it removes what is gone"
        assert implied(puzzle, found, found.clues), f"{found.sentence}\n{text}"
        before = board.copy()


@cache
def full_of_marks(seed: int, *, is_large: bool, givens: float, has_clues: bool) -> tuple[Puzzle, list[int]]:
    """A puzzle and its solution. Techniques share puzzles: reading one takes longer than looking for a step in it."""
    random = Random(seed)
    size = 9 if is_large else random.choice([4, 6, 6, 9])
    text, solution = puzzle_text(size, random, givens=givens, clues=3 * size, pencil=0.75)
    if not has_clues:
        text = "\n".join(line for line in text.split("\n") if not line.startswith(("cage", "total", "thermo")))
    return Puzzle(model_of(text)), solution


@pytest.mark.parametrize("technique", techniques(), ids=lambda technique: technique.name)
def test_each_technique_finds_what_follows(technique: Technique) -> None:
    """On boards full of pencil marks, where even the rare ones occur."""
    found = 0
    for seed in range(60):
        puzzle, solution = full_of_marks(
            seed,
            is_large=technique.rating >= 5,
            givens=0.7 if technique.rating < 1.5 else 0.05,
            has_clues=technique.rating <= 3.6 and "wing" not in technique.name,
        )
        board = Board(puzzle)
        one = technique.find(board)
        if one is None:
            continue
        for x, bit in one.placed:
            assert solution[x] in puzzle.values(x, bit)
        for x, values in one.removed:
            assert solution[x] not in puzzle.values(x, values), one.sentence
        if found < 4:
            assert implied(puzzle, one, one.clues), one.sentence
        found += 1
        if found == 12:
            break
    assert found or technique.name in RARE or technique.name in BY_NAME


CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
RARE = {
    "no place": CLASSIC + "for c in 1..9:\n    at(1, c) != 5\n",
    "jellyfish": CLASSIC + "for r in [1, 3, 5, 7], c in [2, 4, 6, 8, 9]:\n    at(r, c) != 1\n",
    "hidden quadruple": CLASSIC + "for c in 5..9, v in 1..4:\n    at(1, c) != v\n",
    "large subset": "grid cell[1, 12] in 1..12\nalldifferent: rows\nfor c in 1..5:\n    at(1, c) <= 5\n",
    "clue with many open cells": "grid cell[1, 6] in 1..9\ncage 21: row(1)\n",
    "large clue and groups": "grid cell[1, 6] in 1..9\nalldifferent: rows\ntotal 21: row(1)\n",
    "rule of 45, one cell": SMALL + "cage 7: r1c1..r1c3\n",
    "rule of 45": SMALL + "cage 7: r1c1 r1c2\n",
    "rule of 45, several houses": SMALL + "cage 9: r1c1 r2c1 r2c2\ntotal 8: r1c2..r1c4 r2c4\n",
}
"""Models in which the techniques apply that random boards seldom have a place for."""


@pytest.mark.parametrize("name", RARE)
def test_rare_techniques_find_what_follows(name: str) -> None:
    technique = next(one for one in techniques() if one.name == name)
    puzzle = Puzzle(model_of(RARE[name]))
    found = technique.find(Board(puzzle))
    assert found is not None
    assert found.technique.name == name
    assert found.impossible == (name == "no place")
    assert implied(puzzle, found, found.clues), found.sentence


@settings(max_examples=examples(15))
@given(st.integers(0, 10**6))
@example(11396)  # a step of the assumption leaves a cell without a value
def test_what_is_tried_is_refuted_by_what_is_named(seed: int) -> None:
    text, solution = puzzle_text(6, Random(seed), givens=0.12, clues=5, pencil=0.1)
    puzzle = Puzzle(model_of(text))
    board = Board(puzzle)
    list(walk(board))
    open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1)]
    if not open_cells:
        return
    for found in refutations(board, open_cells[0]):
        for x, values in found.removed:
            assert solution[x] not in puzzle.values(x, values), found.sentence
        assert implied(puzzle, found, found.clues), f"{found.sentence}\n{text}"


@example(245)  # other values of the cell leave several solutions
@settings(max_examples=examples(20))
@given(st.integers(0, 10**6))
def test_a_wrong_given_ends_in_a_contradiction_or_nowhere(seed: int) -> None:
    random = Random(seed)
    text, solution = puzzle_text(4, random, givens=0.3, clues=3)
    wrong = solution[5] % 4 + 1
    text = text.replace("givens:", f"r2c2 != {solution[5]}\nr2c2 in {{{wrong}, {wrong % 4 + 1}}}\ngivens:")
    path = follow(model_of(text))
    if path.status == "solved":
        assert path.values is not None
        assert path.values[5] != solution[5]
    elif path.status == "several":
        assert parse(text).unique().status == "several"
    else:
        assert path.status in ("infeasible", "stuck")
        assert (path.status == "infeasible") == any(one.impossible for one in path.findings)


def test_a_board_without_values_says_which_cell() -> None:
    model = model_of("grid cell[1, 2] in 1..2\nr1c1 == 1\nr1c1 in {2}\n")
    with pytest.raises(NoCandidates):
        Board(Puzzle(model))
    assert follow(model).status == "infeasible"
