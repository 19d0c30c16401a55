"""The examples of `docs/batch.md` do what is printed there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

PAGE = (Path(__file__).parents[2] / "docs" / "batch.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\w+)=([^\n]*))?\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    for _, word, value, body in BLOCKS:
        if word == "file":
            (folder / value).write_text(body, encoding="utf-8")


@pytest.mark.parametrize(("command", "printed"), [(v, body) for _, word, v, body in BLOCKS if word == "command"])
def test_the_commands(command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(command_line, command.split()[1:], "puzzledsl")
    assert re.sub(r'"seconds": [\d.e-]+', '"seconds": …', capsys.readouterr().out) == printed


def test_the_script() -> None:
    (script,) = [body for language, _, _, body in BLOCKS if language == "python"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script.replace("jobs=2", "jobs=1"), "script", "exec"), {"__name__": "__main__"})
    first, second, *lines = out.getvalue().splitlines()
    assert (first, second) == ("2", "solved")
    assert lines[0].split() == ["2", "solved"]
    assert lines[2].startswith("4 error error: the given 5 is not in the domain of `cell`")
