"""These pages do what they say: each is followed from its first block to its last, in a folder of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, Page, ran

SINGLE = ("../README", "batch", "clues", "formats", "programs", "sheets", "solutions", "solving", "steps")
PAGES = [*(f"start/{path.stem}" for path in sorted((DOCS / "start").glob("*.md"))), *SINGLE]
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


def test_the_text_above_a_file_names_it() -> None:
    """Readers do not see the words behind the fence."""
    nameless = []
    for path in (ROOT / "README.md", *DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        named: list[str] = []
        for block in re.finditer(r"^```\w+ [^\n]*file=(\S+)", text, re.M):
            named = re.findall(r"`([\w-]+\.\w+)`", text[: block.start()].rpartition("```\n")[2])[-2:] or named
            if block[1] not in named:
                nameless.append(f"{path.name}: {block[1]}")
    assert not nameless


def test_the_picture_of_the_readme_is_that_of_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page("../README")
    page.save_files(tmp_path)
    (command,) = re.findall(r"^\$ (.* --svg .*)$", page.text, re.M)
    assert ran(command).status == 0
    kept = (DOCS / "readme" / "lantern.svg").read_text(encoding="utf-8")
    assert (tmp_path / "lantern.svg").read_text(encoding="utf-8") == kept, "run `make docs`"
