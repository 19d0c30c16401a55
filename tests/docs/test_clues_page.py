"""The examples of `docs/clues.md` do what is printed there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

PAGE = (Path(__file__).parents[2] / "docs" / "clues.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?:=([^\n]*))?\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for word, value, body in BLOCKS:
        if word == "file":
            (tmp_path / value).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("command", "printed"), [(value, body) for word, value, body in BLOCKS if word == "command"])
def test_the_commands(command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command_line, command.split()[1:], "puzzledsl") == 0
    assert _timeless(capsys.readouterr().out) == _timeless(printed)


def test_the_script() -> None:
    (script,) = [body for word, _, body in BLOCKS if word == "python"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("box 2 (line 3), cage 3 at r1c5, r1c6 (line 5) and the given 2 at r2c6 (line 11) cannot")
    assert lines[1:4] == ["3 box 2", "5 cage 3 at r1c5, r1c6", "11 the given 2 at r2c6"]
    assert lines[5].startswith("minimal ")


def _timeless(text: str) -> str:
    return re.sub(r"\d+ questions? · [\d.]+ s", "…", text)
