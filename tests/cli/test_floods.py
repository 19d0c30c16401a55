"""Any number of mistakes of any length are an answer that somebody can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.editing import Document, check
from tests.command import Call

GRID = "grid cell[9, 9] in 1..9\n"
UNKNOWN = GRID + "".join(f"colums{n} == 1\n" for n in range(9_000))


def mistakes(text: str) -> PuzzleError:
    with pytest.raises(PuzzleError) as caught:
        parse(text)
    return caught.value


def test_fifty_messages_and_a_line_that_counts_the_others(call: Call) -> None:
    result = call("check", "-", stdin=UNKNOWN)
    messages = result.err.strip().split("\n\n")
    assert len(messages) == 51
    assert messages[49].startswith("error: no value or function is called `colums49`\n")
    assert messages[50] == "error: and 8,950 more mistakes"


def test_the_same_as_json(call: Call) -> None:
    answer = call("check", "-", "--json", stdin=UNKNOWN).json
    assert len(answer["diagnostics"]) == 51
    assert answer["diagnostics"][50] == {"message": "and 8,950 more mistakes", "code": "more"}
    assert answer["error"].endswith("\n\nerror: and 8,950 more mistakes")


def test_the_same_in_an_editor() -> None:
    problems = check(Document(UNKNOWN, "many.puz")).problems
    assert len(problems) == 51
    assert problems[50].words == "and 8,950 more mistakes"


def test_the_same_for_a_line_of_givens(folder: Path, call: Call) -> None:
    (folder / "cells.puz").write_text(GRID)
    answer = call("batch", "cells.puz", "--givens", "-", stdin="".join(map(chr, range(0x100, 0x151)))).answers[0]
    assert len(answer["diagnostics"]) == 51
    assert str(answer["error"]).endswith("; and 31 more mistakes")


def test_fifty_mistakes_are_all_shown() -> None:
    assert "more mistake" not in str(mistakes(GRID + "colums == 1\n" * 50))
    assert str(mistakes(GRID + "colums == 1\n" * 51)).endswith("error: and 1 more mistake")


@pytest.mark.parametrize(
    "text",
    [
        GRID + "colums == 1\n" * 60,
        GRID + "termo: r1c1\n" * 60,
        GRID + 'let known = {"first": 1, "second": 2}\n' + 'known["frist"] == r1c1\n' * 60,
        GRID + 'draw line(r1c1, color="gren")\n' * 60,
        GRID + "colums == 1\n" * 30 + "".join(f"let f{n}(x) = colums\n" for n in range(40)),
    ],
    ids=["names", "rules", "keys", "colours", "definitions further down"],
)
def test_what_may_be_meant_is_said_of_those_that_are_shown_alone(text: str) -> None:
    labels = [one.label for one in mistakes(text).diagnostics]
    assert len(labels) >= 60
    assert all(label.startswith("did you mean") for label in labels[:50])
    assert not any(labels[50:])


def test_the_next_model_gets_advice_again() -> None:
    mistakes(UNKNOWN)
    (one,) = mistakes(GRID + "colums == 1\n").diagnostics
    assert one.label == "did you mean `columns`?"


@pytest.mark.parametrize("text", ["x" * 80_000 + ": r1c1", "thermo: " + "x" * 80_000])
def test_what_a_message_quotes_is_cut(text: str) -> None:
    error = mistakes(GRID + text + "\n")
    assert len(str(error)) < 5_000
    assert max(map(len, (problem.words for problem in check(Document(GRID + text, "long.puz")).problems))) < 5_000


def test_warnings_are_counted_too(call: Call) -> None:
    text = GRID + "r1c1 > 0\n" * 300
    result = call("check", "-", stdin=text)
    assert result.err.count("warning: always holds") == 50
    assert result.err.endswith("warning: and 250 more warnings\n")
    assert result.out == "-: no mistakes, 300 warnings\n"
    assert len(call("check", "-", "--json", stdin=text).json["warnings"]) == 51
    assert parse(text).warnings[-1] == "warning: and 250 more warnings"
