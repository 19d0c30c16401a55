"""Steps on lines, areas and shading: each follows from what it names, and says it in one sentence of what is seen."""

from __future__ import annotations

import re

import pytest

from puzzledsl.elaboration.genres import example, genre_names
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding
from puzzledsl.steps.pictures import board_scene
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.rules import PHRASES
from puzzledsl.steps.solve_path import StepsPath, follow
from puzzledsl.steps.trying import IF_SO, SHORT, TRYING
from puzzledsl.time_limit import within
from tests.steps.boards import implied, model_of
from tests.steps.test_seen import assert_seen
from tests.steps.test_words import FILLOMINO, MASYU, NURIKABE, RINGS, SLITHERLINK

ROOMS = """genre "heyawake"
regions room:
    aab
    acb
    ccb
clues number:
    1.2
    ...
    ...
"""
FENCE = """genre "slitherlink"
clues number:
    2..3
    .2..
    ..1.
    3..2
"""
BY_NAME = {
    "third line": MASYU,
    "line's end": SLITHERLINK,
    "closed too early": RINGS,
    "only way": NURIKABE,
    "full area": FILLOMINO,
    "room for an area": FILLOMINO,
    "closer look": SLITHERLINK,
    "one step ahead": ROOMS,
}
"""By technique a puzzle whose path uses it."""


def path(text: str, trying: bool = False) -> StepsPath:
    return follow(model_of(text), trying=trying)


def assert_sound(found: StepsPath) -> None:
    """Each step keeps the values of the solution, which is unique, and follows from its clues and premises."""
    puzzle = found.puzzle
    solution = parse_solution(puzzle)
    for one in found.findings:
        assert not one.impossible, one.sentence
        for x, bit in one.placed:
            assert solution[x] in puzzle.values(x, bit) or puzzle.model.variables[x].hidden, one.sentence
        for x, gone in one.removed:
            assert solution[x] not in puzzle.values(x, gone) or puzzle.model.variables[x].hidden, one.sentence
        assert implied(puzzle, one, one.clues), one.sentence


def parse_solution(puzzle: Puzzle) -> list[int]:
    from puzzledsl.solve import solve_model

    values = solve_model(puzzle.model).values
    assert values is not None
    return [int(value) for value in values]


@pytest.mark.parametrize("name", BY_NAME)
def test_each_technique_follows_from_what_it_names(name: str) -> None:
    found = path(BY_NAME[name])
    assert any(one.technique.name == name for one in found.findings)
    assert_sound(found)


@pytest.mark.parametrize("name", sorted({name for rules in PHRASES.values() for name, _ in rules.values()}))
def test_a_rule_says_what_would_happen_otherwise(name: str) -> None:
    used = [one.sentence for one in path(BY_NAME[name]).findings if one.technique.name == name]
    phrases = [phrase for rules in PHRASES.values() for technique, phrase in rules.values() if technique == name]
    assert any(f"otherwise {phrase}" in sentence for sentence in used for phrase in phrases)


SAMPLE = ("aquarium", "country", "fillomino", "hashi", "heyawake", "kurodoko", "lits", "norinori", "slitherlink")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if k % 8 and name not in SAMPLE else ())
        for k, name in enumerate(genre_names())
    ],
)
def test_steps_of_genres_follow_from_what_they_name_which_people_see(name: str) -> None:
    with within(60):
        found = path(example(name), trying=True)
    assert found.status in ("solved", "stuck")
    assert_sound(found)
    assert_seen(found.puzzle.model, found.findings)
    for one in found.findings:
        # A step that rests on a trial about what nobody sees is as hard, and has no steps to show.
        assert not one.trial or one.technique is (IF_SO if len(one.trial) <= SHORT else TRYING)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SLITHERLINK,
            "The solution draws the left side of r3c1: otherwise “Draw one loop along the sides of the cells” leaves "
            "out the side between r2c1 and r3c1, and then “A number says how many sides of its cell belong to the "
            "loop” at r3c1 could not hold.",
        ),
        (
            ROOMS,
            "The solution shades r1c3: otherwise “A number says how many cells of its room are shaded” at r1c3 "
            "shades r2c3 and r3c3, and then “Shaded cells share no side” at r2c3 and r3c3 could not hold.",
        ),
    ],
)
def test_what_is_seen_ahead_is_one_sentence(text: str, sentence: str) -> None:
    assert sentence in path(text).sentences


def test_no_rule_is_quoted_twice_as_a_whole() -> None:
    for name in ("fillomino", "hashi", "lits", "norinori"):
        for sentence in path(example(name)).sentences:
            if "and then" in sentence:
                long = [quoted for quoted in re.findall("“[^”]*”", sentence) if quoted.count(" ") > 4]
                assert len(long) == len(set(long)), sentence


def roles(found: StepsPath, number: int) -> list[str]:
    return [shape.role for shape in board_scene(found, number).picture().shapes]


def test_pictures_show_edges_and_no_candidates() -> None:
    found = path(SLITHERLINK)
    for number, one in enumerate(found.findings):
        shown = roles(found, number)
        drawn = [x for earlier in found.findings[: number + 1] for x, bit in earlier.placed if bit == 2]
        absent = [x for earlier in found.findings[: number + 1] for x, bit in earlier.placed if bit == 1]
        assert "candidate" not in shown
        assert shown.count("absent") == 2 * len(absent)
        assert shown.count("edge") <= len(drawn)
        assert bool(drawn) == ("edge" in shown), one.sentence


def test_pictures_show_shading() -> None:
    found = path(NURIKABE)
    assert "candidate" not in {role for number in range(len(found.findings) + 1) for role in roles(found, number)}
    end = roles(found, len(found.findings))
    assert (end.count("shade"), end.count("absent")) == (7, 5)


def test_cells_of_groups_keep_their_techniques() -> None:
    """Sudokus have subsets and chains: no value of a group is looked at one by one."""
    board = Board(Puzzle(model_of("grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 + r1c2 == 7\n")))
    from puzzledsl.steps.techniques import techniques

    ahead: list[Finding | None] = [
        one.find(board) for one in techniques() if one.name in ("closer look", "one step ahead")
    ]
    assert ahead == [None, None]


@pytest.mark.parametrize("name", ["aho", "battleship", "kissing", "tetrochain"])
def test_steps_solve_what_depends_on_pieces_and_areas_that_nobody_sees(name: str) -> None:
    """Whether a cell is shaded, or a border drawn, follows from which of several pieces it may belong to."""
    found = path(example(name))
    assert found.status == "solved"
    assert_sound(found)
    assert_seen(found.puzzle.model, found.findings)
    for sentence in found.sentences:
        assert not re.search(r" ,|, ,| \.$", sentence), sentence


def test_what_is_tried_ends_in_the_rule_that_is_broken() -> None:
    tried = [one for one in path(FENCE, trying=True).findings if one.trial]
    for one in tried:
        assert one.sentence.startswith("If the solution ")
        assert " So it " in one.sentence
        assert one.trial[-1].impossible
