"""Puzzles of a difficulty, puzzles that need a technique, and booklets."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.generation.sought import sought
from puzzledsl.steps.board import Board
from puzzledsl.steps.difficulty import LEVELS, Difficulty
from puzzledsl.steps.needed import technique_named, usable
from puzzledsl.steps.walking import walk
from tests.command import Call

from .conftest import NINE


def bounds(difficulty: str) -> tuple[float, float]:
    found = sought(difficulty, "")
    assert found is not None
    return found.low, found.high


def test_difficulties_as_they_are_written() -> None:
    assert bounds("2.5..3.6") == (2.5, 3.6)
    assert bounds("3") == (3, 3)
    assert bounds("easy") == (0, 2)
    assert bounds("tricky .. hard") == bounds("Tricky..HARD")
    assert bounds("3..") == (3, inf)
    assert bounds("..3") == (0, 3)
    assert bounds("very-hard..beyond") == (bounds("very hard")[0], inf)
    assert bounds("beyond") == (inf, inf)
    assert sought("", "") is None


@pytest.mark.parametrize("rating", [technique.rating for technique in usable()])
def test_each_rating_is_within_one_level(rating: float) -> None:
    found = [name for name, _ in LEVELS if bounds(name)[0] <= rating <= bounds(name)[1]]
    assert len(found) == 1
    assert Difficulty(found[0], rating, "").score == rating


@pytest.mark.parametrize(
    ("difficulty", "technique", "said"),
    [
        ("esy", "", "did you mean `easy`"),
        ("hard..esy", "", "did you mean `easy`"),
        ("3..2", "", "begins above its end"),
        ("beyond..easy", "", "begins above its end"),
        ("..", "", "is not a difficulty"),
        ("1..2..3", "", "is not a difficulty"),
        ("-1..2", "", "is not a difficulty"),
        ("", "naked par", "did you mean `naked pair`"),
        ("", "no place", "`no place` finds a contradiction, so it is no step of a path to the solution"),
        ("easy", "X-wing", "a puzzle that needs `X-wing` is rated 3.2 or higher, and `easy` ends below that"),
    ],
)
def test_wrong_wishes(difficulty: str, technique: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        sought(difficulty, technique)
    assert said in str(caught.value)


def test_an_unknown_technique_lists_them_all() -> None:
    with pytest.raises(PuzzleError) as caught:
        technique_named("guess")
    assert all(technique.name in str(caught.value) for technique in usable())
    assert technique_named(" x-WING ").name == "X-wing"


@pytest.mark.parametrize("level", ["easy", "moderate..hard", "very hard"])
def test_puzzles_have_the_difficulty(level: str) -> None:
    low, high = bounds(level)
    for puzzle in puzzledsl.parse(NINE).generate(difficulty=level, seed=1):
        path = puzzledsl.parse(puzzle.text).steps()
        assert path.difficulty is not None
        assert puzzle.difficulty == path.difficulty
        assert low <= path.difficulty.score <= high
        assert dict(puzzle.techniques) == path.counts
        assert f"; {path.difficulty}." in puzzle.text
        assert puzzledsl.parse(puzzle.text).unique().status == "unique"


def test_the_technique_is_needed() -> None:
    """Without it, everything up to the hardest step of the path does not solve the puzzle."""
    (puzzle,) = puzzledsl.parse(NINE).generate(technique="naked pair", seed=2)
    path = puzzledsl.parse(puzzle.text).steps()
    assert path.difficulty is not None
    assert path.counts["naked pair"]
    assert path.status == "solved"
    hardest = path.difficulty.rating or 0.0

    def solves(names: set[str]) -> bool:
        board = Board(path.puzzle)
        for _ in walk(board, [one for one in usable() if one.name in names]):
            pass
        return board.is_done()

    allowed = {one.name for one in usable() if one.rating <= hardest}
    assert solves(allowed)
    assert not solves(allowed - {"naked pair"})


def test_it_gives_up_and_names_what_it_tried(call: Call) -> None:
    Path("two.puz").write_text("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\n")
    words = ("two.puz", "--technique", "jellyfish", "--seed", "1")
    result = call(*words)
    assert (result.status, result.out) == (3, "")
    assert "puzzle 1: none of the 200 puzzles tried needs jellyfish: 200 easy" in result.err
    (found,) = call(*words, "--json").answers
    assert (found["status"], found["tried"], found["difficulties"]) == ("unknown", 200, {"easy": 200})
    with pytest.raises(PuzzleError, match="none of the 200 puzzles tried is beyond: 200 easy"):
        list(puzzledsl.load("two.puz").generate(difficulty="beyond", seed=1))


def test_the_same_for_any_number_of_jobs(call: Call) -> None:
    words = ("classic.puz", "--difficulty", "easy", "--count", "3", "--seed", "5", "--json")
    alone = call(*words).out
    assert len(alone.splitlines()) == 3
    assert call(*words, "--jobs", "2").out == alone


def test_without_a_wish_nothing_changes(call: Call) -> None:
    """Puzzles that are only rated are those that are made without rating, but for the comment."""
    plain = call("classic.puz", "--seed", "3").out
    (rated,) = puzzledsl.parse(NINE, name="classic.puz").generate(seed=3, rated=True)
    assert rated.difficulty is not None
    assert rated.text.replace(f"; {rated.difficulty}.", ".") == plain


def test_json_has_the_difficulty(call: Call) -> None:
    (found,) = call("classic.puz", "--difficulty", "easy", "--seed", "1", "--json").answers
    assert found["difficulty"]["level"] == "easy"
    assert found["difficulty"]["hardest"] in found["techniques"]
    assert "difficulty" not in call("classic.puz", "--seed", "1", "--json").answers[0]
