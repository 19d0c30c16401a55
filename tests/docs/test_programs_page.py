"""The examples of `docs/programs.md` do what is printed there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "programs.md").read_text(encoding="utf-8")
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
    (printed,) = [body for word, _, body in BLOCKS if word == "text"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    assert out.getvalue() == printed


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", PAGE)
    assert pictures
    assert all((DOCS / picture).is_file() for picture in pictures)


def _timeless(text: str) -> str:
    return re.sub(r"[\d.]+ s$", "…", text, flags=re.M)
