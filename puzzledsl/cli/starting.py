"""Models to start from: the files of the folder ``starts``, one a kind."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from puzzledsl.cli.files import STANDARD
from puzzledsl.diagnostics import failure

_FOLDER = Path(__file__).parent / "starts"
TITLE = '"TITLE"'
"""What stands for the new puzzle's title in a start."""


def kinds() -> list[str]:
    """The names of all starts."""
    return sorted(name.removesuffix(".puz") for name in os.listdir(_FOLDER) if name.endswith(".puz"))


def text_of(kind: str, title: str) -> str:
    """The start of a kind under a title of its own."""
    text = (_FOLDER / f"{kind}.puz").read_text(encoding="utf-8")
    return text.replace(TITLE, '"' + title.replace("\\", "/").replace('"', "'") + '"', 1)


def start(name: str, kind: str) -> None:
    """Writes a new model.

    Raises:
        PuzzleError: a file is there already, or it cannot be written.
    """
    if name == STANDARD:
        sys.stdout.write(text_of(kind, kind.capitalize()))
        return
    place = Path(name if name.endswith(".puz") else f"{name}.puz")
    stem = place.name.removesuffix(".puz")
    if not stem.strip() or any(ord(character) < 32 for character in stem):
        raise failure(f"`{name}` is no name for a model", helps=("for example: puzzledsl new snake",), code="call")
    title = stem.replace("_", " ").replace("-", " ").strip()
    try:
        with place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text_of(kind, title[:1].upper() + title[1:]))
    except FileExistsError:
        raise failure(f"`{place}` is there already; nothing was written", code="file") from None
    except OSError as error:
        raise failure(f"`{place}` cannot be written: {error.strerror or error}", code="file") from None
    print(f"{place} is written; `puzzledsl solve {place}` solves it")
