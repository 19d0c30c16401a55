"""The examples of `docs/solving.md` do what is printed there."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\w+)(?:=([^\n]*))?)?\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [(word, command, printed) for _, word, command, printed in BLOCKS if command]


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "models", tmp_path / "models")
    monkeypatch.chdir(tmp_path)


def without_times(text: str) -> str:
    """Without what differs from run to run, and between versions of HiGHS."""
    return re.sub(r"\d+ nodes?", "… nodes", re.sub(r"[\d.]+ s\b", "… s", text))


@pytest.mark.parametrize(("word", "command", "printed"), COMMANDS, ids=[command for _, command, _ in COMMANDS])
def test_the_commands(word: str, command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(command_line, command.split()[1:], "puzzledsl")
    written = capsys.readouterr()
    found = written.err if word == "error" else written.out
    if word == "last":
        found = found.splitlines()[-1] + "\n"
    assert without_times(found) == without_times(printed)


def test_the_script() -> None:
    (script,) = [body for language, _, _, body in BLOCKS if language == "python"]
    (printed,) = [body for _, word, _, body in BLOCKS if word == "printed"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {})
    assert out.getvalue() == printed


def test_every_key_of_the_json_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    run(command_line, ["solve", "models/easy.puz", "--solver", "highs", "--json"], "puzzledsl")
    answer = json.loads(capsys.readouterr().out)
    for key in (*answer, *answer["statistics"], *answer["size"]):
        assert f"`{key}`" in PAGE, key
