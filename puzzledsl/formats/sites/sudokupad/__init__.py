"""SudokuPad (sudokupad.app): drawings with rules in prose, in links that hold the whole puzzle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model

_SITES = (
    r"(?:www\.)?(?:(?:beta\.|test\.)?sudokupad\.(?:app|com)|app\.crackingthecryptic\.com|" r"crackingthecryptic\.com)"
)
_LINK = re.compile(rf"(?i)(?:https?://)?{_SITES}\b|sudokupad://puzzle/")
_PAYLOAD = re.compile(
    r"(?:scl|ctc|scf)[A-Za-z0-9+/=%_-]{20,}|\{\s*[\"']?id[\"']?\s*:|classic[\w%()\[\].~:@!$&'*,;=-]{12,}", re.ASCII
)


def _recognises(text: str) -> bool:
    if _LINK.match(text) or _PAYLOAD.match(text):
        return True
    return (
        text.startswith("{")
        and '"cells"' in text
        and ('"regions"' in text or '"cages"' in text or '"cellSize"' in text)
    )


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.sudokupad.reading import read

    return read(text)


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.sudokupad.writing import write

    return write(model, solution)


FORMAT = Format("sudokupad", "SudokuPad", _recognises, _read, _write, aliases=("scl", "ctc"))
