"""SudokuPad (sudokupad.app): drawings with rules in prose, in links that hold the whole puzzle."""

from __future__ import annotations

from puzzledsl.formats.format import Format

_SITES = r"(?:www\.)?(?:(?:beta\.|test\.)?sudokupad\.(?:app|com)|app\.crackingthecryptic\.com|crackingthecryptic\.com)"
_PAYLOAD = r"(?:scl|ctc|scf)[A-Za-z0-9+/=%_-]{20,}|\{\s*[\"']?id[\"']?\s*:|classic[\w%()\[\].~:@!$&'*,;=-]{12,}"

FORMAT = Format(
    "sudokupad",
    "SudokuPad",
    rf"(?i:(?:https?://)?{_SITES}\b|sudokupad://puzzle/)|{_PAYLOAD}",
    __name__,
    ("scl", "ctc"),
    ("cells", "regions|cages|cellSize"),
)
