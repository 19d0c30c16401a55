"""The examples of `docs/batch.md` do what is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import Page, output_of, ran

PAGE = Page("batch")


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    PAGE.save_files(folder)


@pytest.mark.parametrize(("command", "printed"), PAGE.commands)
def test_the_commands(command: str, printed: str) -> None:
    assert re.sub(r'"seconds": [\d.e-]+', '"seconds": …', ran(command).out) == printed


def test_the_script() -> None:
    (script,) = PAGE.bodies("python")
    first, second, *lines = output_of(script.replace("jobs=2", "jobs=1")).splitlines()
    assert (first, second) == ("2", "solved")
    assert lines[0].split() == ["2", "solved"]
    assert lines[2].startswith("4 error error: the given 5 is not in the domain of `cell`")
