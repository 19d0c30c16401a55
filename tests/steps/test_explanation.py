"""Chains: what they name is enough for the cell, nothing is used before it is there, and little is superfluous."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.domain import Domain
from puzzledsl.steps.board import Board
from puzzledsl.steps.cell_explanation import explain_cell
from puzzledsl.steps.puzzle import Puzzle
from tests.clocks import late_from
from tests.examples import examples
from tests.flat_models import EASY, EASY_SOLVED
from tests.steps.boards import implied, model_of, puzzle_text, solvable

CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\ngivens:\n"


def classic(text: str) -> str:
    return CLASSIC + "\n".join("    " + text[9 * r : 9 * r + 9].replace("0", ".") for r in range(9)) + "\n"


@settings(max_examples=examples(12))
@given(st.sampled_from([(4, 0.2, 2, 0.2), (6, 0.25, 6, 0.1), (6, 0.3, 4, 0.0)]), st.integers(0, 10**6))
def test_the_clues_of_a_chain_alone_determine_the_cell(kind: tuple[int, float, int, float], seed: int) -> None:
    size, givens, clues, pencil = kind
    random = Random(seed)
    text, solution = puzzle_text(size, random, givens=givens, clues=clues, pencil=pencil)
    model = model_of(text)
    cell = random.randrange(size * size)
    explanation = explain_cell(model, cell=model.variables[cell].name)
    others = model.variables[cell].domain - Domain.of([solution[cell]])
    if explanation.status == "free":
        assert len(explanation.values) == 2
        assert solvable(model, tuple(range(len(model.requirements))), {cell: others})
        return
    assert explanation.status in ("explained", "given")
    assert explanation.values == (solution[cell],)
    assert not solvable(model, explanation.clues, {cell: others}), text


@settings(max_examples=examples(12))
@given(st.integers(0, 10**6))
def test_each_link_builds_on_what_is_there_and_is_needed(seed: int) -> None:
    random = Random(seed)
    text, _ = puzzle_text(6, random, givens=0.2, clues=6, pencil=0.1)
    row, column = divmod(random.randrange(36), 6)
    explanation = explain_cell(model_of(text), cell=f"r{row + 1}c{column + 1}")
    puzzle = explanation.puzzle
    board = Board(puzzle)
    for number, link in enumerate(explanation.links, 1):
        assert all(step < number for step in link.steps)
        for x, values in link.finding.premises:
            assert not board.masks[x] & values, f"{link.finding.sentence}: {puzzle.names[x]}\n{text}"
        assert implied(puzzle, link.finding, link.finding.clues), f"{link.finding.sentence}\n{text}"
        if explanation.status == "explained":
            board.apply(link.finding)
    if explanation.status == "explained":
        assert explanation._number in board.placed
        used = {step for link in explanation.links for step in link.steps}
        assert used == set(range(1, len(explanation.links)))


def test_an_easy_classic_needs_few_steps_for_any_cell() -> None:
    model = model_of(classic(EASY))
    longest = 0
    for cell in range(0, 81, 7):
        explanation = explain_cell(model, cell=model.variables[cell].name)
        assert explanation.values == (int(EASY_SOLVED[cell]),)
        assert not explanation.tried
        longest = max(longest, len(explanation.links))
    assert longest <= 25


def test_a_given_is_its_own_reason() -> None:
    explanation = explain_cell(model_of(classic(EASY)), cell="r1c3")
    assert explanation.status == "given"
    assert [explanation.puzzle.model.requirements[n].origin.sentence for n in explanation.clues] == ["given 3 at r1c3"]


def test_a_given_of_a_model_without_solution_is_not_explained() -> None:
    explanation = explain_cell(
        model_of("grid cell[1, 2] in 1..2\nr1c1 == 1\nr1c1 == r1c2\nr1c1 != r1c2\n"), cell="r1c1"
    )
    assert explanation.status == "infeasible"


def test_a_cell_with_two_values_in_solutions_is_free() -> None:
    explanation = explain_cell(model_of("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n"), cell="r1c1")
    assert (explanation.status, explanation.values) == ("free", (1, 2))


def test_where_steps_stop_a_value_is_tried() -> None:
    text = (
        "grid cell[2, 2] in 0..1\n"
        "r1c1 == 1 -> r1c2 == 1\nr1c2 == 1 -> r2c1 == 1\nr2c1 == 1 -> r2c2 == 1\nr1c1 == 1 -> r2c2 == 0\n"
    )
    explanation = explain_cell(model_of(text), cell="r1c1")
    assert (explanation.status, explanation.values, explanation.tried) == ("explained", (0,), 1)
    assert explanation.links[0].finding.trial
    assert {explanation.puzzle.model.requirements[n].origin.line for n in explanation.clues} == {2, 3, 4, 5}


def test_a_model_without_solution_is_told_by_a_chain_to_a_contradiction() -> None:
    explanation = explain_cell(
        model_of("grid cell[1, 3] in 1..3\nalldifferent: rows\nr1c1 < r1c2 < r1c3\nr1c1 == 2\n"), cell="r1c3"
    )
    assert explanation.status == "infeasible"
    assert explanation.links[-1].finding.impossible


def test_the_limit_leaves_what_is_known() -> None:
    model = model_of(classic(EASY))
    with late_from(inf) as clock:
        Board(Puzzle(model))
    with late_from(clock.readings + 1):
        explanation = explain_cell(model, cell="r9c9")
    assert explanation.status == "unknown"
    assert 2 in explanation.values
    assert not explanation.links


def test_an_unknown_cell_is_an_error_that_says_what_there_is() -> None:
    with pytest.raises(PuzzleError, match="r9c10 lies outside the grid"):
        explain_cell(model_of(classic(EASY)), cell="r9c10")
    with pytest.raises(PuzzleError, match="there are r1c1 to r9c9"):
        explain_cell(model_of(classic(EASY)), cell="total")
    with pytest.raises(PuzzleError, match="r1c2 is masked"):
        explain_cell(model_of("grid cell[1, 2] in 1..2\nmask:\n    . x\n"), cell="r1c2")


def test_a_given_from_outside_is_named_with_its_value_and_without_a_line() -> None:
    model = puzzledsl.parse("grid cell[1, 3] in 1..3\nalldifferent: rows\n", givens="22.", allow_clashes=True)
    (sentence,) = model.steps().sentences
    assert sentence.endswith("by given 2 at r1c2, alldifferent in row 1 (line 2) and given 2 at r1c1.")


def test_names_of_cells_are_taken_in_either_case_and_spacing() -> None:
    model = model_of("grid cell[1, 2] in 1..2\ngrid other[1, 2] in 1..2\nr1c1 == 1\nother[1, 2] == 2\n")
    assert explain_cell(model, cell="R1C1").cell == "r1c1"
    assert explain_cell(model, cell="other[1,2]").values == (2,)
    assert explain_cell(model, cell=" r1 c1").cell == "r1c1"
    road = model_of("grid cell[1, 2] in 1..2\nedges road of cell\nroad[r1c1, r1c2] == 1\n")
    assert explain_cell(road, cell="road[r1c1,r1c2]").cell == "road[r1c1, r1c2]"
