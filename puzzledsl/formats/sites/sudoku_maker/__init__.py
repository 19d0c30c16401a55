"""Sudoku Maker (https://sudokumaker.app): a link holds the JSON of a puzzle, packed by lz-string for addresses."""

from __future__ import annotations

from puzzledsl.formats.format import Format

FORMAT = Format(
    "sudokumaker",
    "Sudoku Maker",
    r"(?i:(?:https?://)?(?:www\.)?sudokumaker\.app/)",
    __name__,
    ("sudoku-maker", "sudoku_maker"),
    ("constraints", "cells", "formatVersion|spec"),
    writes=False,
)
