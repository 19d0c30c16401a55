"""These pages do what they say: each is followed from its first block to its last, in a folder of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, Page

FOLDERS = ("start", "howto")
SINGLE = ("batch", "clues", "formats", "programs", "sheets", "solutions", "solving", "steps")
INSIDE = [path.relative_to(DOCS) for folder in FOLDERS for path in sorted((DOCS / folder).glob("*.md"))]
PAGES = [*(path.with_suffix("").as_posix() for path in INSIDE if path.stem != "README"), *SINGLE]
INSTALL = "python3 -m venv .venv\n. .venv/bin/activate\npip install .\n"


@pytest.mark.parametrize(
    "name", [name if name.startswith("start/") else pytest.param(name, marks=pytest.mark.slow) for name in PAGES]
)
def test_a_page_does_what_it_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    page = Page(name)
    if "models/" in page.text:
        shutil.copytree(ROOT / "models", tmp_path / "models")
    assert page.follow()


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("start/")])
def test_a_first_hour_begins_with_the_installation(name: str) -> None:
    (first, *others) = (block for block in Page(name).blocks if block.language == "sh")
    assert first.body.startswith(INSTALL)
    assert not others, "a test cannot follow it"


def test_every_answer_is_in_the_list_of_answers() -> None:
    text = (DOCS / "howto" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\]\(([\w-]+)\.md\)", text))
    assert listed == {path.stem for path in INSIDE if path.parent.name == "howto"} - {"README"}
