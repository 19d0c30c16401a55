"""Each command ends soon after its time limit, wherever that comes: tested by a clock that counts its readings.

What is left then is to print an answer: work that is bounded by the size of the model.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.clocks import counting
from tests.command import called, enter

MODELS = {
    "circuit": "grid cell[1, 150] in 1..150\ncircuit(row(1))\nr1c1 + r1c2 == 160\n",
    "scattered": "grid cell[9, 9] in [i * 10^9 for i in 1..3000]\nalldifferent: rows, columns\n",
    "sizes": "grid cell[12, 12] in 1..9\ncomponent_sizes(cells, cells)\n",
    "division": "grid cell[8, 8] in 0..1\ndivision piece of cell in 2..5\n",
    "square": "grid cell[12, 12] in 1..12\nalldifferent: rows, columns\nsum(row(1)[1..6]) == 40\n",
}
"""By name: a text. Each has long loops over something else."""

COMMANDS = {
    "solve": ["solve", "--solver", "search"],
    "unique": ["unique", "--solver", "search"],
    "count": ["count"],
    "candidates": ["candidates", "--solver", "search", "--json"],
    "redundant": ["redundant", "--solver", "search"],
    "explain": ["explain", "--solver", "search"],
    "steps": ["steps", "--json"],
    "generate": ["generate", "--seed", "1"],
    "lp": ["model", "--to", "lp"],
    "print": ["print", "--solutions", "--pdf", "sheet.pdf"],
}
"""By name: the words of a command, without its file. `generate` works in another process, whose calls are not counted:
that it ends says enough."""

LIMIT = 1000.0
"""Seconds. The clock stands still until it leaps past them."""

MOST_READINGS = 50
MOST_CALLS = 50_000
"""What may follow once it is late: readings of the clock, and calls of functions, those that print included."""


@contextmanager
def counted_from(reading: int) -> Iterator[dict[str, int]]:
    """Run a block in which it is late at this reading of the clock; counts what follows."""
    after = {"readings": 0, "calls": 0}

    def count(_: FrameType, event: str, __: Any) -> None:
        after["calls"] += event == "call"

    def late() -> None:
        after["readings"] += 1
        if sys.getprofile() is None:
            sys.setprofile(count)

    with counting(reading) as clock:
        clock.on_late = late
        try:
            yield after
        finally:
            sys.setprofile(None)


@pytest.mark.parametrize("reading", [1, 3, 40, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("command", list(COMMANDS))
@pytest.mark.parametrize("model", list(MODELS))
def test_every_command_ends_soon_after_its_limit(
    model: str,
    command: str,
    reading: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    enter(tmp_path, {"model.puz": MODELS[model]}, monkeypatch)
    name, *options = COMMANDS[command]
    with counted_from(reading) as after:
        result = called([name, "model.puz", *options, "--time-limit", str(LIMIT)], monkeypatch, capsys)
    assert after["readings"] <= MOST_READINGS
    assert after["calls"] <= MOST_CALLS
    if "too many to be tried out" in result.err:  # by `generate`, whatever the time
        return
    assert result.status in (0, 3), result.err
    assert "bug" not in result.err
