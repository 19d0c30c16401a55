"""The examples of `docs/generate.md` run, and its puzzles are what it says of them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import puzzledsl
from tests.command import Call
from tests.docs.pages import Page, output_of

from .conftest import NINE

PAGE = Page("generate")
COMMANDS = re.findall(r"^puzzledsl generate (.*?) +#", PAGE.text, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands(call: Call, command: str) -> None:
    words = shlex.split(command.replace("--count 20", "--count 2").replace("--count 50", "--count 3"))
    extra = ["--cage-sizes", "2-3"] if "--cages" in words else []
    assert call(*words, *extra).status == 0


def test_the_puzzle() -> None:
    text, fence = PAGE.bodies("puz")
    assert puzzledsl.parse(fence).unique()
    model = puzzledsl.parse(text)
    assert len(model.elaborated.givens) == 19
    with pytest.raises(puzzledsl.PuzzleError, match="the model already has exactly one solution"):
        model.generate()


def test_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("classic.puz").write_text(NINE)
    (script,) = PAGE.bodies("python")
    first, second, killer, fence, easy = output_of(script).splitlines()
    assert int(first.split()[0]) == 81 - first.count(".") <= 26
    assert first != second
    assert " cages, the first: (('r1c1', " in killer
    assert int(fence.split()[0]) == sum(mark.isdecimal() for mark in fence.split(":")[1])
    assert easy == "easy (hardest step: naked single, 2.0) 2"
    assert puzzledsl.load("puzzle-2.puz").solve().status == "solved"
