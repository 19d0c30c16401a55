"""The commands of `docs/integer-programming.md` print and draw what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks import blocks

from tests.docs.pages import DOCS, ran
from tests.seeds.consoles import Console, consoles, matches

PAGE = (DOCS / "integer-programming.md").read_text(encoding="utf-8")
CONSOLES = consoles(PAGE)
ANY_POINT = {"four.svg", "hard.svg", "killer.svg"}
"""Relaxations without an objective. They have many points, and the version of HiGHS decides which one is drawn."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run: the models of the page and nothing else."""
    place = tmp_path_factory.mktemp("course")
    for block in blocks(PAGE):
        assert block.file is not None, f"{block} of the page has no name to save it under"
        (place / block.file).write_text(block.body, encoding="utf-8")
    return place


@pytest.mark.slow
@pytest.mark.parametrize("console", CONSOLES, ids=lambda console: f"line-{console.line}")
def test_the_commands(console: Console, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")
    for command in console.commands:
        written = ran(command.text)
        assert written.status in (console.statuses or (0,)), written.err
        assert console.statuses or matches(command.output, written.out), f"$ {command.text}\n{written.out}"
        for name in command.text.split():
            if name.endswith(".svg"):
                drawn = (folder / name).read_text(encoding="utf-8")
                kept = (DOCS / "course" / name).read_text(encoding="utf-8")
                assert _comparable(name, drawn) == _comparable(name, kept), "run `make docs`"


def test_every_picture_is_drawn_by_a_command() -> None:
    shown = sorted(re.findall(r"!\[[^\]]+\]\(course/([^)]*)\)", PAGE))
    assert shown == sorted(path.name for path in (DOCS / "course").iterdir())
    assert shown == sorted(re.findall(r"^\$ .* --svg (\S+)", PAGE, re.M))


def test_the_text_says_what_the_pictures_of_any_point_show() -> None:
    four, killer, hard = ((DOCS / "course" / f"{name}.svg").read_text("utf-8") for name in ("four", "killer", "hard"))
    assert "34 of its columns are not whole" in PAGE
    assert "34 of 72 integer columns" in four
    assert four.count("16 of 16 cells") == 2  # so what is not whole is a switch
    assert "only 12 of 16 cells are whole, and 37 of 72 columns are not" in PAGE
    assert "12 of 16 cells" in killer
    assert "37 of 72 integer columns" in killer
    assert "Row 1 has one 7 in total, but it lies in two cells" in PAGE
    heights = re.findall(r'<text class="share"[^>]* y="([0-9.]+)"[^>]*>7</text>', hard)
    assert sum(float(height) < 200 for height in heights) == 2  # of those in row 1


def test_each_chapter_ends_with_an_exercise() -> None:
    chapters = re.findall(r"^## (\d+)\. ", PAGE, re.M)
    assert chapters == [str(number) for number in range(1, 15)]
    assert len(chapters) == PAGE.count("**Exercise.**") == PAGE.count("<summary>Answer</summary>")


def _comparable(name: str, picture: str) -> str:
    """The picture; only the lines of its grids where the numbers are HiGHS' choice."""
    if name not in ANY_POINT:
        return picture
    return "\n".join(line for line in picture.splitlines() if line.startswith(("<title", "<polyline")))
