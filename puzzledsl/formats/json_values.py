"""Values in the JSON of other programs: any type may be anywhere, and numbers may be written as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import ModelDraft, cell_name
from puzzledsl.model import Cell

_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.0+)?", re.ASCII)


def items(value: object) -> list[Any]:
    """The items of a list; an absent list has none.

    Raises:
        ClueError: it is something else.
    """
    if value in (None, ""):
        return []
    if not isinstance(value, list):
        raise ClueError(f"{shown(value)} is where a list belongs")
    return value


def text(value: object) -> str:
    """A text or number as text, anything else as none."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
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


def length(value: object, usual: float, most: float = 98.0) -> float:
    """A number of a drawing: the usual one if there is none, or it is too large."""
    with suppress(ValueError):
        found = float(text(value))
        return found if -most <= found <= most else usual
    return usual


def as_list(value: object) -> list[Any]:
    """A list, or an empty one."""
    return value if isinstance(value, list) else []


def as_object(value: object) -> Mapping[str, Any]:
    """An object, or an empty one."""
    return value if isinstance(value, dict) else {}


def objects(value: object) -> list[dict[str, Any]]:
    """The objects in a list."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def numbers(values: object, what: str) -> list[int]:
    """The integers in a list; an absent list has none.

    Raises:
        ClueError: it is something else, or has something else in it.
    """
    found = [number(item) for item in items(values)]
    if None in found:
        raise ClueError(f"its {what} are not all numbers")
    return [value for value in found if value is not None]


def read_given(draft: ModelDraft, cell: Cell, value: object) -> None:
    """Read the given of a cell; one that is none of the grid's digits is left out, and named."""
    found = number(value)
    if found is not None and found in draft.values:
        draft.given(cell, found)
    else:
        draft.leave_out(f"the given {shown(value)} at {cell_name(cell)} is not a digit of the grid")
