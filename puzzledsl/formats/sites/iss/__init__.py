"""Strings and links of the Interactive Sudoku Solver (https://sigh.github.io/Interactive-Sudoku-Solver)."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_LINK = re.compile(r"(?i)https?://\S*Interactive-Sudoku-Solver")
_STRING = re.compile(r"(?:\s*#[^\n]*\n)*\s*\.(?:[A-Z][A-Za-z]*~|~[RrVCD]|[A-Z][a-z][A-Za-z]*[.\s])", re.ASCII)
"""A constraint with arguments, a given, or a constraint by its name alone; a grid has no small letters."""


def _recognises(text: str) -> bool:
    start = text[:2000]
    return _LINK.match(start) is not None or _STRING.match(start + "\n") is not None


FORMAT = Format("iss", "the Interactive Sudoku Solver", _recognises, __name__)
