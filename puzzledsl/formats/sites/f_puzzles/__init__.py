"""f-puzzles (https://f-puzzles.com): a link holds the JSON of a puzzle, packed by lz-string."""

from __future__ import annotations

from puzzledsl.formats.format import Format

FORMAT = Format(
    "f-puzzles",
    "f-puzzles",
    r"(?i:(?:https?://)?(?:www\.)?f-puzzles\.com/|fpuz(?:zles)?[A-Za-z0-9+/=%_-]{40}|N4[A-Za-z0-9+/=%_-]{60})",
    __name__,
    ("fpuzzles", "f-puzzle", "fpuz"),
    ("grid", "size"),
)
