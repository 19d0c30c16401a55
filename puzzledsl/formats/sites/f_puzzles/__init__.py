"""f-puzzles (https://f-puzzles.com): a link holds the JSON of a puzzle, packed by lz-string."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model

_LINK = re.compile(
    r"(?i)(?:https?://)?(?:www\.)?f-puzzles\.com/|fpuz(?:zles)?[A-Za-z0-9+/=%_-]{40}|N4[A-Za-z0-9+/=%_-]{60}"
)


def _recognises(text: str) -> bool:
    if text.startswith("{"):
        return '"grid"' in text and '"size"' in text
    return _LINK.match(text) is not None


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.f_puzzles.reading import read

    return read(text)


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.f_puzzles.writing import write

    return write(model, solution)


FORMAT = Format(
    name="f-puzzles",
    title="f-puzzles",
    recognises=_recognises,
    read=_read,
    write=_write,
    aliases=("fpuzzles", "f-puzzle", "fpuz"),
)
