"""The examples of `docs/generate.md` run, and its puzzles are what it says of them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import puzzledsl

from .conftest import NINE, Call

PAGE = (Path(__file__).parents[2] / "docs" / "generate.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^puzzledsl generate (.*?) +#", PAGE, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands(call: Call, command: str) -> None:
    words = command.replace("--count 20", "--count 2").replace("--count 50", "--count 3").split()
    extra = ["--cage-sizes", "2-3"] if "--cages" in words else []
    assert call(*words, *extra).status == 0


def test_the_puzzle() -> None:
    (text,) = re.findall(r"^```puz unique\n(.*?)^```$", PAGE, re.M | re.S)
    model = puzzledsl.parse(text)
    assert len(model.elaborated.givens) == 19
    with pytest.raises(puzzledsl.PuzzleError, match="the model alone has exactly one solution"):
        model.generate()


def test_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("classic.puz").write_text(NINE)
    (script,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    first, second, killer = out.getvalue().splitlines()
    assert int(first.split()[0]) == 81 - first.count(".") <= 26
    assert first != second
    assert " cages, the first: (('r1c1', " in killer
    assert puzzledsl.load("puzzle-2.puz").solve().status == "solved"
