"""One grid of digits: in a line, in rows with or without decoration, as a table of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
        cells: the values that each cell may hold, row by row; an empty set for an open cell.
    """

    side: int
    cells: tuple[frozenset[int], ...]


def side_of(count: int) -> int:
    """The rows of a square grid with this many cells; 0 if there is none."""
    side = isqrt(count)
    return side if side * side == count and SMALLEST <= side <= LARGEST else 0


def in_line(text: str) -> Grid | None:
    """Return a grid of one character a cell, row by row, or None."""
    joined = text if side_of(len(text)) else "".join(text.split())
    side = side_of(len(joined))
    return _grid(joined, side) if side else None


def in_rows(lines: Sequence[str]) -> Grid | None:
    """Return a grid of one line a row, or None; lines of decoration are left out."""
    kept = [line for line in lines if not _RULE.fullmatch(line)]
    side = len(kept)
    if not SMALLEST <= side <= LARGEST:
        return None
    for rows in _divisions(kept, side):
        if all(len(row) == side for row in rows) and (grid := _grid(list(chain.from_iterable(rows)), side)) is not None:
            return grid
    return None


def _divisions(lines: Sequence[str], side: int) -> Iterator[list[list[str]]]:
    """The ways in which lines may be divided into cells."""
    yield _filled_up([line.split("\t") for line in lines], side)
    for separator in ";,":  # one may end a line, too
        rows = [line.split(separator) for line in lines]
        yield [row[:-1] if len(row) == side + 1 and not row[-1].strip() else row for row in rows]
    yield [re.sub(r"[|:{}()\[\]!]|(?<=\s)\*(?=.*\*\s*$)", " ", f" {line} ").split() for line in lines]
    yield [list(re.sub(r"[\s|!:]", "", line)) for line in lines]


def _filled_up(rows: list[list[str]], side: int) -> list[list[str]]:
    """Add open cells to the first and the last row, where blanks around the text were cut."""
    first, last = ([""] * (side - len(rows[k])) for k in (0, -1))
    return [first + rows[0], *rows[1:-1], rows[-1] + last]


def _grid(marks: Sequence[str], side: int) -> Grid | None:
    """A grid from the mark of each cell; none if a mark has no meaning, or there are two for open cells."""
    marks = [mark.strip(' "') for mark in marks]
    blanks = {mark for mark in marks if mark == "" or mark in set(BLANKS)}
    others = {mark for mark in marks if mark not in blanks}
    # A to P in a grid of 16 rows
    from_a = side > 9 and others <= set(_LETTERS)
    values = {mark: _values(mark, side, from_a) for mark in others} | dict.fromkeys(blanks, frozenset())
    allowed = range(1, side + 1)
    if len(blanks) > 1 or not all(values[mark] and values[mark] <= set(allowed) for mark in others):
        return None
    return Grid(side, tuple(values[mark] for mark in marks))


def _values(mark: str, side: int, from_a: bool) -> frozenset[int]:
    """What a mark stands for: a number, a letter, or several digits of a cell; nothing if it stands for nothing."""
    if mark in set(_LETTERS):
        return frozenset({_LETTERS.index(mark) + (1 if from_a else 10)})
    if not re.fullmatch(r"[0-9]{1,9}", mark):
        return frozenset()
    digits = [int(mark)] if side > 9 else list(map(int, mark))
    return frozenset(digits) if len(set(digits)) == len(digits) else frozenset()
