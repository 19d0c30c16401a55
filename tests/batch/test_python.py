"""`Model.compile` and `batch` from Python."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import puzzledsl
from puzzledsl import PuzzleError

from .conftest import FOUR, MODELS, puzzles_of_four

OPEN = "." * 16


def test_a_compiled_model_solves_one_puzzle_after_another() -> None:
    with puzzledsl.parse(FOUR).compile() as compiled:
        assert compiled.solve("1234" + "." * 12).values["r1c3"] == 3
        assert compiled.solve({"r4c4": 3, "r1c1": 2}).values["r4c4"] == 3
        assert compiled.solve("123........4....").status == "infeasible"
        solution = compiled.solve()
        assert solution.status == "solved"
        assert solution.verify() == []


def test_variables_outside_grids_can_be_given() -> None:
    with puzzledsl.parse(MODELS["two.puz"]).compile() as compiled:
        assert compiled.solve({"total": 14}).values["r1c1"] == 4
        assert compiled.solve({"total": 15}).status == "infeasible"


@pytest.mark.parametrize(
    ("givens", "said"),
    [
        ("12", "2 marks for a grid"),
        ("11" + "." * 14, "the given 1 is at r1c1 and again at r1c2"),
        ({"r1c5": 1}, "r1c5 lies outside the grid `cell`"),
        ({"r1c1": 9}, "the given 9 is not in the domain of `cell`"),
        ({"r1c1": 1.5}, "`r1c1` cannot be given as 1.5"),
    ],
)
def test_wrong_givens(givens: str | dict[str, int], said: str) -> None:
    with puzzledsl.parse(FOUR).compile() as compiled:
        with pytest.raises(PuzzleError, match=said):
            compiled.solve(givens)
        assert compiled.solve(OPEN)


def test_wrong_options_are_refused_at_once() -> None:
    model = puzzledsl.parse(FOUR)
    wrong: list[dict[str, Any]] = [{"solver": "x"}, {"presolve": "x"}, {"encoding": "x"}, {"time_limit": -1}]
    for options in wrong:
        with pytest.raises(PuzzleError):
            model.compile(**options)
        with pytest.raises(PuzzleError):
            puzzledsl.batch(model, [], **options)
    with pytest.raises(PuzzleError, match="`jobs` is a whole number from 1"):
        puzzledsl.batch(model, [], jobs=0)
    with pytest.raises(PuzzleError, match="no grid"):
        puzzledsl.batch(puzzledsl.parse("var x in 1..2"), [])


def test_a_row_of_a_table_keeps_its_columns() -> None:
    """A variable may be called as a column; an error is one line, and the branches are there."""
    model = puzzledsl.parse("grid cell[1, 2] in 1..2\nvar status in 5..6\nvar line in 7..7\nalldifferent: rows\n")
    solved, wrong = (result.as_dict() for result in puzzledsl.batch(model, ["1.", "11"]))
    assert (solved["line"], solved["status"]) == (1, "solved")
    assert (solved["var line"], solved["r1c2"]) == (7, 2)
    assert solved["var status"] in (5, 6)
    assert isinstance(solved["nodes"], int)
    assert wrong["error"] == "error: the given 1 is at r1c1 and again at r1c2"


def test_a_puzzle_with_several_solutions_says_so() -> None:
    several, one, unasked = (
        next(puzzledsl.batch(puzzledsl.parse(FOUR), [givens], unique=asked))
        for givens, asked in (("1" + OPEN[1:], True), ("12343412214.....", True), ("1" + OPEN[1:], False))
    )
    assert (several.unique, several.brief) == (False, "A solution is found; it is not the only one.")
    assert (one.unique, one.brief) == (True, "A solution is found; it is the only one.")
    assert unasked.brief == "A solution is found."


def test_a_line_without_givens_is_an_error_of_that_line() -> None:
    lines: list[Any] = [None, "1" + OPEN[1:], float("nan"), 7, {"r9c9": 1}, [[1, 2]], {"r1c1": 2}]
    found = list(puzzledsl.batch(puzzledsl.parse(FOUR), lines))
    assert [one.line for one in found] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.status for one in found] == ["error", "solved", *["error"] * 4, "solved"]
    said = [one.brief for one in found]
    assert said[0].endswith("values by cell, not None")
    assert said[2].endswith("not nan")
    assert "r9c9 lies outside" in said[4]
    assert "1 row of givens" in said[5]


def test_real_variables_go_to_highs() -> None:
    text = "grid cell[1, 2] in 1..9\nvar x in real 0..10\nx * 2 == r1c1\nr1c1 < r1c2\nmaximize x\n"
    with puzzledsl.parse(text).compile() as compiled:
        assert [float(compiled.solve(givens).objective or 0) for givens in ("..", ".5", "3.")] == [4, 2, 1.5]


def test_batch_yields_what_came_of_each_line() -> None:
    lines = ["# two", "1234" + "." * 12, "", "12", "123........4...."]
    results = list(puzzledsl.batch(puzzledsl.parse(FOUR), lines))
    assert [(result.line, result.status) for result in results] == [(2, "solved"), (4, "error"), (5, "infeasible")]
    first, second, _ = results
    assert first.solution is not None
    assert first.error is None
    assert first.solution.values["r1c4"] == 4
    assert second.solution is None
    assert isinstance(second.error, PuzzleError)
    assert second.givens == "12"


@pytest.mark.parametrize("jobs", [1, 2])
def test_lines_are_taken_only_a_little_ahead(jobs: int) -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for puzzle in itertools.cycle(puzzles_of_four(50)):
            taken += 1
            yield puzzle

    results = puzzledsl.batch(puzzledsl.parse(FOUR), lines(), jobs=jobs)
    for number in range(1, 2001):
        assert next(results).line == number
        assert taken <= number + 300
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_with_the_lines_is_the_caller_s(jobs: int) -> None:
    def lines() -> Iterator[str]:
        yield OPEN
        raise ZeroDivisionError("the generator")

    results = puzzledsl.batch(puzzledsl.parse(FOUR), lines(), jobs=jobs)
    assert next(results).status == "solved"
    with pytest.raises(ZeroDivisionError, match="the generator"):
        next(results)


def test_a_batch_tells_on_request_whether_each_solution_is_the_only_one() -> None:
    model = puzzledsl.parse(FOUR)
    whole = "".join(str(value) for value in model.solve().values.values())
    lines = [whole, OPEN, "11" + OPEN[2:], "12....3......4.."]
    for jobs in (1, 2):
        asked = list(puzzledsl.batch(model, lines, unique=True, jobs=jobs))
        assert [result.unique for result in asked] == [True, False, None, None]
        assert [result.status for result in asked] == ["solved", "solved", "error", "infeasible"]
    unasked = list(puzzledsl.batch(model, lines))
    assert unasked[1].unique is None
    row = asked[0].as_dict()
    assert (row["line"], row["status"], row["unique"], row["r1c1"]) == (1, "solved", True, int(whole[0]))
    assert "again at r1c2" in str(asked[2].as_dict()["error"])


def test_a_line_with_clues_of_its_own_ends_at_the_time_limit() -> None:
    model = puzzledsl.parse(
        "grid cell[2, 2] in 1..2\nclues number:\n    . .\n    . .\nfor c, n in number:\n    c == n\n"
    )
    (result,) = puzzledsl.batch(model, ["....; number: 1./.."], time_limit=1e-9)
    assert result.status == "unknown"
