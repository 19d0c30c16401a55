"""Files without an end, and standard streams that are full or closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl import PuzzleError, load
from tests.command import environment

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


def status_of(shell: str, folder: Path) -> int:
    """The exit status of a shell command in which `puzzledsl` stands for the command."""
    command = shell.replace("puzzledsl", f"{sys.executable} -m puzzledsl")
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment(), timeout=60)
    return done.returncode


def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(PuzzleError, match="is a device"):
        load("/dev/zero")


def test_a_mistake_is_status_2_even_where_nobody_can_be_told(tmp_path: Path) -> None:
    (tmp_path / "bad.puz").write_text("grid cell[1, 2] in 1..2\nr1c9 == 1\n")
    assert status_of("puzzledsl solve bad.puz 2>/dev/full", tmp_path) == 2
    assert status_of("puzzledsl check bad.puz >/dev/full 2>&1", tmp_path) == 2


def test_closed_standard_input_is_a_mistake_of_the_call(tmp_path: Path) -> None:
    command = "puzzledsl solve - <&- 2>said; status=$?; grep -q 'no standard input' said && exit $status"
    assert status_of(command, tmp_path) == 2
