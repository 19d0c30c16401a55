"""Minimal conflicts: against brute force on small models, and as a setter would read them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

import puzzledsl
from puzzledsl.analysis.elements import BY, split
from puzzledsl.analysis.phrases import phrases
from puzzledsl.analysis.unsolvable import explain
from puzzledsl.time_limit import within
from puzzledsl.verification import verify
from tests.examples import examples

from .small_models import TEXTS, Brute, model_of

SLOWLY = settings(max_examples=examples(40))


@pytest.mark.parametrize("by", BY)
@given(TEXTS)
@SLOWLY
def test_a_conflict_is_unsolvable_and_each_member_is_needed(by: str, text: str) -> None:
    model = model_of(text)
    parts = split(model, by)
    brute = Brute(parts)
    found = explain(model, by=by)
    everything = range(len(parts.elements))
    if brute.left(everything):
        assert found.status == "solvable"
        assert not found.conflicts
        assert found.solution is not None
        assert not found.solution.verify()
        return
    assert found.status == "conflict"
    (conflict,) = found.conflicts
    chosen = brute.numbers(conflict.elements)
    assert conflict.minimal
    assert not brute.left(sorted(chosen))
    for i, element in enumerate(conflict.elements):
        others = chosen - brute.numbers([element])
        assert brute.left(sorted(others))
        witness = conflict.witnesses[i].assignment
        kept = [n for e in others for n in parts.elements[e]._requirements]
        broken = verify(parts.model, witness)
        assert not {violation.origin for violation in broken} & {parts.model.requirements[n].origin for n in kept}


@given(TEXTS)
@SLOWLY
def test_what_is_kept_is_taken_for_granted(text: str) -> None:
    model = model_of(text)
    parts = split(model)
    brute = Brute(parts)
    everything = range(len(parts.elements))
    kept = [n for n in everything if parts.elements[n].origin.clue == "alldifferent"]
    found = explain(model, keep=["houses"])
    assert found.total == len(parts.elements) - len(kept)
    if brute.left(everything):
        assert found.status == "solvable"
        return
    (conflict,) = found.conflicts
    assert conflict.minimal
    chosen = brute.numbers(conflict.elements)
    assert not chosen & set(kept)
    assert not brute.left(sorted(chosen.union(kept)))
    for element in conflict.elements:
        assert brute.left(sorted((chosen - brute.numbers([element])).union(kept)))


@given(TEXTS)
@SLOWLY
def test_all_conflicts_and_a_smallest_one(text: str) -> None:
    model = model_of(text)
    parts = split(model)
    assume(len(parts.elements) <= 13)
    brute = Brute(parts)
    assume(not brute.left(range(len(parts.elements))))
    expected = brute.minimal_conflicts()
    found = explain(model, most=1000)
    assert found.complete
    assert len(found.conflicts) == len(expected)
    assert {brute.numbers(conflict.elements) for conflict in found.conflicts} == expected
    (smallest,) = explain(model, smallest=True).conflicts
    assert smallest.smallest
    assert len(smallest.elements) == min(map(len, expected))
    assert brute.numbers(smallest.elements) in expected


def test_houses_givens_and_clues_in_words() -> None:
    text = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\ngivens:\n"
    model = model_of(text + "    . . 3 1\n    . . . .\n    . . . .\n    . . . .\n")
    found = explain(model)
    words = [str(phrase) for phrase in phrases(found.conflicts[0].elements, model)]
    assert words == [
        "row 1 (line 2)",
        "cage 3 at r1c1, r1c2 (line 3)",
        "the given 1 at r1c4 (line 5)",
    ]


@pytest.mark.parametrize("by", ["clue", "constraint"])
def test_a_conflict_within_one_house_is_preferred(by: str) -> None:
    # The cages of box 1 come to 46. With the givens, all over the grid, there are many larger conflicts.
    text = """\
grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
cage 11: r1c1..r1c3
cage 15: r2c1..r2c3
cage 20: r3c1..r3c3
cage 10: r1c4..r1c6
cage 17: r2c4..r2c6
cage 18: r3c4..r3c6
cage 10: r7c4 r7c5, r9c5 r9c6
cage 14: r6c7 r6c8, r4c6 r4c7
cage 8: r5c7 r5c8
givens:
    . . . . . . 9 . .
    . . . . . . . 5 .
    . . . . . . . 1 .
    . . . 5 . . . . .
    6 . . . 9 . . . .
    . 9 . . . . . . .
    . 5 . . . . . 9 .
    . . . . 2 . . . .
    4 . . . . . . . .
