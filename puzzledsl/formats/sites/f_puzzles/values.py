"""Values in the JSON of f-puzzles: cells are ``R3C4``, and numbers may be written as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell

_CELL = re.compile(r"[Rr](-?\d{1,4})[Cc](-?\d{1,4})")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.0+)?", re.ASCII)


class ClueError(Exception):
    """One clue cannot be read; its text says why."""


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


def items(value: object) -> list[Any]:
    """The items of a list; an absent list has none.

    Raises:
        ClueError: it is something else.
    """
    if value is None or value == "":
        return []
    if not isinstance(value, list):
        raise ClueError(f"{shown(value)} stands where a list belongs")
    return value


def distinct(line: list[Cell]) -> list[Cell]:
    """Cells in order, each once: the last cell of a closed line is its first."""
    return list(dict.fromkeys(line))


def text(value: object) -> str:
    """A text or number as text, anything else as none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def number(value: object) -> int | None:
    """An integer, perhaps written as text; ``None`` for anything else."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    written = text(value)
    return int(written.split(".")[0]) if _NUMBER.fullmatch(written) else None


def shown(value: object) -> str:
    """A value of the source as messages show it."""
    written = " ".join(str(value).split())
    return f"`{written[:40]}…`" if len(written) > 40 else f"`{written}`"
