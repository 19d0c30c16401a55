"""Clusters that run in processes of their own, and the commands that use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.batch.conftest import call, folder
from tests.command import Call, Result, environment

__all__ = ["Call", "Result", "call", "folder"]

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def classics(count: int, seed: int = 1) -> Iterator[str]:
    """Different sudokus: one, with rows, columns and digits permuted, and some givens left out."""
    random = Random(seed)
    for _ in range(count):
        rows, columns = (
            [3 * b + k for b in random.sample(range(3), 3) for k in random.sample(range(3), 3)] for _ in "rc"
        )
        digits = dict(zip("123456789", random.sample("123456789", 9), strict=True))
        marks = (GIVENS[9 * row + column] for row in rows for column in columns)
        yield "".join("." if random.random() < 0.08 else digits.get(mark, ".") for mark in marks)


class Scheduler:
    """A cluster in another process.

    Attributes:
        address: of its scheduler.
    """

    def __init__(self, **options: object) -> None:
        script = Path(__file__).with_name("serve.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what `multiprocessing` says of workers that were killed
            text=True,
            env=environment(),
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address, "no cluster"

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop the scheduler, and leave the workers running."""
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End the scheduler and all workers by force."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        else:
            self._process.stdout.close()


Start = Callable[..., Scheduler]


@pytest.fixture(scope="session")
def _clusters() -> Iterator[dict[str, Scheduler]]:
    found: dict[str, Scheduler] = {}
    yield found
    for one in found.values():
        one.close()


@pytest.fixture
def scheduler(_clusters: dict[str, Scheduler]) -> Scheduler:
    """A cluster of two workers, for all tests that leave it alive."""
    if "two" not in _clusters or not _clusters["two"].is_alive:
        _clusters["two"] = Scheduler(workers=2)
    return _clusters["two"]


@pytest.fixture
def classic(folder: Path) -> Callable[[Iterable[str]], Path]:
    """Writes puzzles beside `classic.puz`."""
    (folder / "classic.puz").write_text("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n")

    def written(puzzles: Iterable[str]) -> Path:
        (folder / "classics.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        return folder / "classics.txt"

    return written
