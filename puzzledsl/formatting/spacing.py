"""Whether a blank stands between two tokens."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.reading.parse_tables import tables

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens


@cache
def _value_ends() -> frozenset[int]:
    """The kinds of tokens with which a value may end."""
    table = tables()
    named = [table.kinds[name] for name in ("NAME", "NUMBER", "TEXT", "CELLS")]
    words = [table.keywords[word] for word in ("true", "false", "none")]
    return frozenset([*named, *words, *(table.symbols[text] for text in ")]}")])


def is_prefix(tokens: Tokens, position: int, first: int) -> bool:
    """Whether the ``-`` or ``*`` at ``position`` stands before its only operand, in a line that begins at ``first``."""
    return position == first or tokens.kinds[position - 1] not in _value_ends()


def between(tokens: Tokens, position: int, first: int, side_by_side: bool) -> str:
    """What separates the token at ``position`` from the one before, in a line that begins at token ``first``.

    ``side_by_side`` says that a blank before a bracket has a meaning here: outside the brackets of a clue.
    """
    before, here = tokens.text(position - 1), tokens.text(position)
    if before in {"(", "[", "{", "."} or here in {")", "]", "}", ",", ":", "."}:
        return ""
    if ".." in (before, here):
        return " " if _is_range_of_cells(tokens, position if here == ".." else position - 1) else ""
    if here in {"(", "["} and tokens.kinds[position - 1] in _value_ends():
        apart = tokens.ends[position - 1] < tokens.starts[position]
        return " " if apart and side_by_side else ""
    if before in {"-", "*"} and is_prefix(tokens, position - 1, first):
        return ""
    return " "


def _is_range_of_cells(tokens: Tokens, dots: int) -> bool:
    """Whether the operator ``..`` stands between two cells, where it would join them to a run without blanks."""
    cells = tables().kinds["CELLS"]
    return tokens.kinds[dots - 1] == cells == tokens.kinds[dots + 1]
