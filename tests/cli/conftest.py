"""The command within this process, and models for it in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import Call, Result, called, enter

MODELS = {
    "tiny.puz": 'puzzle "Tiny"\ngrid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 2\nshow "corner", r2c2\n',
    "easy.puz": """\
puzzle "Easy"
grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
givens:
    003020600
    900305001
    001806400
    008102900
    700000008
    006708200
    002609500
    800203009
    005010300
""",
    "none.puz": "grid cell[1, 3] in 1..9\nr1c1 < r1c2\nr1c2 < r1c3\nr1c3 < r1c1\n",
    "wrong.puz": "grid cell[2, 2] in 1..2\nalldiferent: rows\nr1c1 = 2\n",
    "best.puz": "var x in 0..9\nvar y in 0..9\nx + y <= 7\nmaximize 2 * x + y\n",
    "queens.puz": "param n = 4\ngrid q[n, n] in bool\nfor line in concat(rows, columns):\n    sum(line) == 1\n",
    "odd.puz": "grid cell[1, 2] in 1..9\nr1c1 < 20\nr1c1 == 3\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the models in it."""
    return enter(tmp_path, MODELS, monkeypatch)


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs ``puzzledsl`` with some arguments."""

    def call(*arguments: str, stdin: str | bytes = "") -> Result:
        return called(list(arguments), monkeypatch, capsys, stdin)

    return call
