"""Questions about further solutions of models with real variables: what is not proven is not claimed."""

from __future__ import annotations

import pytest

from puzzledsl import parse
from tests.command import called

ONLY_REAL = "var x in real 0..10\nx >= 3\n"
"""All numbers from 3 to 10 are solutions."""


@pytest.mark.parametrize("text", [ONLY_REAL, ONLY_REAL + "var k in 0..0\n", "var x in real 0..10\nx + x == 9\n"])
def test_no_solution_is_called_the_only_one(text: str) -> None:
    model = parse(text)
    assert model.unique().status == "unknown"
    assert not model.count().exact


def test_solutions_that_differ_in_whole_variables_are_several() -> None:
    text = "var x in real 0..10\nvar k in 0..3\nx + k >= 4\n"
    assert parse(text).unique().status == "several"
    found = parse(text).candidates()
    assert found.status == "complete"
    assert found.values == {"k": (0, 1, 2, 3)}


def test_the_command_says_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer = called(["unique", "-"], monkeypatch, capsys, ONLY_REAL)
    assert answer.status == 3
    assert "unknown (a real variable may have further values)" in answer.out + answer.err


def test_variables_beside_a_grid_are_not_compared() -> None:
    assert (
        parse("grid cell[1, 2] in 1..2\nalldifferent: rows\nr1c1 == 1\nvar x in real 0..1\n").unique().status
        == "unique"
    )


SHARES = "grid cell[1, 2] in 0..2\nvar part in real 0..1\npart <= 0.5\nr1c1 + r1c2 == 4\nr1c2 >= 1\nr1c1 + part >= 1\n"
"""The opposites of the first and of the last clue are strict inequalities of a real variable."""


def test_clues_whose_opposite_cannot_be_stated_are_undecided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = parse(SHARES).redundant()
    assert found.status == "checked"
    assert [element.line for element in found.redundant] == [5]
    assert [element.line for element in found.undecided] == [3, 6]
    assert [element.line for element in found.needed] == [4]
    assert not found.maximal
    answer = called(["redundant", "-"], monkeypatch, capsys, SHARES)
    assert answer.status == 3
    assert "r1c2 >= 1" in answer.out.partition("not decided:")[0]
    assert "part <= 0.5" in answer.out.partition("not decided:")[2]


def test_minimize_needs_no_opposite() -> None:
    found = parse(SHARES).minimize()
    assert found.status == "minimal"
    assert [element.line for element in found.dropped] == [3, 5, 6]


def test_real_unknowns_of_a_rule() -> None:
    rule = "rule mean(a, b):\n    var half in real 0..3\n    a + b == 2 * half\n    half >= LOW\n"
    clues = "mean(r1c1, r1c2)\nr1c1 + r1c2 >= 3\nr1c1 != 1\n"
    for low, lines in (("0.75", [6]), ("1.5", [6, 7]), ("1.75", [7])):
        found = parse("grid cell[1, 2] in 0..3\n" + rule.replace("LOW", low) + clues).redundant()
        assert [element.line for element in found.redundant] == lines, low
        assert not found.undecided
