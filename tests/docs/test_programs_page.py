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


def test_the_pictures_are_those_of_the_commands(tmp_path: Path) -> None:
    (tmp_path / "models").symlink_to(DOCS.parent / "models")
    drawn = []
    for command in re.findall(r"^\$ (.* --svg \S+)$", PAGE.text, flags=re.M):
        name = command.split()[-1]
        assert ran(command).status == 0
        kept = (DOCS / "programs" / name).read_text(encoding="utf-8")
        assert _layout((tmp_path / name).read_text(encoding="utf-8")) == _layout(kept), "run `make docs`"
        drawn.append(f"programs/{name}")
    assert drawn == re.findall(r"!\[[^\]]*\]\(([^)]*)\)", PAGE.text)


def _layout(picture: str) -> list[str]:
    """The lines of a picture that do not depend on which best point HiGHS finds, nor on the size of its texts."""
    return [line for line in picture.splitlines() if line.startswith(("<title", "<polyline"))]


def _timeless(text: str) -> str:
    return re.sub(r"[\d.]+ s$", "…", text, flags=re.M)
