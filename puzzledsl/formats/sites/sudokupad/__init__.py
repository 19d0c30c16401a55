"""SudokuPad (sudokupad.app): drawings with rules in prose, in links that hold the whole puzzle."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

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


FORMAT = Format("sudokupad", "SudokuPad", _recognises, __name__, aliases=("scl", "ctc"))
