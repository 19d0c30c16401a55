"""Words of the sentences: lists of cells and values, names of groups and clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.listing import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model, Origin

MOST_LISTED = 6
"""Longer groups of cells are named by their ends."""


def clue_name(origin: Origin) -> str:
    """A clue with its line: ``cage 15 at r1c3, r1c4 (line 12)``."""
    return f"{origin.sentence} (line {origin.line})"


def group_name(model: Model, cells: Sequence[int], origin: Origin) -> str:
    """A group of cells that must differ: ``row 3``, ``r1c1..r1c9 (line 7)``, ``cage 15 at r1c3, r1c4 (line 12)``."""
    words = origin.sentence
    if origin.clue == "alldifferent" and words.startswith("alldifferent in ") and set(origin.variables) == set(cells):
        return words.removeprefix("alldifferent in ")
    names = [model.variables[x].name for x in cells]
    label = _region(model, cells)
    if label:
        return f"{label} (line {origin.line})"
    if origin.clue not in ("alldifferent", "constraint") and len(words) <= 60:
        return clue_name(origin)
    if len(cells) <= MOST_LISTED:
        return f"{listed(names)} (line {origin.line})"
    shape = "" if is_line(model, cells) else "the box " if _is_block(model, cells) else "the group "
    return f"{shape}{names[0]}..{names[-1]} (line {origin.line})"


def is_line(model: Model, cells: Sequence[int]) -> bool:
    """Whether all cells are in one row or one column of a grid."""
    return orientation(model, cells) != ""


def orientation(model: Model, cells: Sequence[int]) -> str:
    """``row`` or ``column`` for cells that lie in one, else empty."""
    places = [(model.variables[x].grid, model.variables[x].cell) for x in cells]
    if len({grid for grid, _ in places}) != 1 or any(cell is None for _, cell in places) or len(cells) < 2:
        return ""
    if len({cell[0] for _, cell in places if cell is not None}) == 1:
        return "row"
    return "column" if len({cell[1] for _, cell in places if cell is not None}) == 1 else ""


def _is_block(model: Model, cells: Sequence[int]) -> bool:
    places = {model.variables[x].cell for x in cells}
    if None in places or len({model.variables[x].grid for x in cells}) != 1:
        return False
    rows, columns = [place[0] for place in places if place], [place[1] for place in places if place]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)


def _region(model: Model, cells: Sequence[int]) -> str:
    places = {model.variables[x].cell for x in cells}
    grids = {model.variables[x].grid for x in cells}
    for name, (grid, regions) in model.regions.items():
        if grids == {grid}:
            for label, members in regions.items():
                if set(members) == places:
                    return f"{name}.{label}" if label.isidentifier() else f'{name}["{label}"]'
    return ""


def removals(names: Sequence[str], removed: Sequence[tuple[int, Sequence[int]]]) -> str:
    """What is gone: ``r1c2 and r3c4 are not 5``, ``r1c2 is not 3 or 5, r1c7 not 3``."""
    by_values: dict[tuple[int, ...], list[str]] = {}
    for x, values in removed:
        by_values.setdefault(tuple(values), []).append(names[x])
    parts: list[str] = []
    for values, cells in by_values.items():
        verb = ("is not" if len(cells) == 1 else "are not") if not parts else "not"
        parts.append(f"{listed(cells)} {verb} {listed(map(str, values), 'or')}")
    return ", ".join(parts)
