"""The questions of a page, asked in this process."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.web.answers import tell_answer
from tests.clocks import counting
from tests.web.served import LONG

SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
SUMS = "grid cell[60, 60] in 1..60\n" + "".join(f"sum(cells) == {total}\n" for total in range(4000, 4800, 10))
"""A model that is read within the bounds, but for some seconds."""


def told(question: str, text: str, **options: Any) -> Any:
    """The last event, if the question is not refused."""
    events: list[tuple[str, Any]] = []
    tell_answer(question, text, "the text", None, options, lambda name, value: events.append((name, value)))
    return events[-1]


@pytest.mark.parametrize("question", ["solve", "steps", "generate", "model"])
def test_the_time_limit_is_for_reading_too(question: str) -> None:
    with counting(2), pytest.raises(PuzzleError, match="the time limit came before there was an answer"):
        told(question, SUMS, time_limit=1000)


def test_what_never_looks_at_the_clock_is_broken_off() -> None:
    """The clock of limits stands still, so only the signal of the system can end the work."""
    random = Random(1)
    rows = [[random.randrange(100) for _ in range(40)] for _ in range(5)]
    split = "".join(
        f"{' + '.join(f'{k} * b[1, {i}]' for i, k in enumerate(row, 1))} == {sum(row) // 2}\n" for row in rows
    )
    with counting(float("inf")), pytest.raises(PuzzleError, match="the time limit came before there was an answer"):
        told("solve", f"grid b[1, 40] in 0..1\n{split}", time_limit=0.1, solver="search")


def test_what_is_known_is_told_where_work_is_broken_off() -> None:
    with counting(float("inf")):
        name, value = told("count", LONG, time_limit=0.5)
    assert name == "result"
    assert not value["answer"]["exact"]


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("grid cell[1, 2] in 1..2\nalldifferent: row(1)\n", ""),
        ("var x in real\nmaximize x\n", ""),
        ("grid cell[1, 2] in 1..2\nr1c1 < r1c2\nr1c2 < r1c1\n", "bad"),
    ],
)
def test_only_a_relaxation_without_a_point_is_news_of_the_puzzle(text: str, tone: str) -> None:
    assert told("relax", text)[1]["tone"] == tone


def test_clues_come_in_lists_with_titles_and_places() -> None:
    text = f"{SMALL}r1c1 == 1\nr1c1 + r1c2 == 3\nr1c2 == 2\n"
    (one,) = told("redundant", text)[1]["lists"]
    assert one["title"] == "Each of these follows from everything else"
    assert all(text[clue["from"] : clue["to"]] for clue in one["clues"])
    assert told("count", SMALL)[1]["lists"] == []


def test_a_mark_of_a_layout_is_found_in_the_text() -> None:
    text = 'genre "slitherlink"\nclues number:\n    ?4.\n    ...\n'
    (one,) = told("redundant", text)[1]["lists"]
    (clue,) = one["clues"]
    assert text[clue["from"] : clue["to"]] == "?"


def test_a_zero_is_an_option() -> None:
    """In Python 0 is equal to False, and a switch that is off is not an option."""
    assert told("generate", SMALL, seed=0)[1]["answer"]["seed"] == 0
    with pytest.raises(PuzzleError, match="`limit` is a whole number from 1"):
        told("count", SMALL, limit=0)


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("explain", {"by": "x"}),
        ("explain", {"keep": [1]}),
        ("explain", {"cell": 5}),
        ("steps", {"values": {"r1c1": "x"}}),
        ("steps", {"until": "x"}),
        ("solve", {"solver": 5}),
        ("solve", {"time_limit": "x"}),
        ("solve", {"on_progress": 1}),
        ("relax", {"presolve": "x"}),
        ("tree", {"order": "x"}),
        ("model", {"line": "x"}),
    ],
)
def test_a_wrong_option_is_refused_in_words(question: str, options: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError):
        told(question, SMALL, **options)
