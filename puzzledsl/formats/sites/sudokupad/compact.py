"""SudokuPad's compact codes for a sudoku of givens only: ``classic…`` and ``scf…``.

There are two codings of the cells, row by row. In pairs, a character is a digit (0 for an open cell) and ten times the
number of open cells behind it; ``scf`` always has pairs, and behind the grid letters that add rules. In runs, digits
stand for themselves, and any other character for as many open cells as its place in the alphabet says. The text does
not say which of them ``classic`` has. As the site does, pairs are taken if they make a square grid.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import LARGEST_SIDE, unreadable
from puzzledsl.formats.sites.sudokupad.zipper import SITE

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft

PAIRS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&\\'*,;=_"
SIDES = (4, 6, 8, 9)
"""Sides of grids whose digits have one character each, and which have boxes."""


def compact_draft(text: str) -> Draft:
    """The model of a text that begins with ``classic`` or ``scf``.

    Raises:
        PuzzleError: it makes no square grid.
    """
    from puzzledsl.formats.sites.text.reading import read

    rules = ""
    if text.startswith("scf"):
        cells, rules = _scf(text[3:].strip().removesuffix(".scf"))
    else:
        cells = _classic(text.removeprefix("classic").strip())
    draft = read(cells)
    for letter in dict.fromkeys(rules):
        if letter == "w":
            draft.line("windoku", "windoku")
        elif letter == "x":
            draft.different("diagonal", "antidiagonal")
        else:
            draft.leave_out(f"the letters “{rules[:60]}” behind the grid")
            break
    return draft


def _classic(code: str) -> str:
    for alphabet, unfold in ((PAIRS, _pair), (RUNS + "123456789", _run)):
        if code and set(code) <= set(alphabet) and len(code) <= LARGEST_SIDE**2:
            cells = "".join(map(unfold, code))
            if isqrt(len(cells)) ** 2 == len(cells) and isqrt(len(cells)) in SIDES:
                return cells
    raise unreadable(SITE, "its compact code makes no square grid; perhaps a part of the link is missing")


def _scf(code: str) -> tuple[str, str]:
    """The 81 cells, and the letters of rules behind them."""
    cells, read = "", 0
    while len(cells) < 81 and code[read : read + 1] in PAIRS and read < len(code):
        cells += _pair(code[read])
        read += 1
    if len(cells) != 81:
        raise unreadable(SITE, "its compact code does not make 81 cells; perhaps a part of the link is missing")
    return cells, code[read:]


def _pair(char: str) -> str:
    blanks, digit = divmod(PAIRS.index(char), 10)
    return f"{digit}{'0' * blanks}"


def _run(char: str) -> str:
    return char if char.isdigit() else "0" * RUNS.index(char)
