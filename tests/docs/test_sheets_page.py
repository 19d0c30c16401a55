"""The examples of `docs/sheets.md` do what is printed there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.docs.pages import Page, output_of, ran
from tests.sheets.conftest import Pdf

PAGE = Page("sheets")
COMMANDS = [block for block in PAGE.blocks if block.word in ("command", "error")]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PAGE.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("word", "command", "printed"), COMMANDS, ids=[block.value for block in COMMANDS])
def test_the_commands(word: str, command: str, printed: str) -> None:
    written = ran(command)
    assert written.status == 0
    found = written.err if word == "error" else written.out
    assert re.sub(r"[\d.]+ s\n", "… s\n", found) == printed


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    (printed,) = PAGE.bodies("printed")
    assert output_of(script) == printed
    assert Pdf("sheets.pdf").sizes == {(612, 792)}


def test_every_key_of_the_json_is_described() -> None:
    found = json.loads(ran("puzzledsl print thermo.puz --pdf a.pdf --json").out)
    for key in (*found, *found["puzzles"][0], *found["puzzles"][0]["difficulty"]):
        assert f"`{key}`" in PAGE.text, key


def test_every_option_is_described() -> None:
    text = ran("puzzledsl print --help").out
    shared = {"--set", "--givens", "--include", "--bound", "--safe", "--json", "--quiet", "--color", "--help"}
    for name in set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE)) - shared:
        assert f"`{name}" in PAGE.text, name
