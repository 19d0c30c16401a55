"""Whole messages, as people see them.

Each file in ``golden/`` holds a model, a line of dashes, and what is said about it. After an intended change of
wording: ``PUZZLEDSL_GOLDEN=write pytest tests/reading/test_golden.py``, and read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from puzzledsl.diagnostics import render
from puzzledsl.reading import read
from puzzledsl.reading.parse_tables import tables
from puzzledsl.source import Source

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
SEPARATOR = "-" * 40 + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    text, _, expected = path.read_text(encoding="utf-8").partition(SEPARATOR)
    _, diagnostics = read(Source("model.puz", text))
    found = render(diagnostics) + "\n"
    if os.environ.get("PUZZLEDSL_GOLDEN") == "write":
        path.write_text(text + SEPARATOR + found, encoding="utf-8")
        return
    assert found == expected


def test_no_message_names_a_terminal() -> None:
    terminals = {name for name in tables().names if name.strip("_$").isupper()}
    for path in FILES:
        messages = path.read_text(encoding="utf-8").partition(SEPARATOR)[2]
        said = [line for line in messages.splitlines() if " | " not in line]
        assert not terminals & set(re.findall(r"\w+", re.sub(r"`[^`\n]*`", "", "\n".join(said))))
