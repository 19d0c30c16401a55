"""Minimal puzzles: their text, read again, has the same single solution, and nothing can be dropped."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puzzledsl.analysis.elements import split
from puzzledsl.analysis.minimization import minimize
from puzzledsl.analysis.redundancy import redundant
from puzzledsl.analysis.removal import removable
from puzzledsl.loading import load_model
from puzzledsl.source import Source
from tests.examples import examples

from .small_models import TEXTS, model_of, solutions

SLOWLY = settings(max_examples=examples(60))


@given(TEXTS)
@SLOWLY
def test_the_text_has_the_same_solution_and_no_part_to_spare(text: str) -> None:
    model = model_of(text)
    before = solutions(model)
    found = minimize(model, houses=True)
    if len(before) != 1:
        assert found.status == ("several" if before else "infeasible")
        assert not found.text
        return
    assert found.status == "minimal"
    smaller = model_of(found.text)
    assert solutions(smaller) == before
    pieces = removable(smaller, split(smaller).elements)
    assert len(pieces) == len(found.left)
    for piece in pieces:
        rest = [n for n in range(len(smaller.requirements)) if n not in piece._requirements]
        assert len(solutions(smaller, rest)) > 1


TEXT = """\
# A comment above.
puzzle "Small"
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes   # the houses

cage 3: r1c1 r1c2, r2c3 r2c4, r3c1 r3c2   # three cages
for a in row(1):
    a + r4c4 <= 5
    a * r4c4 < 5
r1c1 < 4 # a remark
givens:
    1 2 | 3 4   # top
    3 4 | 1 2
    ----+----
    2 1 | 4 3
    4 3 | 2 1
"""


def test_comments_and_layout_stay() -> None:
    text = minimize(model_of(TEXT), keep=["givens"]).text
    assert text == TEXT[: TEXT.index("cage 3")] + TEXT[TEXT.index("givens:") :]
    text = minimize(model_of(TEXT), keep=["clues"]).text
    assert text[: text.index("givens:")] == TEXT[: TEXT.index("givens:")]
    assert "   # top\n" in text
    assert "    ----+----\n" in text
    assert len(text) == len(TEXT)


def test_groups_of_a_clue_go_one_by_one() -> None:
    text = "grid cell[1, 4] in 1..4\ntotal 3: r1c1, r1c2, r1c3, r1c4\nr1c{0} == 3\nr1c{1} == 3\n"
    for gone, left in (((1, 2), "r1c3, r1c4"), ((3, 4), "r1c1, r1c2"), ((1, 4), "r1c2, r1c3"), ((2, 3), "r1c1, r1c4")):
        model = model_of(text.format(*gone))
        assert f"total 3: {left}\n" in minimize(model, keep=["constraint"]).text


def test_wide_marks_keep_their_columns() -> None:
    model = model_of("grid cell[1, 2] in 1..12\nr1c1 == 12\nr1c2 == 10\ngivens:\n    12 10\n")
    assert minimize(model, keep=["clues"]).text.endswith("    " + " . " + " .\n")


def test_givens_from_elsewhere_are_written_behind() -> None:
    source = Source("<text>", "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n\n")
    model = load_model(source, givens=Source("<givens>", "12.."))
    found = minimize(model, seed=1)
    assert found.status == "minimal"
    assert len(found.dropped) == 1
    again = load_model(Source("<text>", found.text))
    assert len(again.givens) == 1
    assert "\n\ngivens:\n    " in found.text


def test_a_given_that_is_written_twice_is_two() -> None:
    layout = "givens:\n    1 .\n    . .\n"
    model = model_of(f"grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n{layout}{layout}")
    found = minimize(model, seed=1)
    assert found.text.count("    1 .\n") == len(found.left) == len(found.dropped) == 1
    assert [element.origin.line for element in redundant(model).redundant] == [4, 7]


def test_auxiliary_variables_do_not_count() -> None:
    text = "grid cell[1, 2] in 1..3\nvar total in 0..9\nr1c1 == 1\nr1c2 == 2\ntotal == r1c1 + r1c2\n"
    found = minimize(model_of(text))
    assert found.status == "minimal"
    assert "total ==" not in found.text


@pytest.mark.parametrize("seed", range(3))
def test_a_seed_gives_the_same_puzzle_again(seed: int) -> None:
    model = model_of(TEXT)
    assert minimize(model, seed=seed).text == minimize(model, seed=seed).text


def test_givens_go_before_clues() -> None:
    model = model_of("grid cell[1, 1] in 1..9\nr1c1 == 5\ngivens:\n    5\n")
    found = minimize(model)
    assert [element.origin.clue for element in found.dropped] == ["given"]


def test_a_text_of_which_all_is_kept_is_not_called_empty() -> None:
    model = model_of("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\ngivens:\n    1.\n    ..\n")
    assert "nothing was tested: but for what is kept, the text has no given" in str(minimize(model, keep=["given"]))
