"""The examples of `docs/clues.md` do what is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import Page, output_of, ran

PAGE = Page("clues")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PAGE.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("command", "printed"), PAGE.commands)
def test_the_commands(command: str, printed: str) -> None:
    status, out, _ = ran(command)
    assert status == 0
    assert _timeless(out) == _timeless(printed)


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    lines = output_of(script).splitlines()
    assert lines[0].startswith("box 2 (line 3), cage 3 at r1c5, r1c6 (line 5) and the given 2 at r2c6 (line 11) cannot")
    assert lines[1:4] == ["3 box 2", "5 cage 3 at r1c5, r1c6", "11 the given 2 at r2c6"]
    assert lines[5].startswith("minimal ")


def _timeless(text: str) -> str:
    return re.sub(r"\d+ questions? · [\d.]+ s", "…", text)
