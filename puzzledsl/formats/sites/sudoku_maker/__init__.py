"""Sudoku Maker (https://sudokumaker.app): a link holds the JSON of a puzzle, packed by lz-string for addresses."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_LINK = re.compile(r"(?i)(?:https?://)?(?:www\.)?sudokumaker\.app/")


def _recognises(text: str) -> bool:
    if text.startswith("{"):
        return '"constraints"' in text and '"cells"' in text and ('"formatVersion"' in text or '"spec"' in text)
    return _LINK.match(text) is not None


FORMAT = Format(
    name="sudokumaker",
    title="Sudoku Maker",
    recognises=_recognises,
    package=__name__,
    writes=False,
    aliases=("sudoku-maker", "sudoku_maker"),
)
