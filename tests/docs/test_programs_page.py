"""The pictures of `docs/programs.md` are those of its commands, which are run with those of other pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, Page, ran


def test_the_pictures_are_those_of_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("programs")
    page.save_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").symlink_to(DOCS.parent / "models")
    drawn = []
    for command in re.findall(r"^\$ (.* --svg \S+)$", page.text, flags=re.M):
        name = command.split()[-1]
        assert ran(command).status == 0
        kept = (DOCS / "programs" / name).read_text(encoding="utf-8")
        assert _layout((tmp_path / name).read_text(encoding="utf-8")) == _layout(kept), "run `make docs`"
        drawn.append(f"programs/{name}")
    assert drawn == re.findall(r"!\[[^\]]*\]\(([^)]*)\)", page.text)


def _layout(picture: str) -> list[str]:
    """The lines of a picture that do not depend on which best point HiGHS finds, nor on the size of its texts."""
    return [line for line in picture.splitlines() if line.startswith(("<title", "<polyline"))]
