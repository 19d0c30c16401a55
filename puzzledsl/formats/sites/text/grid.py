"""One grid of digits: in a line, in rows with or without decoration, as a table of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from math import isqrt

from puzzledsl.records import record

SMALLEST, LARGEST = 4, 35
"""Rows of a grid. A smaller one would be taken for a grid too easily; the letter Z stands for 35."""
BLANKS = ".0X*_?"
"""Marks of open cells, of which a text uses one. A blank is one, too."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RULE = re.compile(r"[\s|+*=:.'`,-]*(?:--|==|\+-|-\+)[\s|+*=:.'`,-]*")
"""A line that parts rows of boxes."""


@record(slots=True)
class Grid:
    """A square grid.

    Attributes:
        lowest: the lowest value, 0 or 1.
        cells: the values that each cell may hold, row by row; an empty set for an open cell.
    """

    side: int
    lowest: int
    cells: tuple[frozenset[int], ...]


def side_of(count: int) -> int:
    """The rows of a square grid with this many cells; 0 if there is none."""
    side = isqrt(count)
    return side if side * side == count and SMALLEST <= side <= LARGEST else 0


def in_line(text: str) -> Grid | None:
    """Return a grid of one character a cell, row by row, or None."""
    joined = text if side_of(len(text)) else "".join(text.split())
    return _characters(joined, side) if (side := side_of(len(joined))) else None


def in_rows(lines: Sequence[str]) -> Grid | None:
    """Return a grid of one line a row, or None; lines of decoration are left out."""
    kept = [line.rstrip("\r") for line in lines if line.strip() and not _RULE.fullmatch(line)]
    side = len(kept)
    if not SMALLEST <= side <= LARGEST:
        return None
    return _table(kept, side) or _separated(kept, side) or _packed(kept, side)


def _table(lines: Sequence[str], side: int) -> Grid | None:
    """Cells that commas, semicolons or tabs part; an empty one is open."""
    for separator in "\t;,":
        rows = [line.split(separator) for line in lines]
        rows = [row[:-1] if len(row) == side + 1 and not row[-1].strip() else row for row in rows]
        if separator == "\t" and len(rows[1]) == side:  # tabs around the text were cut
            rows[0] = [*[""] * (side - len(rows[0])), *rows[0]]
            rows[-1] += [""] * (side - len(rows[-1]))
        if all(len(row) == side for row in rows):
            return _marks([cell.strip().strip('"').strip() for row in rows for cell in row], side)
    return None


def _separated(lines: Sequence[str], side: int) -> Grid | None:
    """Cells that blanks part, each a number, a letter, candidates or a mark of an open cell."""
    rows = [re.sub(r"[|:{}()\[\]!]|(?<=\s)\*(?=.*\*\s*$)", " ", f" {line} ").split() for line in lines]
    if not all(len(row) == side for row in rows):
        return None
    return _marks(list(chain.from_iterable(rows)), side)


def _packed(lines: Sequence[str], side: int) -> Grid | None:
    """One character a cell, with bars between boxes and blanks anywhere, or with blanks for open cells."""
    rows = [re.sub(r"[\s|!:]", "", line) for line in lines]
    if all(len(row) == side for row in rows):
        return _characters("".join(rows), side)
    rows = [re.sub(r"[|!]", "", line) for line in lines]
    # Blanks around the text were cut, and perhaps those at the ends of lines; if both, the first row cannot be told.
    if len(rows[0]) == side or all(len(row) == side for row in rows[1:-1]):
        rows = [rows[0].rjust(side), *(row.ljust(side) for row in rows[1:])]
    if all(len(row) == side for row in rows):
        return _characters("".join(rows), side)
    return None


def _characters(text: str, side: int) -> Grid | None:
    return _marks(["" if mark == " " else mark for mark in text], side, single=True)


def _marks(marks: Sequence[str], side: int, single: bool = False) -> Grid | None:
    """A grid from the mark of each cell; none if a mark has no meaning, or there are two for open cells."""
    blanks = {mark for mark in marks if mark == "" or (len(mark) == 1 and mark in BLANKS)}
    others = [mark for mark in marks if mark not in blanks]
    lowest = 1
    if len(blanks) == 2 and "0" in blanks:  # 0 is a value
        blanks.discard("0")
        lowest = 0
    if len(blanks) > 1:
        return None
    from_a = (
        side > 9 and lowest == 1 and bool(others) and all(mark in _LETTERS for mark in others)
    )  # A to P in a grid of 16 rows
    cells = []
    for mark in marks:
        if mark in blanks:
            cells.append(frozenset[int]())
            continue
        values = _values(mark, side, from_a, single)
        if not values or not all(lowest <= value < lowest + side for value in values):
            return None
        cells.append(values)
    return Grid(side, lowest, tuple(cells))


def _values(mark: str, side: int, from_a: bool, single: bool) -> frozenset[int]:
    """What a mark stands for; nothing if it stands for nothing."""
    if len(mark) == 1 and mark in _LETTERS:
        return frozenset({_LETTERS.index(mark) + (1 if from_a else 10)})
    if not (mark.isascii() and mark.isdecimal()):
        return frozenset()
    if single or side > 9:
        return frozenset({int(mark)}) if len(mark) <= 2 else frozenset()
    return frozenset(map(int, mark)) if len(set(mark)) == len(mark) else frozenset()
