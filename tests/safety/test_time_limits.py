"""Each command ends soon after its time limit, wherever that comes: tested by a clock that counts its readings.

A step of work is a line of the package that is run. Two laws bound the steps after the limit: few lie between two
readings of the clock, and few follow the first reading that says "late". So the limit may come anywhere between them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import puzzledsl
from puzzledsl import parse
from puzzledsl.batches.rereading import Rereading
from puzzledsl.generation.making import Maker
from puzzledsl.generation.recipe import Recipe
from tests.clocks import counting
from tests.command import called, enter

MODELS = {
    "circuit": "grid cell[1, 75] in 1..75\ncircuit(row(1))\nr1c1 + r1c2 == 80\n",
    "scattered": "grid cell[8, 8] in [i * 10^9 for i in 1..400]\nalldifferent: rows, columns\n",
    "sizes": "grid cell[8, 8] in 1..9\ncomponent_sizes(cells, cells)\n",
    "division": "grid cell[8, 8] in 0..1\ndivision piece of cell in 2..5\n",
    "square": "grid cell[9, 9] in 1..9\nalldifferent: rows, columns\nsum(row(1)[1..6]) == 30\n",
    "givens": "grid cell[1, 82] in 1..82\nalldifferent: row(1)\nfor i in 1..81:\n  cell[1, i] == i\n",
    "paths": "grid cell[7, 7] in 0..1\nconnected(cells, 1)\nsum(cells) == 20\n",
}
"""By name: a text. Each has long loops over something else: cells, values, pairs, removals, rows, edges."""

COMMANDS = {
    "solve": ["solve", "--solver", "search"],
    "unique": ["unique", "--solver", "search"],
    "count": ["count"],
    "candidates": ["candidates", "--solver", "search", "--json"],
    "redundant": ["redundant", "--solver", "search"],
    "explain": ["explain", "--solver", "search"],
    "minimize": ["minimize", "--solver", "search"],
    "steps": ["steps", "--json"],
    "lp": ["model", "--to", "lp"],
    "print": ["print", "--solutions", "--pdf", "sheet.pdf"],
}
"""By name: the words of a command, without its file."""

LIMIT = 1000.0
"""Seconds. The clock stands still until it leaps past them."""

MOST_READINGS = 20
MOST_STEPS = 100_000
"""A loop over the pairs of cells of these models takes more, a loop over the cells or values less."""

PACKAGE = str(Path(puzzledsl.__file__).parent)


class Steps:
    """Counts lines of the package.

    Attributes:
        since: since the last reading of the clock.
        most: the most between two readings.
        late: since the reading that said "late".
        readings: readings since then.
        where: the function whose lines they were, for the message.
    """

    def __init__(self) -> None:
        self.since = self.most = self.late = self.readings = 0
        self.where = self._running = ""

    def read(self, late: bool) -> None:
        """Note a reading of the clock."""
        self._note()
        self.readings += late

    def _note(self) -> None:
        self.late += self.since * (self.readings > 0)
        if self.since > self.most:
            self.most, self.where = self.since, self._running
        self.since = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the steps of a block."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)
            self._note()

    def _call(self, frame: FrameType, _: str, __: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if code.co_name == "<module>" or not code.co_filename.startswith(
            PACKAGE
        ):  # an import takes as long as it takes
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "line":
            self.since += 1
            if not self.since % 10_000:
                self._running = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        return self._line


@contextmanager
def bounded(reading: int) -> Iterator[None]:
    """Run a block in which it is late from this reading of the clock on, and assert both laws."""
    steps = Steps()
    with counting(reading) as clock:
        clock.on_reading = lambda: steps.read(clock.readings >= reading)
        with steps.counted():
            yield
    assert steps.most <= MOST_STEPS, f"between two readings of the clock, at {steps.where}"
    assert steps.late <= MOST_STEPS
    assert steps.readings <= MOST_READINGS


@pytest.mark.parametrize("reading", [2, 250, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 20, 2000))])
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
    with bounded(reading):
        result = called([name, "model.puz", *options, "--time-limit", str(LIMIT)], monkeypatch, capsys)
    assert result.status in (0, 1, 3), result.err
    assert "bug" not in result.err


@pytest.mark.parametrize("reading", [2, 250, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("model", ["circuit", "sizes", "division", "square", "paths"])
def test_a_puzzle_is_given_up_soon_after_its_limit(model: str, reading: int) -> None:
    """`generate` makes each puzzle in another process, by this call."""
    make = Maker(parse(MODELS[model]).elaborated, Recipe(seed=1, time_limit=LIMIT), Rereading())
    with bounded(reading):
        make(1)
