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
from puzzledsl.reading.known_mistakes import MISTAKES
from puzzledsl.reading.parse_tables import tables
from puzzledsl.source import Source

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
ERRORS = Path(__file__).parent.parent / "errors" / "golden"
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


def test_each_known_mistake_is_in_some_file() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in [*FILES, *ERRORS.glob("*.txt")])
    for row in MISTAKES:
        form = re.sub(r"\\{.*?\\}", ".+", re.escape(row.message))
        assert re.search(f"(?m)^error: {form}$", said), row.message
