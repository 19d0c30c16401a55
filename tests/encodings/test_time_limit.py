"""The time limit holds while a program is being written, and leaves no half of one behind."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.encodings.time_limit import OutOfTime
from puzzledsl.flattening import flatten
from puzzledsl.highs.integer_program import program
from puzzledsl.presolve.presolve import presolve

MODEL = Path(__file__).parents[2] / "models" / "killer.puz"


def after(asked: int) -> Callable[[], bool]:
    """Time for so many questions."""
    questions = count()
    return lambda: next(questions) >= asked


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_writing_ends_wherever_the_time_does(encoding: str, caplog: pytest.LogCaptureFixture) -> None:
    model = puzzledsl.load(MODEL).elaborated
    flat = flatten(model)
    domains = presolve(flat, None, "none").domains
    encoded = encode(flat, domains, encoding, model.variables)
    written = to_pyomo(encoded)
    for asked in (0, 1, len(flat.constraints) - 1):
        with pytest.raises(OutOfTime):
            encode(flat, domains, encoding, model.variables, after(asked))
    for asked in (0, len(encoded.rows) // 2, len(encoded.rows) - 1):
        with pytest.raises(OutOfTime):
            to_pyomo(encoded, late=after(asked))
        with pytest.raises(OutOfTime):
            program(written, after(asked))
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert encode(flat, domains, encoding, model.variables, after(len(flat.constraints))) == encoded
    assert len(program(to_pyomo(encoded, late=after(len(encoded.rows)))).row_lower) == len(encoded.rows)


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_a_limit_that_comes_while_encoding_is_said(encoding: str) -> None:
    solution = puzzledsl.load(MODEL).solve(encoding=encoding, presolve="none", solver="highs", time_limit=0.0)
    assert solution.status == "unknown"
    assert "time limit came before the solver" in solution.message
