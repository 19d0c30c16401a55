"""Runs in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from puzzledsl.comparison.measuring import measure
from puzzledsl.comparison.new_process import in_new_process
from puzzledsl.comparison.runs import Puzzle, Run, combinations
from puzzledsl.source import Source

from .conftest import MODELS

WAYS = combinations(["binary"], ["highs", "search"], ["none"])


def puzzle(name: str) -> Puzzle:
    return Puzzle(name, Source(name, MODELS[name]))


@pytest.fixture(scope="module")
def measured() -> list[Run]:
    names = ("models/two.puz", "models/none.puz", "wrong.puz", "real.puz")
    return list(measure([puzzle(name) for name in names], WAYS, 60.0))


def test_each_puzzle_is_run_by_each_combination_once(measured: list[Run]) -> None:
    assert [(run.puzzle, run.combination) for run in measured] == [
        (name, way) for name in ("models/two.puz", "models/none.puz", "wrong.puz", "real.puz") for way in WAYS
    ]
    assert all(sum(run.answer["seconds"].values()) <= run.total for run in measured if run.outcome == "solved")


def test_answers_are_those_of_the_puzzles(measured: list[Run]) -> None:
    assert {(run.puzzle, run.status) for run in measured} == {
        ("models/two.puz", "solved"),
        ("models/none.puz", "infeasible"),
        ("wrong.puz", "error"),
        ("real.puz", "optimal"),
        ("real.puz", "unsuitable"),  # search knows no real variables
    }
    by_highs = measured[0].answer
    assert (by_highs["solver"], by_highs["size"]["variables"] > 0) == ("highs", True)


def test_a_wrong_model_is_a_failure_with_its_message(measured: list[Run]) -> None:
    wrong = [run for run in measured if run.puzzle == "wrong.puz"]
    assert [run.outcome for run in wrong] == ["failed", "failed"]
    assert "did you mean `alldifferent`?" in wrong[0].message


def nothing() -> None:
    """Nothing to prepare."""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_process_that_crashes_or_takes_too_long() -> None:
    with pytest.raises(ChildProcessError, match="the process ended by signal 9; often the system is out of memory"):
        in_new_process(partial(signal.raise_signal, signal.SIGKILL), nothing, 60.0)
    with pytest.raises(ChildProcessError, match="with exit code 3"):
        in_new_process(partial(os._exit, 3), nothing, 60.0)
    with pytest.raises(TimeoutError):
        in_new_process(partial(time.sleep, 1000), nothing, 0.1)


KILLED = """
import threading, time
from functools import partial
from puzzledsl.comparison.new_process import in_new_process

threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()  # so the process is spawned, not forked
try:
    in_new_process(partial(time.sleep, 1000), partial(exec, "import pyomo.environ"), 0.1)
except TimeoutError:
    print("killed")
"""


def test_a_process_that_is_killed_leaves_no_lock_behind() -> None:
    """Python's resource tracker would warn of it when the last process has ended."""
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("killed\n", "")


def test_leaving_early_ends_the_run_under_way() -> None:
    running = measure([puzzle("models/one.puz")] * 50, WAYS, 60.0)
    assert isinstance(next(running), Run)
    running.close()
    assert list(running) == []
