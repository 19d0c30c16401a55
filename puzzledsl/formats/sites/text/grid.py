"""Puzzles in plain text: grids in one line or in rows, pencil marks, and the lines of SumoCue.

A grid has one character a cell, or cells that blanks, bars, commas or tabs divide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import isqrt

from puzzledsl.formats.alphabet import LETTERS, alphabet_of
from puzzledsl.records import record, replace

SMALLEST, LARGEST = 4, 35
"""Rows of a grid. A smaller one would be taken for a grid too easily; the letter Z stands for 35."""
BLANKS = frozenset(".0X*_?")
"""Marks of open cells, of which a text uses one. In a table with commas or the like, nothing is one, too."""
DECORATION = re.compile(r"[|+*=:.'`,\s-]*(?:--|==|\+-|-\+)[|+*=:.'`,\s-]*")
"""A line that divides rows of boxes, or puzzles."""
MARKS = re.compile(r"[\s0-9A-Z.*_?|!:,;+\"-]*")
"""Rows of a grid."""
_KILLER = re.compile(r"3x3:(d?):k((?::[0-9]{1,6}){81}):?")
_SUMOCUE = re.compile(r"SumoCueV1(D?)((?:[=+][0-9]{1,3}(?:J[0-9]{1,2})?){81})")
_SUMOCUE_CELL = re.compile(r"([=+])([0-9]+)(?:J([0-9]+))?")
_BYTE = 256
"""A cell of a killer in a line is the number of its cage, plus this times the sum of the cage."""


@record
class TextPuzzle:
    """A square grid.

    Attributes:
        values: of the cells, row by row; ``None`` for an open one.
        lowest: the lowest value: 0 where 0 to F are the values.
        letters: what the values from 1 on are called; empty: they are numbers.
        candidates: the values that each cell may have, if they are given.
        regions: the number of the region of each cell, in place of boxes.
        cages: sums with the places of their cells.
        diagonals: both have different values.
    """

    side: int
    values: tuple[int | None, ...]
    lowest: int = 1
    letters: str = ""
    candidates: tuple[str, ...] = ()
    regions: tuple[int, ...] = ()
    cages: tuple[tuple[int, tuple[int, ...]], ...] = ()
    diagonals: bool = False


def is_puzzle(text: str) -> bool:
    """Whether a text is one puzzle, and nothing else."""
    return puzzle_in(text) is not None


def puzzle_in(text: str) -> TextPuzzle | None:
    """The puzzle that a text is; None if it is none, or has anything beside it."""
    if len(text) > LARGEST**3:
        return None
    if found := _KILLER.fullmatch(text) or _SUMOCUE.fullmatch(text):
        return _sumocue(found)
    if not MARKS.fullmatch(text):
        return None
    lines = [line for line in text.splitlines() if line.strip() and not DECORATION.fullmatch(line)]
    if len(lines) == 1:
        marks = "".join(lines[0].split())
        return _pencil_marks(marks) or _jigsaw(marks) or _grid(marks)
    rows = [row_of(line, len(lines)) for line in lines]
    if not rows or len(rows) > LARGEST or None in rows:
        return None
    cells = list(chain.from_iterable(row or () for row in rows))
    return _grid(cells) or _candidates(cells)


def divided(line: str) -> Iterator[list[str]]:
    """The ways in which a row may be divided into cells; a separator may end it, too."""
    for separator in ";,\t":
        if separator in line:
            cells = line.split(separator)
            yield cells
            yield cells[: None if cells[-1].strip() else -1]
    bare = re.sub(r"[|!:]|\+(?!\d)", " ", line)
    yield bare.split()
    yield list("".join(bare.split()))


def row_of(line: str, width: int) -> list[str] | None:
    """The cells of a row with so many; None if it has another number."""
    found = next((cells for cells in divided(line) if len(cells) == width), None)
    return found and [cell.strip(' "') for cell in found]


def _grid(marks: Sequence[str]) -> TextPuzzle | None:
    """A grid from the mark of each cell; none if a mark has no meaning, or there are two for open cells."""
    side = isqrt(len(marks))
    if side**2 != len(marks) or not SMALLEST <= side <= LARGEST:
        return None
    blanks = {mark for mark in marks if mark in ("", *BLANKS)}
    # 0 to F, and the X among letters, are values where another mark leaves cells open
    are_letters = set(marks) - blanks <= set(LETTERS)
    as_values = blanks & {"0", "X"} if side > 9 and blanks - {"0", "X"} else set()
    as_values |= {"X"} if are_letters and "X" in blanks and len(blanks) > 1 else set()
    lowest = 0 if "0" in as_values else 1
    blanks -= as_values
    others = set(marks) - blanks
    letters = alphabet_of(others, side) if are_letters and (blanks or side > 9) else ""
    values: dict[str, int | None] = dict(zip(letters or LETTERS, range(1 if letters else 10, 36), strict=False))
    values |= dict.fromkeys(blanks)
    values |= {mark: int(mark) for mark in others if re.fullmatch("[0-9]{1,2}", mark)}
    if len(blanks) > 1 or not all(mark in values for mark in others):
        return None
    if not all(lowest <= (values[mark] or 0) < side + lowest for mark in others):
        return None
    return TextPuzzle(side, tuple(values[mark] for mark in marks), lowest, letters)


def _candidates(cells: Sequence[str]) -> TextPuzzle | None:
    """A grid in which each cell has its candidates; one of them is a value."""
    side = isqrt(len(cells))
    allowed = set("123456789"[:side])
    if not SMALLEST <= side <= 9 or not all(
        cell and set(cell) <= allowed and len(set(cell)) == len(cell) for cell in cells
    ):
        return None
    return TextPuzzle(side, (None,) * len(cells), candidates=tuple("".join(sorted(cell)) for cell in cells))


def _pencil_marks(text: str) -> TextPuzzle | None:
    """As many characters for each cell as there are values, each the value of its place or a mark for none."""
    side = round(len(text) ** (1 / 3))
    blanks = set(text) & BLANKS
    if side**3 != len(text) or not SMALLEST <= side <= 9 or len(blanks) != 1:
        return None
    if any(mark not in blanks and mark != str(place % side + 1) for place, mark in enumerate(text)):
        return None
    bare = [text[k : k + side].translate(dict.fromkeys(map(ord, blanks))) for k in range(0, len(text), side)]
    return _candidates(bare)


def _jigsaw(text: str) -> TextPuzzle | None:
    """Givens, and behind them the region of each cell, by digits or letters."""
    side = isqrt(len(text) // 2)
    layout = text[side**2 :]
    names = sorted(set(layout))
    if 2 * side**2 != len(text) or side < SMALLEST or len(names) != side or any(layout.count(n) != side for n in names):
        return None
    found = _grid(text[: side**2])
    regions = tuple(names.index(name) for name in layout)
    return None if found is None else replace(found, regions=regions)


def _sumocue(found: re.Match[str]) -> TextPuzzle | None:
    """A killer or jigsaw sudoku in one of the two forms of SumoCue; a cage of one cell is a given."""
    cages: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    regions: list[int] = []
    if found.re is _KILLER:
        for place, number in enumerate(map(int, found[2].split(":")[1:])):
            total, cage = divmod(number, _BYTE)
            cages.setdefault(cage, []).append(place)
            if sums.setdefault(cage, total) != total:
                return None
    else:
        for place, (sign, number_text, region) in enumerate(_SUMOCUE_CELL.findall(found[2])):
            head = place if sign == "=" else int(number_text)
            sums |= {head: int(number_text)} if sign == "=" else {}
            cages.setdefault(head, []).append(place)
            regions += [int(region)] if region else []
        if cages.keys() != sums.keys():
            return None
    if regions and (len(regions) != 81 or any(regions.count(region) != 9 for region in regions)):
        return None
    single = {cells[0]: sums[cage] for cage, cells in cages.items() if len(cells) == 1 and 0 < sums[cage] <= 9}
    summed = [(sums[cage], tuple(cells)) for cage, cells in cages.items() if sums[cage] and cells[0] not in single]
    values = tuple(single.get(place) for place in range(81))
    return TextPuzzle(9, values, regions=tuple(regions), cages=tuple(summed), diagonals=bool(found[1]))
