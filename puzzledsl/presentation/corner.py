"""Small text in the top left corner of a cell: totals of cages, the texts of other marks."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import ink
from puzzledsl.presentation.shapes import Shape, TextShape, fitting, plated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from puzzledsl.model import Cell, Mark

SIZE = 0.27


def corner_text(cell: Cell, text: str, color: str = "", rank: int = 0, room: int = 1) -> list[Shape]:
    """The text on a plate.

    ``rank`` counts the texts already in this corner; each stands below the one before. A text too long for ``room``
    cells is made smaller.
    """
    place = cell[1] - 1 + 0.06, cell[0] - 1 + 0.2 + rank * SIZE
    size = fitting(text, SIZE, room - 0.12)
    return plated(TextShape(place, text, size, ink(color, "#222222"), "start", role="note"))


def _room(cell: Cell, cells: Collection[Cell]) -> int:
    """How many cells of a mark are side by side, counted from one of these cells."""
    members = set(cells)
    return next(n for n in count(1) if (cell[0], cell[1] + n) not in members)


def corner_texts(marks: Iterable[Mark]) -> list[Shape]:
    """The texts of marks, each in the mark's first cell in reading order, below those already there."""
    answer: list[Shape] = []
    used: dict[Cell, int] = {}
    for mark in marks:
        cell = min(mark.cells)
        answer += corner_text(cell, mark.text, mark.color, used.get(cell, 0), _room(cell, mark.cells))
        used[cell] = used.get(cell, 0) + 1
    return answer
