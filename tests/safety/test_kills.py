"""A run of ``batch --resume`` that is killed at random places ends with the same rows as one that is not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PUZZLES = 600
KILLS = 100

# The module is imported once; each run is a forked process, killed as soon as its file has grown by some bytes.
SCRIPT = f"""
import os, random, signal, sys, time
from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
import puzzledsl.cli.commands.batch.lines_run, puzzledsl.session, puzzledsl.batches

rng = random.Random(5)
call = ["batch", "four.puz", "--givens", "puzzles.txt", "--quiet", "--resume", "out.jsonl"]
size = lambda: os.path.getsize("out.jsonl") if os.path.exists("out.jsonl") else 0
killed = 0
while True:
    before, limit = size(), rng.choice([0, 1, 40, 150, 700, 1500])
    child = os.fork()
    if child == 0:
        os._exit(run(command_line, call, "puzzledsl"))
    if killed < {KILLS}:
        deadline = time.monotonic() + 20
        while size() < before + limit and time.monotonic() < deadline and not os.waitpid(child, os.WNOHANG)[0]:
            time.sleep(0.001)
        time.sleep(rng.random() * 0.004)
        try:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            killed += 1
        except (ProcessLookupError, ChildProcessError):
            pass
        continue
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
def test_killed_at_a_hundred_places(tmp_path: Path) -> None:
    (tmp_path / "four.puz").write_text("grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n")
    lines = [f"{k % 4 + 1}" + "." * (k % 13) + f"{k // 4 % 4 + 1}" for k in range(PUZZLES)]
    (tmp_path / "puzzles.txt").write_text("\n".join(line.ljust(16, ".") for line in lines) + "\n")

    def rows() -> list[dict[str, object]]:
        found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        for row in found:
            row.pop("seconds")
        return found

    whole = [sys.executable, "-m", "puzzledsl", "batch", "four.puz", "--givens", "puzzles.txt", "-q", "--output"]
    ended = subprocess.run([*whole, "out.jsonl"], cwd=tmp_path, check=False).returncode
    expected = rows()
    assert len(expected) == PUZZLES
    (tmp_path / "out.jsonl").unlink()
    assert subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, check=False).returncode == ended
    assert rows() == expected
