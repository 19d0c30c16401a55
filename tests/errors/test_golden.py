"""Whole messages about models that are wrong or look so, as people see them: one kind of mistake a file.

Each file in ``golden/`` holds a model, a line of dashes, and what is said about it: errors, else warnings.
Further files that the model includes stand behind it, each under a line ``==== name.puz``. After an intended change of
wording: ``PUZZLEDSL_GOLDEN=write pytest tests/errors``, and read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from puzzledsl import PuzzleError
from puzzledsl.cli.model_file import ModelOptions, load
from puzzledsl.flattening import flatten

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
SEPARATOR = "-" * 40 + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _, expected = path.read_text(encoding="utf-8").partition(SEPARATOR)
    names = ["model.puz", *re.findall(r"(?m)^==== (.*)$", text)]
    for name, part in zip(names, re.split(r"(?m)^==== .*\n", text), strict=True):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(part, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try:
        model, _ = load("model.puz", ModelOptions())
        flatten(model, strict=True)
        said = "\n\n".join(warning.render("warning") for warning in model.warnings)
    except PuzzleError as error:
        said = str(error)
    found = "\n\n".join(map(without_library_lines, said.split("\n\n"))) + "\n"
    if os.environ.get("PUZZLEDSL_GOLDEN") == "write":
        path.write_text(text + SEPARATOR + found, encoding="utf-8")
        return
    assert found == expected


def without_library_lines(message: str) -> str:
    """A message that shows a rule of the library, without line numbers: the library grows."""
    if "::: library/" not in message:
        return message
    plain = re.sub(r"(?m)^ *\d* (\||-->|:::|=)", r"   \1", message)
    return re.sub(r"(library/\w+\.puz):\d+", r"\1:…", plain)


def test_every_kind_of_mistake_has_its_file() -> None:
    assert len(FILES) >= 30
    assert [path.name for path in FOLDER.iterdir() if path not in FILES] == []


def test_messages_say_it_in_the_users_words() -> None:
    """No Python in them: no class names, no types, no traceback."""
    for path in FILES:
        said = path.read_text(encoding="utf-8").partition(SEPARATOR)[2]
        assert not re.search(r"\b(None|True|False|Affine|NoneType|Traceback|dict|tuple\(|frozenset|self)\b", said), (
            path.name
        )
