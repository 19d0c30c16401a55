"""Cells in the JSON of f-puzzles: ``R3C4``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.json_values import items, shown

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell

_CELL = re.compile(r"[Rr](-?\d{1,4})[Cc](-?\d{1,4})")


def place(value: object) -> Cell:
    """A place, perhaps outside the grid.

    Raises:
        ClueError: it is none.
    """
    found = _CELL.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise ClueError(f"{shown(value)} is no cell")
    return int(found[1]), int(found[2])


def cell(draft: Draft, value: object) -> Cell:
    """A cell of the grid.

    Raises:
        ClueError: it is none.
    """
    spot = place(value)
    if not draft.inside(spot):
        raise ClueError(f"{shown(value)} is outside the grid")
    return spot


def cells(draft: Draft, values: object) -> list[Cell]:
    """A list of cells of the grid, in order.

    Raises:
        ClueError: it is no list, or one of them is no cell.
    """
    return [cell(draft, value) for value in items(values)]
