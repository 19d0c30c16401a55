"""The commands without fork, alarms, signal masks and POSIX's modules, in a console with an old encoding."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import environment

from .conftest import MODELS

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("without_posix.py")


def call(*arguments: str, stdin: str = "", encoding: str = "cp1252") -> tuple[int, str]:
    """Exit status and output of the command; nothing may be said of a bug."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        input=stdin.encode(),
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"),
        check=False,
        timeout=300,
    )
    messages = done.stderr.decode(encoding)
    assert "Traceback" not in messages, messages
    assert "bug in puzzledsl" not in messages, messages
    return done.returncode, done.stdout.decode(encoding)


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize(("encoding", "corner"), [("cp1252", "+--"), ("cp437", "┌──")])
def test_a_model_with_line_ends_of_windows(folder: Path, encoding: str, corner: str) -> None:
    (folder / "windows.puz").write_bytes(MODELS["easy.puz"].replace("\n", "\r\n").encode())
    status, printed = call("solve", "windows.puz", encoding=encoding)
    assert status == 0
    assert corner in printed
    assert "4 8 3 | 9 2 1 | 6 5 7" in printed.replace("│", "|")


@pytest.mark.parametrize("solver", ["auto", "search", "highs"])
def test_every_solver(solver: str) -> None:
    status, printed = call("solve", "easy.puz", "--solver", solver, "--time-limit", "60", "--json")
    assert (status, json.loads(printed)["status"]) == (0, "solved")


def test_processes_that_are_spawned(folder: Path) -> None:
    lines = ["1...............", "..........2....."]
    (folder / "four.puz").write_text("grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes(2, 2)\n")
    status, printed = call("batch", "four.puz", "--givens", "-", "--jobs", "2", stdin="\n".join(lines) + "\n")
    assert status == 0
    answers = [json.loads(line) for line in printed.splitlines()]
    assert [answer["status"] for answer in answers] == ["solved", "solved"]
    status, _ = call("generate", "four.puz", "-n", "2", "-j", "2", "-o", "out.txt")
    assert status == 0
    written = (folder / "out.txt").read_bytes()
    assert written.count(b"\n") == 2
    assert b"\r" not in written


def test_a_limit_ends_the_search() -> None:
    square = "grid cell[12, 12] in 1..12\nalldifferent: rows, columns\nmaximize sum(r * cell[r, r] for r in 1..12)\n"
    status, printed = call("solve", "-", "--time-limit", "1", "--json", stdin=square)
    assert status in {0, 3}
    assert json.loads(printed)["status"] in {"feasible", "optimal", "unknown"}


def test_a_comparison_without_forks() -> None:
    status, printed = call("compare", "tiny.puz", "--encoding", "binary", "--time-limit", "60", "--json")
    assert status == 0
    assert "binary" in printed
