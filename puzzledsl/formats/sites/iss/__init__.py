"""Strings and links of the Interactive Sudoku Solver (https://sigh.github.io/Interactive-Sudoku-Solver)."""

from __future__ import annotations

from puzzledsl.formats.format import Format

FORMAT = Format(
    "iss",
    "the Interactive Sudoku Solver",
    r"(?i:https?://\S*Interactive-Sudoku-Solver)"
    r"|(?:\s*#[^\n]*\n)*\s*\.(?:[A-Z][A-Za-z]*~|~[RrVCD]|[A-Z][a-z][A-Za-z]*(?:[.\s]|\Z))",
    __name__,
)
"""Its strings begin with a constraint with arguments, a given, or a constraint by its name alone; a grid has no small
letters."""
