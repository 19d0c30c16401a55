"""Batches without a model: each line is a link, or a grid."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import puzzledsl
from tests.command import COMMAND

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LOOP = "https://puzz.link/p?slither/3/3/g3k3g"
LINES = ["# a grid, a link, neither", CLASSIC, LOOP, "no puzzle"]


def test_each_line_is_a_puzzle_of_its_own() -> None:
    classic, loop, wrong = puzzledsl.batch(None, LINES)
    assert classic.solution is not None
    assert "".join(str(classic.solution[1, c]) for c in range(1, 10)) == "534678912"
    assert loop.status == "solved"
    assert wrong.error is not None
    assert "not a puzzle in a known format" in str(wrong.error)
    assert [one.line for one in (classic, loop, wrong)] == [2, 3, 4]


def test_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    links, out = tmp_path / "links.txt", tmp_path / "out.jsonl"
    links.write_text("\n".join(LINES) + "\n")
    call = [*COMMAND, "batch", "--givens", str(links), "--resume", str(out)]
    first = subprocess.run(call, capture_output=True, text=True, check=False)
    assert first.returncode == 2  # the last line is wrong
    whole = out.read_text()
    assert [json.loads(line)["givens"] for line in whole.splitlines()] == LINES[1:]
    out.write_text(whole[: whole.index("\n") + 30])
    again = subprocess.run(call, capture_output=True, text=True, check=False)
    assert "1 of them before" in again.stderr
    found = [json.loads(line) for line in out.read_text().splitlines()]
    assert [one["status"] for one in found] == ["solved", "solved", "error"]
    links.write_text("\n".join([LINES[0], LOOP, *LINES[2:]]) + "\n")
    other = subprocess.run(call, capture_output=True, text=True, check=False)
    assert other.returncode == 2
    assert "another puzzle" in other.stderr
