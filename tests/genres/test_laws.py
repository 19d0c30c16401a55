"""The laws of the genres: a model accepts what its rules allow, in plain Python, and nothing else.

The rules are in tables, one for each family of genres. On a tiny board all that could be drawn is tried.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from puzzledsl import parse
from puzzledsl.elaboration.genres import genre_names
from tests.genres import boards
from tests.genres.boards import AnyGenre, answers, compare

LAWS: dict[str, AnyGenre] = {
    f"{family.stem}-{genre.id}": genre
    for family in sorted(Path(__file__).parent.glob("*.py"))
    for genre in getattr(importlib.import_module(f"tests.genres.{family.stem}"), "GENRES", [])
    if family.stem != Path(__file__).stem
}
"""All laws, by family and genre."""

WITHOUT_LAW: dict[str, str] = {}
"""The genres that have no law, each with the reason."""


def laws(of: str = "") -> list[object]:
    """For ``parametrize``: the laws, or those that have something."""
    return [pytest.param(genre, id=name) for name, genre in LAWS.items() if not of or getattr(genre, of)]


def test_every_genre_has_a_law() -> None:
    lawful = {genre.name for genre in LAWS.values()}
    assert tuple(sorted([*lawful, *WITHOUT_LAW])) == genre_names()


@pytest.mark.parametrize("genre", laws())
def test_a_board_with_answers(genre: AnyGenre) -> None:
    """The first random board that has an answer, of each of two sizes."""
    for size in dict.fromkeys(genre.sizes[:2]):
        found = ((board, answers(genre, board)) for board in boards.random_boards(genre, 60, size))
        compare(genre, *next((board, expected) for board, expected in found if expected))


@pytest.mark.parametrize("genre", laws("by_hand"))
def test_boards_made_by_hand(genre: AnyGenre) -> None:
    for board in genre.by_hand:
        compare(genre, board, answers(genre, board))


@pytest.mark.slow
@pytest.mark.parametrize("genre", laws())
def test_many_boards(genre: AnyGenre) -> None:
    """Twenty boards, and then those with answers until there are five of them; no board twice."""
    solved, tried = 0, set()
    for k, board in enumerate(boards.random_boards(genre, 100)):
        if k >= 20 and solved >= 5:
            break
        if (text := board.text(genre.name)) in tried:
            continue
        tried.add(text)
        expected = answers(genre, board)
        solved += bool(expected)
        if k < 20 or expected:
            compare(genre, board, expected)


@pytest.mark.parametrize(
    ("circles", "is_solved"),
    [("..?../.?.?./?...?/.?.?./..?..", True), (".?.../?.?../.?.../...../.....", False)],
)
def test_the_loop_of_scrin_surrounds_no_rectangle(circles: str, is_solved: bool) -> None:
    """A grid that is too large to try all shadings; each shaded cell has a circle."""
    model = parse(boards.board(5, 5, clues_number=circles).text("scrin"))
    found = [[int(value or 0) for row in one.grid() for value in row] for one in model.solutions()]
    assert found == [[int(mark == "?") for mark in circles.replace("/", "")]] * is_solved


def test_a_large_grid_of_scrin_is_within_the_bounds() -> None:
    assert parse(boards.board(15, 15, clues_number="...3..........." + 14 * ("/" + 15 * ".")).text("scrin"))
