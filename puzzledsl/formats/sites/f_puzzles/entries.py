"""Clues in the JSON of f-puzzles: ``{"cells": ["R1C1", "R1C2"], "value": "9"}``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.json_values import items, numbers, shown, text
from puzzledsl.formats.kinds import Entry
from puzzledsl.model import Cell

_CELL = re.compile(r"\s*[Rr](-?\d{1,4})[Cc](-?\d{1,4})\s*")


def place(value: object) -> Cell:
    """A place, perhaps outside the grid.

    Raises:
        ClueError: it is none.
    """
    found = _CELL.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ClueError(f"{shown(value)} is not a cell")
    return int(found[1]), int(found[2])


def places(values: object) -> list[Cell]:
    """A list of places, perhaps outside the grid.

    Raises:
        ClueError: it is no list, or one of them is none.
    """
    return [place(value) for value in items(values)]


def cells(draft: ModelDraft, values: object) -> list[Cell]:
    """A list of cells of the grid, in order.

    Raises:
        ClueError: it is no list, or one of them is no cell.
    """
    found = places(values)
    for name, cell in zip(items(values), found, strict=True):
        if not draft.inside(cell):
            raise ClueError(f"{shown(name)} is outside the grid")
    return found


def entry_of(draft: ModelDraft, json: object) -> Entry:
    """A clue of any kind; a mark in a cell may be the name of the cell.

    Raises:
        ClueError: it is no object, or has a place that is none.
    """
    if isinstance(json, str):
        json = {"cell": json}
    if not isinstance(json, dict):
        raise ClueError(f"{shown(json)} is where its cells belong")
    digits = numbers(json.get("values"), "values")
    spot = place(json["cell"]) if "cell" in json else None
    return Entry(
        [spot] if spot and draft.inside(spot) else cells(draft, json.get("cells")),
        cells(draft, json.get("cloneCells")),
        [cells(draft, line) for line in items(json.get("lines"))],
        spot,
        text(json.get("direction")).upper(),
        text(json.get("value")),
        digits,
    )


def json_of(entry: Entry) -> dict[str, Any]:
    """An entry as the site packs it."""
    found = {
        "cells": names(entry.cells),
        "cloneCells": names(entry.others),
        "lines": [names(line) for line in entry.lines],
        "cell": names([entry.outside])[0] if entry.outside else "",
        "direction": entry.direction,
        "value": entry.value,
        "values": list(entry.values),
    }
    return {key: value for key, value in found.items() if value}


def names(cells: Iterable[Cell]) -> list[str]:
    """Cells by their names: ``R3C4``."""
    return [f"R{row}C{column}" for row, column in cells]


def where(json: object) -> str:
    """`` at r1c2``, for the first cell that a clue names."""
    found = _CELL.search(str(json))
    return f" at r{found[1]}c{found[2]}" if found else ""
