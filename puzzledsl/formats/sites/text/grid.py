"""Plain grids: one character a cell in one line, one row a line with or without bars, or a table of cells."""

from __future__ import annotations

import re
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import LONGEST_TEXT
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SMALLEST, LARGEST = 4, 35
"""Rows of a grid. A smaller one would be taken for a grid too easily; the letter Z stands for 35."""
BLANKS = frozenset(".0X*_?")
"""Marks of open cells, of which a text uses one. In a table with commas or the like, nothing is one, too."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_START = re.compile(r"[\s0-9A-Z.*_?+|<:#{('\"=,;-]")
_RULE = re.compile(r"[\s|+*=:.'`,-]*(?:--|==|\+-|-\+)[\s|+*=:.'`,-]*")
"""A line that parts rows of boxes."""
_LINE = re.compile(r"([0-9A-Z.*_?-]+)(?:[ \t]*[,;#|\t ].*)?")
"""A grid in a line; text behind a blank or comma, such as a solution or a rating, is ignored."""


@record
class TextGrid:
    """A square grid.

    Attributes:
        values: of the cells, row by row; 0 for an open one.
        more: how many further puzzles the file has.
    """

    side: int
    values: tuple[int, ...]
    more: int = 0


def grid_in(text: str) -> TextGrid | None:
    """Return the first grid of a text that holds nothing else than grids, or None."""
    if not _START.match(text) or len(text) > LONGEST_TEXT:
        return None
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) == 1 and (grid := _grid("".join(lines[0].split()))) is not None:
        return grid
    kept = [line for line in lines if not _RULE.fullmatch(line)]
    for rows in _divisions(kept) if len(kept) <= LARGEST else ():
        if all(len(row) == len(kept) for row in rows) and (grid := _grid(list(chain.from_iterable(rows)))) is not None:
            return grid
    texts = [found[1] if (found := _LINE.fullmatch(line.strip())) is not None else "" for line in lines]
    return _grid(texts[0], len(texts) - 1) if len(set(map(len, texts))) == 1 else None


def _divisions(lines: Sequence[str]) -> Iterator[list[list[str]]]:
    """The ways in which lines may be divided into cells."""
    for separator in ";,\t":  # one may end a line, too
        rows = [line.split(separator) for line in lines]
        yield [row[:-1] if len(row) == len(lines) + 1 else row for row in rows]
    bare = [re.sub(r"[|!:]", " ", line) for line in lines]
    yield [line.split() for line in bare]
    yield [list("".join(line.split())) for line in bare]


def _grid(marks: Sequence[str], more: int = 0) -> TextGrid | None:
    """A grid from the mark of each cell; none if a mark has no meaning, or there are two for open cells."""
    side = isqrt(len(marks))
    marks = [mark.strip(' "') for mark in marks]
    blanks = {mark for mark in marks if mark in ("", *BLANKS)}
    others = set(marks) - blanks
    # A to P in a grid of 16 rows
    first = 1 if side > 9 and others <= set(_LETTERS) else 10
    values = {letter: number for number, letter in enumerate(_LETTERS, first)} | dict.fromkeys(blanks, 0)
    values |= {mark: int(mark) for mark in others if re.fullmatch("[0-9]{1,2}", mark)}
    if side**2 != len(marks) or not SMALLEST <= side <= LARGEST or len(blanks) > 1:
        return None
    if not all(0 < values.get(mark, 0) <= side for mark in others):
        return None
    return TextGrid(side, tuple(values[mark] for mark in marks), more)