"""
    (conflict,) = explain(model_of(text), by=by).conflicts
    assert conflict.minimal
    assert [element.line for element in conflict.elements] == [2, 3, 4, 5]
    assert conflict.elements[0].sentence == "box 1"


def test_givens_that_clash_at_sight_are_a_conflict_like_others() -> None:
    text = "grid cell[2, 2] in 1..2\nalldifferent: rows\ngivens:\n    1 1\n    . .\n"
    model = model_of(text)
    words = [str(phrase) for phrase in phrases(explain(model).conflicts[0].elements, model)]
    assert words == ["row 1 (line 2)", "the givens 1 at r1c1 and 1 at r1c2 (line 4)"]
    twice = model_of(text.replace("1 1", "1 .") + "givens:\n    2 .\n    . .\n")
    sentences = {element.sentence for element in explain(twice).conflicts[0].elements}
    assert sentences == {"the given 1 at r1c1", "the given 2 at r1c1"}


def test_a_clue_that_can_never_hold_is_a_conflict_by_itself() -> None:
    model = model_of("grid cell[2, 2] in 1..2\nalldifferent: rows\nr1c1 == 3\nr1c2 > 5 or r2c1 > 5\n")
    found = explain(model, most=9)
    assert [[e.origin.line for e in conflict.elements] for conflict in found.conflicts] in ([[3], [4]], [[4], [3]])
    assert found.complete


def test_conditions_of_a_clue_one_by_one() -> None:
    model = model_of("grid cell[3, 3] in 1..4\nanti_king: cells\nr1c1 == r1c2\n")
    sentences = [element.sentence for element in explain(model, by="constraint").conflicts[0].elements]
    assert len(sentences) == 2
    assert sentences[0].startswith("anti_king: ")
    assert "r1c1, r1c2" in sentences[0]


def test_without_a_solution_by_what_is_taken_for_granted() -> None:
    model = model_of("grid cell[1, 3] in 1..2\nalldifferent: rows\ngivens:\n    1 . .\n")
    (conflict,) = explain(model, by="cell").conflicts
    assert not conflict.elements
    assert conflict.minimal


def test_real_variables_too() -> None:
    text = "grid cell[1, 2] in 1..9\nvar x in real 0..1\nr1c1 + 4 * x >= 12\nr1c1 <= 7\nr1c2 == 3\n"
    (conflict,) = explain(model_of(text)).conflicts
    assert [element.origin.line for element in conflict.elements] == [3, 4]
    assert conflict.minimal


def test_at_the_time_limit_what_is_known_is_told() -> None:
    model = model_of("grid cell[2, 2] in 1..2\nalldifferent: rows\nr1c1 == r1c2\n")
    with within(0):
        found = explain(model)
    assert found.status in ("unknown", "conflict")
    assert not any(conflict.minimal for conflict in found.conflicts)


def test_rules_may_be_called_as_what_is_no_clue() -> None:
    model = model_of(
        """\
grid cell[2, 2] in 1..4
rule given(group, total):
    sum(group) == total
rule objective(group, total):
    sum(group) == total
given 3: r1c1..r1c2
objective 4: r1c1..r1c2
"""
    )
    (conflict,) = explain(model).conflicts
    assert [element.line for element in conflict.elements] == [6, 7]
    assert not split(model, "cell").elements


@pytest.mark.parametrize(("islands", "most"), [("g4h3n3i4m", 60), ("h4q2i2i4h", 60), ("j4k1g1m2j", 30)])
def test_a_small_shading_puzzle_takes_few_questions(islands: str, most: int) -> None:
    """Clues are dropped in pieces: one question each would be more than ninety."""
    found = puzzledsl.load(f"https://puzz.link/p?nurikabe/5/5/{islands}").explain()
    assert found.status == "conflict"
    assert found.conflicts[0].minimal
    assert found.questions <= most


def test_clues_of_a_genre_are_called_by_the_sentences_of_its_rules() -> None:
    layouts = "clues above:\n    2.\nclues left:\n    0.\nregions room:\n    ab\n    ab\nclues wall:\n    ..\n    ..\n"
    (conflict,) = explain(model_of(f'genre "aquarium"\n{layouts}')).conflicts
    said = "“A number outside says how many cells of its row or column hold water” in"
    assert [element.sentence for element in conflict.elements] == [f"{said} column 1", f"{said} row 1"]


def test_groups_that_a_genre_has_in_its_code_are_called_by_its_sentences() -> None:
    layouts = [f"clues {name}:\n    {' '.join('.' * 12)}\n" for name in ("below", "right")]
    text = f'genre "kakuro"\n{"".join(layouts)}mask:\n    x...........\n'
    (conflict,) = explain(model_of(text)).conflicts  # 11 cells with digits from 1 to 9
    (said,) = (element.sentence for element in conflict.elements)
    assert said.endswith("no value is twice in a run” at r1c2")


def test_a_number_at_a_corner_is_found_by_the_cells_around_it() -> None:
    """The row and column of the corner would be read as those of a cell."""
    text = 'genre "creek"\nclues number:\n    . . .\n    . 4 .\n    . . 0\n'
    (conflict,) = explain(model_of(text)).conflicts
    said = "“A number says how many of the cells around its corner are shaded” at"
    assert {element.sentence for element in conflict.elements} == {f"{said} r1c1, r1c2, r2c1 and r2c2", f"{said} r2c2"}
