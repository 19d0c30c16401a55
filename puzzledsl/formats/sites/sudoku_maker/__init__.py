"""Sudoku Maker (https://sudokumaker.app): a link holds the JSON of a puzzle, packed by lz-string for addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft

_LINK = re.compile(r"(?i)(?:https?://)?(?:www\.)?sudokumaker\.app/")


def _recognises(text: str) -> bool:
    if text.startswith("{"):
        return '"constraints"' in text and '"cells"' in text and ('"formatVersion"' in text or '"spec"' in text)
    return _LINK.match(text) is not None


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.sudoku_maker.reading import read

    return read(text)


FORMAT = Format(
    name="sudokumaker",
    title="Sudoku Maker",
    recognises=_recognises,
    read=_read,
    aliases=("sudoku-maker", "sudoku_maker"),
)
