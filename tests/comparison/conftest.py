"""Models for comparisons, and runs that nobody had to wait for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from puzzledsl.comparison.combinations import Combination
from puzzledsl.comparison.runs import Run, Values
from tests.cli.conftest import call
from tests.command import Call, enter

__all__ = ["Call", "call"]

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"

MODELS = {
    "models/one.puz": FOUR + "givens:\n    1...\n    ..3.\n    .4..\n    ...2\n",
    "models/two.puz": FOUR + "r1c1 + r1c2 == 7\nr1c1 > r1c2\nr2c1 == 1\nr3c3 == 4\nr4c1 == 2\n",
    "models/inner/none.puz": FOUR + "r1c1 + r1c2 == 2\n",
    "four.puz": FOUR,
    "wrong.puz": "grid cell[4, 4] in 1..4\nalldiferent: rows\n",
    "real.puz": "var x in real 0..9\nvar y in 0..9\nx + y <= 7\nmaximize 2 * x + y\n",
    "best.puz": "var x in 0..9\nvar y in 0..9\nx + y <= 7\nmaximize x + y\n",
    "list.txt": "# name, givens\na,1.....3..4.....2\nb,12..\nc,..1.....3..4....\n",
    "rows.txt": "1...\n..3.\n.4..\n...2\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the models in it."""
    return enter(tmp_path, MODELS, monkeypatch)


Making = Callable[..., Run]


@pytest.fixture
def made() -> Making:
    """Makes a run: its status, then what else is known of it."""
    return make


def make(status: str, way: str = "binary highs none", puzzle: str = "p", **known: Any) -> Run:
    """A run; ``grid`` are the values of one row, ``total`` its seconds."""
    grid = known.pop("grid", None)
    objective = known.pop("objective", None)
    total = known.pop("total", 1.0)
    encoding, solver, presolve = way.split()
    limit = status in ("unknown", "feasible")
    outcome = known.pop("outcome", "failed" if status == "error" else "limit" if limit else "solved")
    return Run(
        puzzle,
        Combination("" if encoding == "-" else encoding, solver, presolve),
        known.pop("number", 0),
        status,
        outcome,
        {"total": total},
        values=None if grid is None else Values({"cell": [list(grid)]}, {}),
        objective=None if objective is None else Fraction(objective),
        **known,
    )
