"""Data for which a genre has no solution: an answer, not a mistake in a file that the author cannot change."""

from __future__ import annotations

from pathlib import Path

import pytest

import puzzledsl
from tests.cli.conftest import call, folder
from tests.command import Call

__all__ = ["call", "folder"]

NONE = {
    "a number that no cells can meet": 'genre "lightup"\nclues number:\n    3..\n    ...\n',
    "an area without a number": 'genre "nurikabe"\nclues number:\n    ....\n    ....\n',
    "rectangles without a number": 'genre "shikaku"\nclues number:\n    ..\n    ..\n',
    "galaxies without a centre": 'genre "tentaisho"\nclues star:\n    ...\n    ...\n    ...\n',
    "regions without a pair": 'genre "araf"\nclues number:\n    ..\n    ..\n',
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE)
def test_data_without_a_solution(text: str, call: Call, folder: Path) -> None:
    (folder / "data.puz").write_text(text)
    solved = call("solve", "data.puz", "--json")
    assert (solved.status, solved.json["status"]) == (1, "infeasible")
    checked = call("check", "data.puz")
    assert (checked.status, checked.err) == (0, "")
    assert puzzledsl.parse(text).count().count == 0


def test_a_batch_has_the_same_answer(call: Call, folder: Path) -> None:
    (folder / "model.puz").write_text(NONE["an area without a number"])
    (folder / "lines.txt").write_text("number: 1./..\nnumber: ../..\n")
    done = call("batch", "model.puz", "--givens", "lines.txt")
    assert [answer["status"] for answer in done.answers] == ["solved", "infeasible"]


def test_warnings_are_about_lines_of_the_author() -> None:
    """Each cell of this board is decided by its number, so that the genre's conditions always hold."""
    model = puzzledsl.parse('genre "nanro"\nregions room:\n    ab\n    cb\ngivens:\n    1 2\n    1 2\n')
    assert not model.warnings
    own = puzzledsl.parse("grid cell[1, 1] in 1..2\nr1c1 < 3\n")
    assert "always holds" in own.warnings[0]
