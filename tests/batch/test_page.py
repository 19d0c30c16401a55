"""The script of `docs/batch.md` does what its readers expect; its commands are run with those of other pages."""

from __future__ import annotations

from pathlib import Path

from tests.docs.pages import Page, output_of


def test_the_script(folder: Path) -> None:
    page = Page("batch")
    page.save_files(folder)
    (script,) = page.bodies("python")
    first, second, *lines = output_of(script.replace("jobs=2", "jobs=1")).splitlines()
    assert (first, second) == ("2", "solved")
    assert lines[0].split() == ["2", "solved"]
    assert lines[2].startswith("4 error error: the given 5 is not in the domain of `cell`")
