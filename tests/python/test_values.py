"""Givens and solutions as Python has them: arrays, rows, cells by name and by place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import puzzledsl
from puzzledsl import Model, PuzzleError

SMALL = "grid cell[2, 3] in 1..9\n"
TWO = SMALL + "grid other[2, 2] in 0..3\nvar total in 0..99\ntotal == sum(cell)\n"
ROWS = [[1, 0, 3], [0, 0, 6]]
EXPECTED = {"r1c1": 1, "r1c3": 3, "r2c3": 6}


def given(model: Model) -> dict[str, int]:
    return {model.variables[x]: value for x, value in model.elaborated.givens.items()}


SAME: list[Any] = [
    ROWS,
    np.array(ROWS),
    np.array(ROWS, float),
    np.array(ROWS, np.uint8),
    np.array(ROWS).ravel(),
    np.ma.masked_equal(np.array(ROWS), 0),
    np.where(np.array(ROWS) == 0, np.nan, ROWS),
    [[1, None, 3], [None, ".", 6]],
    [np.array([1, 0, 3]), (0, 0, 6)],
    ["1.3", "..6"],
    [["1", ".", "3"], [".", "0", "6"]],
    {(1, 1): 1, (1, 3): 3, (2, 3): 6, (2, 1): None},
    {"r1c1": np.int64(1), "R1C3": 3.0, "cell[2, 3]": Fraction(6)},
    {np.int64(1): 1} and {("cell", 1, 1): 1, (np.int64(1), np.int64(3)): 3, "r2c3": 6},
    {"cell": np.array(ROWS)},
    "1.3..6",
]


@pytest.mark.parametrize("givens", SAME, ids=range(len(SAME)))
def test_givens_of_many_kinds_say_the_same(givens: Any) -> None:
    model = puzzledsl.parse(SMALL, givens=givens)
    assert given(model) == EXPECTED
    with puzzledsl.parse(SMALL).compile() as compiled:
        found = compiled.solve(givens)
        assert {name: found[name] for name in EXPECTED} == EXPECTED
    (result,) = puzzledsl.batch(puzzledsl.parse(SMALL), [givens])
    assert result.solution is not None
    assert {name: result.solution[name] for name in EXPECTED} == EXPECTED


BELOW: list[Any] = [
    [[-1, 0, 3], [0, 0, 6]],
    np.array([[-1, 0, 3], [0, 0, 6]]),
    {"r1c1": -1},
    {"cell": [[-1, None, None], [None, None, None]]},
    {"other": [[-1, None], [None, None]]},
    {("other", 1, 1): -1},
    "-1 . . . . .",
    "-1 . .\n. . .",
    "other: -1 . / . .",
]


@pytest.mark.parametrize("givens", BELOW, ids=range(len(BELOW)))
def test_a_negative_given_keeps_its_sign(givens: Any) -> None:
    """Without it, another value would be given."""
    model = puzzledsl.parse(TWO)
    for asks in (
        lambda: puzzledsl.parse(TWO, givens=givens),
        lambda: model.compile().solve(givens),
        lambda: model.solve(start=givens),
    ):
        with pytest.raises(
            PuzzleError, match=r"the given -1 is not in the domain of `(cell|other)`\n.*\n(.*\n)+.*\^\^"
        ):
            asks()
    line = givens.replace("\n", "/") if isinstance(givens, str) else givens
    (result,) = puzzledsl.batch(model, [line])
    assert result.status == "error"
    assert "the given -1 is not in the domain" in str(result.error)


def test_a_negative_given_of_a_builder_keeps_its_sign() -> None:
    builder = puzzledsl.Builder()
    builder.grid("cell", 2, 2, range(1, 5))
    builder.givens({(1, 1): -1})
    with pytest.raises(PuzzleError, match="the given -1 is not in the domain of `cell`"):
        builder.model()


def test_several_grids_and_a_zero_that_is_a_value() -> None:
    model = puzzledsl.parse(TWO, givens={"other": np.array([[0, 1], [2, 3]]), (1, 1): 9})
    assert given(model) == {"r1c1": 9, "other[1, 1]": 0, "other[1, 2]": 1, "other[2, 1]": 2, "other[2, 2]": 3}
    with puzzledsl.parse(TWO).compile() as compiled:
        assert compiled.solve({"total": 54, "other[1, 2]": 0})["total"] == 54


@pytest.mark.parametrize(
    ("givens", "message"),
    [
        ({(0, 1): 1}, "r0c1 lies outside the grid `cell`"),
        ({"r3c1": 1}, "rows are 1..2, columns 1..3"),
        ({"othr": [[1, 2], [1, 2]]}, "did you mean `other`?"),
        ({"other[3, 1]": 1}, r"other[3, 1] lies outside the grid `other`"),
        ({"grid[1, 1]": 1}, "no grid is called `grid`"),
        ({"r1c1": 2, (1, 1): 4}, "r1c1 is given as 4, and elsewhere as 2"),
        ({"r1c1": 2.5}, "`r1c1` cannot be given as 2.5"),
        ({"r1c1": 10}, "the given 10 is not in the domain of `cell`"),
        ({1: 2}, "1 is not a cell"),
        (np.zeros((3, 3)), "3 rows of givens"),
        (np.zeros((2, 4)), "4 givens in row 1"),
        ([1, 2, 3], "3 rows of givens"),
        (5, "givens are text, an array, rows of values, or values by cell, not 5"),
        ({"other": "12"}, "the givens of `other` are an array or rows of values here, not the text '12'"),
    ],
)
def test_givens_that_do_not_fit(givens: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        puzzledsl.parse(TWO, givens=givens)
    assert message in str(caught.value)


def test_numpy_is_loaded_by_nobody_who_does_not_use_it() -> None:
    script = (
        "import sys, puzzledsl\n"
        f"solution = puzzledsl.parse({SMALL!r}, givens={{(1, 1): 5}}).solve()\n"
        "print(solution.grid()[0][0], solution['r1c1'], solution[1, 1], 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["5", "5", "5", "False"]


def test_values_of_a_solution() -> None:
    solution = puzzledsl.parse(TWO, givens={(1, 1): 4, "other[2, 1]": 3}).solve()
    assert solution["r1c1"] == solution["R1C1"] == solution[1, 1] == solution["cell", 1, 1] == 4
    assert solution["other[2, 1]"] == solution["other", 2, 1] == solution.grid("other")[1][0] == 3
    assert solution["total"] == sum(map(sum, solution.grid()))  # type: ignore[arg-type]
    assert isinstance(solution.grid(), list)
    assert (solution.grid(array=True) == np.array(solution.grid())).all()
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: solution["r3c1"], "lies outside the grid"),
        (lambda: solution["totl"], "did you mean `total`"),
        (lambda: solution.grid("othr"), "did you mean `other`"),
    ]
    for ask, message in wrong:
        with pytest.raises(KeyError, match=message):
            ask()


def test_a_masked_place_and_no_solution() -> None:
    masked = puzzledsl.parse("grid cell[2, 2] in 1..2\nmask:\n    . x\n    . .\n").solve()
    assert masked.grid()[0][1] is None
    assert np.ma.is_masked(masked.grid(array=True)[0, 1])
    with pytest.raises(KeyError, match="r1c2 is masked"):
        masked[1, 2]
    none = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 > r1c2\nr1c2 > r1c1").solve()
    with pytest.raises(KeyError, match="infeasible"):
        none["r1c1"]
    with pytest.raises(KeyError, match="infeasible"):
        none.grid()


def test_what_is_wrong_with_an_argument_is_said_in_words_of_python() -> None:
    model = puzzledsl.parse(SMALL)
    filled = [[1, 2, 3], [4, 5, 6]]
    wrong: dict[str, Callable[[], object]] = {
        r'`gap` is for the integer program, and `solver="search"` writes none': lambda: model.solve(
            gap=5, solver="search"
        ),
        "`highs` is for the integer program": lambda: model.solve(highs={"presolve": "on"}, solver="search"),
        "`grids` are rows of values": lambda: model.verify(5),  # type: ignore[arg-type]
        "the grid 'cell' has 2 rows of 3 values": lambda: model.verify(np.ones(6)),  # type: ignore[arg-type]
        "no grid is called `extra`": lambda: model.verify({"cell": filled, "extra": filled}),
        "`width` is a whole number from 1, not -5": lambda: model.svg(width=-5),
        "`most` is a whole number from 0, not -1": lambda: model.steps(most=-1),
    }
    for message, call in wrong.items():
        with pytest.raises(PuzzleError, match=message):
            call()
    assert model.verify(filled) == []


def test_a_builder_refuses_places_that_are_none() -> None:
    cell = puzzledsl.Builder().grid("cell", 2, 2, range(1, 3))
    with pytest.raises(TypeError, match="a cell is its row and column"):
        cell[1, 1, 1]  # type: ignore[index]
    with pytest.raises(TypeError, match="a corner is its row and column"):
        cell.run()
    with pytest.raises(ValueError, match=r"the place \(5, 5\) of the mask is outside the grid"):
        puzzledsl.Builder().grid("cell", 2, 2, range(1, 3), mask=[(5, 5)])
