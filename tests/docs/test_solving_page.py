"""The examples of `docs/solving.md` do what is printed there."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Page, output_of, ran

PAGE = Page("solving")
COMMANDS = [block for block in PAGE.blocks if block.value]


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DOCS.parent / "models", tmp_path / "models")
    monkeypatch.chdir(tmp_path)


def without_times(text: str) -> str:
    """Without what differs from run to run, and between versions of HiGHS."""
    return re.sub(r"\d+ nodes?", "… nodes", re.sub(r"[\d.]+ s\b", "… s", text))


@pytest.mark.parametrize(("word", "command", "printed"), COMMANDS, ids=[block.value for block in COMMANDS])
def test_the_commands(word: str, command: str, printed: str) -> None:
    written = ran(command)
    found = written.err if word == "error" else written.out
    if word == "last":
        found = found.splitlines()[-1] + "\n"
    assert without_times(found) == without_times(printed)


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    (printed,) = PAGE.bodies("printed")
    assert output_of(script) == printed


def test_every_key_of_the_json_is_described() -> None:
    answer = json.loads(ran("puzzledsl solve models/easy.puz --solver highs --json").out)
    for key in (*answer, *answer["statistics"], *answer["size"]):
        assert f"`{key}`" in PAGE.text, key
