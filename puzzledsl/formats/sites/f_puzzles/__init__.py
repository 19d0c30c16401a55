"""f-puzzles (https://f-puzzles.com): a link holds the JSON of a puzzle, packed by lz-string."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_LINK = re.compile(
    r"(?i)(?:https?://)?(?:www\.)?f-puzzles\.com/|fpuz(?:zles)?[A-Za-z0-9+/=%_-]{40}|N4[A-Za-z0-9+/=%_-]{60}"
)


def _recognises(text: str) -> bool:
    if text.startswith("{"):
        return '"grid"' in text and '"size"' in text
    return _LINK.match(text) is not None


FORMAT = Format(
    name="f-puzzles",
    title="f-puzzles",
    recognises=_recognises,
    package=__name__,
    aliases=("fpuzzles", "f-puzzle", "fpuz"),
)
