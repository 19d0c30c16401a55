"""The time limit holds while a model is expanded, flattened and written, and leaves no half of a program behind."""

from __future__ import annotations

import logging
from math import inf
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.elaboration import elaborate
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.flattening import flatten
from puzzledsl.highs.integer_program import program
from puzzledsl.presolve.presolve import presolve
from puzzledsl.reading import read
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime
from tests.clocks import late_from

MODEL = Path(__file__).parents[2] / "models" / "killer.puz"


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_writing_ends_wherever_the_time_does(encoding: str, caplog: pytest.LogCaptureFixture) -> None:
    model = puzzledsl.load(MODEL).elaborated
    flat = flatten(model)
    domains = presolve(flat, "none").domains
    encoded = encode(flat, domains, encoding, model.variables)
    written = to_pyomo(encoded)
    for asked in (0, 1, len(flat.constraints) - 1):
        with pytest.raises(OutOfTime), late_from(asked + 1):
            encode(flat, domains, encoding, model.variables)
    for asked in (0, len(encoded.rows) // 2, len(encoded.rows) - 1):
        with pytest.raises(OutOfTime), late_from(asked + 1):
            to_pyomo(encoded)
        with pytest.raises(OutOfTime), late_from(asked + 1):
            program(written)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    with late_from(inf):
        assert encode(flat, domains, encoding, model.variables) == encoded
        assert len(program(to_pyomo(encoded)).row_lower) == len(encoded.rows)


def test_flattening_ends_wherever_the_time_does() -> None:
    model = puzzledsl.load(MODEL).elaborated
    for asked in (0, 1, len(model.requirements) - 1):
        with pytest.raises(OutOfTime), late_from(asked + 1):
            flatten(model)
    with late_from(inf):
        assert flatten(model) == flatten(model)


def test_one_large_requirement_ends_in_time_too() -> None:
    text = "grid cell[1, 50] in 1..9\nall(a + b != 7 or a * b == 8 for a in cells, b in cells)\n"
    model = puzzledsl.parse(text).elaborated
    assert len(model.requirements) == 1
    with pytest.raises(OutOfTime), late_from(100):
        flatten(model)


def test_elaboration_ends_in_the_middle_of_a_loop() -> None:
    file, found = read(
        Source("<text>", "grid cell[1, 50] in 1..9\nfor i in 1..50, j in 1..50, k in 1..50:\n    let a = i\n")
    )
    for asked in (0, 1, 50):
        with pytest.raises(OutOfTime), late_from(asked + 1):
            elaborate(file, found)
    with late_from(inf):
        assert len(elaborate(file, found).variables) == 50


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_a_limit_that_comes_before_the_solver_is_said(encoding: Any) -> None:
    solution = puzzledsl.load(MODEL).solve(encoding=encoding, presolve="none", solver="highs", time_limit=0.0)
    assert solution.status == "unknown"
    assert "time limit came before the solver" in solution.message
