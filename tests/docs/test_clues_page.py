"""The script of `docs/clues.md` prints what its readers expect; its commands are run with those of other pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import Page, output_of


def test_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("clues")
    page.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    (script,) = page.bodies("python")
    lines = output_of(script).splitlines()
    assert lines[0].startswith("box 2 (line 3), cage 3 at r1c5, r1c6 (line 5) and the given 2 at r2c6 (line 11) cannot")
    assert lines[1:4] == ["3 box 2", "5 cage 3 at r1c5, r1c6", "11 the given 2 at r2c6"]
    assert lines[5].startswith("minimal ")
