"""The examples of `docs/solutions.md` do what is printed there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

PAGE = (Path(__file__).parents[2] / "docs" / "solutions.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\w+)(?:=([^\n]*))?)?\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [(command, printed) for _, word, command, printed in BLOCKS if word == "command"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, word, name, body in BLOCKS:
        if word == "file":
            (tmp_path / name).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def without_times(text: str) -> str:
    """Without what differs from run to run."""
    return re.sub(r"[\d.]+ s$", "… s", re.sub(r'"seconds": \{[^}]*\}', '"seconds": …', text), flags=re.M)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands(command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(command_line, command.split()[1:], "puzzledsl")
    assert without_times(capsys.readouterr().out) == printed


def test_the_script() -> None:
    (script,) = [body for language, _, _, body in BLOCKS if language == "python"]
    (printed,) = [body for _, word, _, body in BLOCKS if word == "printed"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {})
    assert out.getvalue() == printed
