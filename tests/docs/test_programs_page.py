"""The examples of `docs/programs.md` do what is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Page, output_of, ran

PAGE = Page("programs")


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
    (printed,) = PAGE.bodies("text")
    assert output_of(script) == printed


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", PAGE.text)
    assert pictures
    assert all((DOCS / picture).is_file() for picture in pictures)


def _timeless(text: str) -> str:
    return re.sub(r"[\d.]+ s$", "…", text, flags=re.M)
