"""The examples of `docs/steps.md` do what is printed there, and its table has every technique."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
from puzzledsl.steps.difficulty import LEVELS, level
from puzzledsl.steps.techniques import techniques

PAGE = (Path(__file__).parents[2] / "docs" / "steps.md").read_text(encoding="utf-8")
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
    assert re.sub(r"[\d.]+ s\n$", "… s\n", capsys.readouterr().out) == printed


def test_the_script() -> None:
    (script,) = [body for word, _, body in BLOCKS if word == "python"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    lines = out.getvalue().splitlines()
    assert lines[0] == "solved moderate (hardest step: pointing, 2.6)"
    assert lines[1].startswith("thermo at r3c2, r3c1, r4c1 (line 5) leaves r3c2 only 1 or 2")
    assert lines[2].startswith("reached ['cage 5 at r1c2, r1c3 (line 4)")
    assert lines[3] == "explained (1,) 9"
    assert lines[4].startswith("thermo at")


def test_the_table_has_every_technique() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.M)
    assert rows == [
        (one.name, str(one.rating), level(one.rating), one.summary) for one in techniques() if one.rating > 0
    ]


def test_the_levels_are_named() -> None:
    for name, highest in LEVELS[:-1]:
        assert f"**{name}** up to {highest}" in PAGE
