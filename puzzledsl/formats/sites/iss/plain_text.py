"""Texts without constraints that the solver takes, too: killer sudokus in two short forms, grids, jigsaw layouts."""

from __future__ import annotations

import re
from collections import Counter
from math import isqrt

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.iss.grammar import SITE, Item
from puzzledsl.formats.sites.iss.shape import DIGITS, LONGEST_SIDE

_SIDE = 9
_STEPS = {"v": (1, 0), "^": (-1, 0), "<": (0, -1), ">": (0, 1), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def plain_items(section: str) -> list[Item]:
    """The items that a section stands for; none if it is a string of constraints.

    Raises:
        PuzzleError: it has the form of a killer sudoku, but is wrong.
    """
    text = "".join(section.split())
    if len(text) < 2:
        return []
    if text[0] == "=":
        return _grid(text[1:])
    forms = (_pointed_killer, _numbered_killer, _jigsaw, _layout, _grid)
    return next((items for form in forms if (items := form(text))), None) or _any_grid(section)


def _any_grid(section: str) -> list[Item]:
    """A grid of numbers in rows, or of candidates."""
    from puzzledsl.formats.sites.text.collection import puzzles_in

    puzzle = puzzles_in(section.strip("\n"))
    if puzzle is None or puzzle.grid.side > LONGEST_SIDE or puzzle.grid.lowest != 1:
        return []
    side = puzzle.grid.side
    cells = [(k, sorted(values)) for k, values in enumerate(puzzle.grid.cells) if values]
    givens = ["_".join([_identifier(k // side + 1, k % side + 1), *map(str, values)]) for k, values in cells]
    return [Item("Shape", (f"{side}x{side}",)), Item("Given", tuple(givens))]


def _identifier(row: int, column: int) -> str:
    return f"R{DIGITS[row]}C{DIGITS[column]}"


def _pointed_killer(text: str) -> list[Item]:
    """Each cage has its sum in one cell, to which the signs in its other cells lead."""
    if (
        len(text) != _SIDE * _SIDE
        or not re.search(r"[<>^`',v]", text)
        or not re.fullmatch(r"[0-9A-Za-jv^<>`',.]*", text)
    ):
        return []
    cages: dict[int, list[str]] = {}
    for start in range(len(text)):
        place, steps = start, 0
        while (step := _STEPS.get(text[place])) is not None:
            row, column = place // _SIDE + step[0], place % _SIDE + step[1]
            place, steps = row * _SIDE + column, steps + 1
            if not (0 <= row < _SIDE and 0 <= column < _SIDE) or steps > len(text):
                raise unreadable(SITE, "the signs of its cages lead out of the grid, or in a circle")
        cages.setdefault(place, []).append(_identifier(start // _SIDE + 1, start % _SIDE + 1))
    return [Item("Cage", (str(_SUMS.index(text[place])), *cells)) for place, cells in cages.items()]


def _numbered_killer(text: str) -> list[Item]:
    """``3x3:d:k:``, ``d`` for both diagonals, and a number for each cell: its cage plus 256 times the sum."""
    size, *rest = text.split(":")
    if size != "3x3" or len(rest) < 2:
        return []
    diagonals, kind, *numbers = rest
    numbers = [number for number in numbers if number]
    if kind != "k" or len(numbers) != _SIDE * _SIDE or not all(n.isdecimal() and len(n) < 8 for n in numbers):
        raise unreadable(SITE, "this is no killer sudoku in the form `3x3::k:` with 81 numbers")
    cages: dict[int, list[str]] = {}
    sums: dict[int, int] = {}
    for k, number in enumerate(map(int, numbers)):
        total, cage = divmod(number, 256)
        if total:
            cages.setdefault(cage, []).append(_identifier(k // _SIDE + 1, k % _SIDE + 1))
            sums.setdefault(cage, total)
    items = [Item("Cage", (str(sums[cage]), *cells)) for cage, cells in cages.items()]
    return [*([Item("Diagonal", ("1",)), Item("Diagonal", ("-1",))] if diagonals == "d" else []), *items]


def _side_of(count: int) -> int:
    side = isqrt(count)
    return side if side * side == count and 1 < side <= LONGEST_SIDE else 0


def _layout(text: str) -> list[Item]:
    """A mark for the piece that each cell is in."""
    side = _side_of(len(text))
    if not side or sorted(Counter(text).values()) != [side] * side:
        return []
    return [Item("Shape", (f"{side}x{side}",)), Item("NoBoxes"), Item("Jigsaw", (text,))]


def _jigsaw(text: str) -> list[Item]:
    half = len(text) // 2
    layout = _layout(text[half:]) if len(text) == 2 * half else []
    return [*layout, *_grid(text[:half])] if layout else []


def _grid(text: str) -> list[Item]:
    """Givens, one character a cell: digits up to 9 rows, letters above; any one other character is an open cell."""
    side = _side_of(len(text))
    if not side:
        return []
    marks = "123456789"[:side] if side <= 9 else "ABCDEFGHIJKLMNOP"[:side]
    if len(set(text) - set(marks)) > 1:
        return []
    found = [(k, marks.index(mark) + 1) for k, mark in enumerate(text) if mark in marks]
    givens = [f"{_identifier(k // side + 1, k % side + 1)}_{value}" for k, value in found]
    return [Item("Shape", (f"{side}x{side}",)), Item("Given", tuple(givens))]
