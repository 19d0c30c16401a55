"""`docs/sheets.md` describes every option and every key of the JSON; its examples are run with those of other pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.docs.pages import Page, ran

PAGE = Page("sheets")


def test_every_key_of_the_json_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    PAGE.save_files(tmp_path)
    found = json.loads(ran("puzzledsl print thermo.puz --pdf a.pdf --json").out)
    for key in (*found, *found["puzzles"][0], *found["puzzles"][0]["difficulty"]):
        assert f"`{key}`" in PAGE.text, key


def test_every_option_is_described() -> None:
    text = ran("puzzledsl print --help").out
    shared = {"--set", "--givens", "--include", "--bound", "--safe", "--json", "--quiet", "--color", "--help"}
    for name in set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE)) - shared:
        assert f"`{name}" in PAGE.text, name
