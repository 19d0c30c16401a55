"""What Python users see who pass one thing for another, and the form of warnings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzledsl import Builder, PuzzleError, batch, load, parse


def test_a_text_where_a_file_is_meant_and_the_other_way_round() -> None:
    with pytest.raises(PuzzleError, match="this is the name of a file, not a model"):
        parse("sudoku.puz")
    with pytest.raises(PuzzleError, match="this is the text of a model, not the name of a file"):
        load("grid cell[2, 2] in 1..2\nalldifferent: rows\n")


def test_warnings_are_whole_messages() -> None:
    (warning,) = parse("grid cell[9, 9] in 1..9\nthermo: r1c1, r1c2\n").warnings
    assert warning.startswith("warning: 2 clues `thermo` of a single cell each\n  --> <text>:2:13\n")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: load({}), "`parse` takes the text of a model"),  # type: ignore[arg-type]
        (lambda: load(b"a.puz"), "`parse` takes the text of a model"),  # type: ignore[arg-type]
        (lambda: parse(Path("a.puz")), "`load` takes the name of a file"),  # type: ignore[arg-type]
        (lambda: parse("grid c[2, 2] in 1..2", settings=["n=4"]), "`settings` is a mapping, such as"),  # type: ignore[arg-type]
        (lambda: batch("grid c[2, 2] in 1..2", ["...."]), "`parse` makes a model of a text"),  # type: ignore[arg-type]
        (lambda: parse("grid c[2, 2] in 1..2").solve(cancel=True), "`cancel` is a `CancellationToken`"),  # type: ignore[arg-type]
        (lambda: parse("grid c[2, 2] in 1..2").svg(width="big"), "`width` is a whole number from 1"),  # type: ignore[arg-type]
        (lambda: Builder().grid("c", 2, 2, range(2))[1, 1] in {1, 2}, "isin"),
        (lambda: Builder().grid("c", 2, 2, domian=range(2)), "did you mean `domain`"),  # type: ignore[call-arg]
        (lambda: Builder().var("x", 0, 10), "its arguments are name and domain"),  # type: ignore[call-arg]
        (lambda: parse("grid c[2, 2] in 1..2", given="1..."), "did you mean `givens`"),  # type: ignore[call-arg]
    ],
)
def test_an_argument_of_another_kind_is_named_with_what_is_right(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize(
    ("name", "right"), [("add", "m.require"), ("minimise", "m.minimize"), ("alldifferent", 'm.clue\\("alldifferent"')]
)
def test_a_method_of_other_libraries_is_named_as_here(name: str, right: str) -> None:
    with pytest.raises(AttributeError, match=right):
        getattr(Builder(), name)
