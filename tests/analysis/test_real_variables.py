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
