"""The script of `docs/steps.md` prints what its readers expect, and its table has every technique."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzledsl.steps.difficulty import BEYOND, LEVELS, level
from puzzledsl.steps.techniques import techniques
from puzzledsl.steps.trying import IF_SO, TRYING
from tests.docs.pages import Page, output_of

PAGE = Page("steps")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PAGE.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    lines = output_of(script).splitlines()
    assert lines[0] == "solved moderate (hardest step: pointing, 2.6)"
    assert lines[1].startswith("thermo at r3c2, r3c1, r4c1 (line 5) leaves r3c2 only 1 or 2")
    assert lines[2].startswith("reached ['cage 5 at r1c2, r1c3 (line 4)")
    assert lines[3] == "explained (1,) 8"
    assert lines[4].startswith("thermo at")


def test_the_table_has_every_technique() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.text, re.M)
    assert rows == [
        *((one.name, str(one.rating), level(one.rating), one.summary) for one in techniques() if one.rating > 0),
        *(
            (one.name, str(one.rating), BEYOND, f"With `--try`: {one.summary[0].lower()}{one.summary[1:]}")
            for one in (IF_SO, TRYING)
        ),
    ]


def test_the_levels_are_named() -> None:
    for name, highest in LEVELS[:-1]:
        assert f"**{name}** up to {highest}" in PAGE.text
