"""The examples of `docs/solutions.md` do what is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import Page, output_of, ran

PAGE = Page("solutions")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PAGE.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)


def without_times(text: str) -> str:
    """Without what differs from run to run."""
    return re.sub(r"[\d.]+ s$", "… s", re.sub(r'"seconds": \{[^}]*\}', '"seconds": …', text), flags=re.M)


@pytest.mark.parametrize(("command", "printed"), PAGE.commands, ids=[command for command, _ in PAGE.commands])
def test_the_commands(command: str, printed: str) -> None:
    assert without_times(ran(command).out) == printed


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    (printed,) = PAGE.bodies("printed")
    assert output_of(script) == printed
