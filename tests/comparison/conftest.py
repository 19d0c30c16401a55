"""Models for comparisons, and runs that nobody had to wait for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzledsl.comparison.runs import Combination, Run
from tests.cli.conftest import call
from tests.command import Call, enter

__all__ = ["Call", "call"]

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"

MODELS = {
    "models/one.puz": FOUR + "givens:\n    1...\n    ..3.\n    .4..\n    ...2\n",
    "models/two.puz": FOUR + "r1c1 + r1c2 == 7\nr1c1 > r1c2\nr2c1 == 1\nr3c3 == 4\nr4c1 == 2\n",
    "models/none.puz": FOUR + "r1c1 + r1c2 == 2\n",
    "four.puz": FOUR,
    "wrong.puz": "grid cell[4, 4] in 1..4\nalldiferent: rows\n",
    "real.puz": "var x in real 0..9\nvar y in 0..9\nx + y <= 7\nmaximize 2 * x + y\n",
    "best.puz": "var x in 0..9\nvar y in 0..9\nx + y <= 7\nmaximize x + y\n",
    "list.txt": "# givens\n1.....3..4.....2\n12..\n..1.....3..4....\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the models in it."""
    return enter(tmp_path, MODELS, monkeypatch)


def make(status: str, way: str = "binary highs none", puzzle: str = "p", **known: Any) -> Run:
    """A run; ``grid`` are the values of one row, ``total`` its seconds; ``maximize`` and ``outcome`` as in `Run`."""
    encoding, solver, presolve = way.split()
    limit = status in ("unknown", "feasible")
    outcome = known.pop("outcome", "failed" if status in ("error", "unsuitable") else "limit" if limit else "solved")
    total, maximize = known.pop("total", 1.0), known.pop("maximize", False)
    grid = known.pop("grid", None)
    answer = {
        "solver": solver,
        "grids": {} if grid is None else {"cell": [list(grid)]},
        "variables": {},
        "objective": None,
        "size": {"variables": 0, "rows": 0},
        "nodes": None,
    }
    combination = Combination(None if encoding == "-" else encoding, solver, presolve)
    return Run(puzzle, combination, status, outcome, total, answer | known, maximize)
