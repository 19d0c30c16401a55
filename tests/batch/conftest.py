"""The command `puzzledsl batch` in this process and in one of its own, with small models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.command import Call, Result, called, enter

FOUR = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
MODELS = {
    "four.puz": FOUR,
    "given.puz": FOUR + "givens:\n    1 . . .\n    . . . .\n    . . . .\n    . . . 2\n",
    "six.puz": "grid cell[6, 6] in 1..6\nalldifferent: rows, columns, boxes\n",
    "two.puz": "grid a[2, 2] in 1..4\ngrid b[1, 2] in 0..20\nvar total in 0..99\nalldifferent: a\n"
    "sum(b) == a[1, 1]\ntotal == sum(a) + sum(b)\n",
    "hole.puz": "grid cell[2, 3] in 1..5\nmask:\n    . x .\n    . . .\nalldifferent: row(1), row(2)\n",
    "best.puz": "grid cell[1, 3] in 1..9\nalldifferent: row(1)\nmaximize sum(row(1))\n",
}

Answer = dict[str, Any]


def grids_of_four() -> list[str]:
    """All 288 filled grids of `four.puz`, each a line."""
    rows = ["".join(row) for row in permutations("1234")]
    bands = [(a, b) for a, b in product(rows, rows) if not set(a[:2]) & set(b[:2]) and not set(a[2:]) & set(b[2:])]
    return [
        "".join((*upper, *lower))
        for upper, lower in product(bands, bands)
        if all(len(set(column)) == 4 for column in zip(*upper, *lower, strict=True))
    ]


def puzzles_of_four(count: int, seed: int = 1) -> list[str]:
    """Puzzles for `four.puz`, most with several solutions, some with none, some with givens that clash."""
    random, grids = Random(seed), grids_of_four()
    found = []
    for _ in range(count):
        marks = [mark if random.random() < 0.4 else "." for mark in random.choice(grids)]
        if random.random() < 0.3:
            marks[random.randrange(16)] = random.choice("1234")
        found.append("".join(marks))
    return found


def without_seconds(text: str) -> list[Answer]:
    """The answers without what differs from run to run."""
    found = [json.loads(line) for line in text.splitlines()]
    for answer in found:
        assert answer.pop("seconds") >= 0
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the models in it."""
    return enter(tmp_path, MODELS, monkeypatch)


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs ``puzzledsl batch`` over lines that stand in a file, or come from standard input."""

    def call(
        model: str,
        lines: Sequence[str] | bytes,
        *arguments: str,
        givens: str = "puzzles.txt",
        arguments_instead: Sequence[str] | None = None,
    ) -> Result:
        content = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
        if givens != "-":
            (folder / givens).write_bytes(content)
            content = b""
        words = ["--givens", givens, *arguments] if arguments_instead is None else arguments_instead
        return called(["batch", model, *words], monkeypatch, capsys, content)

    return call
