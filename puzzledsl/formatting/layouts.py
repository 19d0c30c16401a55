"""The rows of a layout, aligned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_RULE = re.compile(r"[-+| \t]*")
_MARK = re.compile(r"[^-|+\s]+")


def align(rows: Sequence[str]) -> list[str] | None:
    """The rows with their marks in columns, flush right, and lines of decoration as long as the rows are.

    ``rows`` come without surrounding blanks, in order. Rows that are written one character a cell come back as they
    are. ``None`` when the rows do not have marks and bars at the same places, so that there are no columns.
    """
    split = [None if _RULE.fullmatch(row) else row.split() for row in rows]
    drawn = [row for row in split if row is not None]
    if not drawn or not all(_is_regular(row) for row in drawn) or any(_bars(row) != _bars(drawn[0]) for row in drawn):
        return None
    if all(len(row) == 1 for row in drawn) and len(drawn) == len(rows):  # one character a cell
        return list(rows)
    width = max(len(mark) for row in drawn for mark in row if mark != "|")
    lines = [_draw(row, width) for row in drawn]
    bars = _draw(["|" if mark == "|" else "." for mark in drawn[0]], width)
    rule = "".join("+" if character == "|" else "-" for character in bars)
    following = iter(lines)
    return [rule if row is None else next(following) for row in split]


def _is_regular(row: Sequence[str]) -> bool:
    return all(piece == "|" or _MARK.fullmatch(piece) for piece in row)


def _bars(row: Sequence[str]) -> list[bool]:
    return [piece == "|" for piece in row]


def _draw(row: Sequence[str], width: int) -> str:
    return " ".join(piece if piece == "|" else piece.rjust(width) for piece in row)
