"""``docs/seeds.md`` and ``docs/encodings.md`` do what they say: every command in them is run, in a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeds.consoles import Console, consoles, matches

ROOT = Path(__file__).parents[2]
DOCUMENTS = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("seeds.md", "encodings.md")]
PATIENCE = 120
"""Seconds until a command counts as hanging; the longest takes 10 of its own."""

BLOCKS = [block for document in DOCUMENTS for block in consoles(document)]

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are those of a POSIX shell")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run: the models are there, and `puzzledsl` and `python` are this one."""
    place = tmp_path_factory.mktemp("seeds")
    shutil.copytree(ROOT / "models", place / "models")
    programs = place / "bin"
    programs.mkdir()
    for name, arguments in (("puzzledsl", "-m puzzledsl"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return place


@pytest.mark.slow
@pytest.mark.parametrize("console", BLOCKS, ids=lambda console: f"line-{console.line}")
def test_the_document_does_what_it_says(console: Console, folder: Path) -> None:
    environment = os.environ | {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }
    status = 0
    for command in console.commands:
        if command.text == "echo $?":
            assert command.output == [str(status)]
            continue
        ran = subprocess.run(
            ["sh", "-c", command.text],
            cwd=folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        status = ran.returncode
        if console.statuses:
            assert status in console.statuses, ran.stderr
        else:
            assert matches(command.output, ran.stdout), f"$ {command.text}\n{ran.stdout}{ran.stderr}"


def test_every_command_is_found() -> None:
    inside = [line for document in DOCUMENTS for line in document.splitlines() if line.startswith("$ ")]
    assert sum(len(block.commands) for block in BLOCKS) == len(inside)


@pytest.mark.parametrize(
    ("promised", "printed", "expected"),
    [
        (["a · 0.24 s"], "a · 11.5 s\n", True),
        (["a · 0.24 s"], "b · 0.24 s\n", False),
        (["…", "end"], "one\ntwo\nend\n", True),
        (["…", "end"], "one\nend\nmore\n", False),
        (["a … c"], "a b c\n", True),
        ([], "", True),
        ([], "something\n", False),
    ],
)
def test_what_matches(promised: list[str], printed: str, expected: bool) -> None:
    assert matches(promised, printed) is expected
