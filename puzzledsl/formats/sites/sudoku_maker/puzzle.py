"""A puzzle of Sudoku Maker that is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.json_values import items, number, shown, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.formats.sites.sudoku_maker.grid import Grid
    from puzzledsl.model import Cell

DIFFERENCE, RATIO, XV = 200, 201, 202
"""The types of marks between cells."""


class Puzzle:
    """A puzzle that is read.

    Attributes:
        grid: numbers of places, and the model under construction.
        constraints: the constraints that hold, each with its type.
        ignored: type and name of constraints that solvers are told to ignore.
        regions: the name of the regions in the model, empty if there are none.
        region_of: the region of each cell.
        kinds: the kinds of clues that there are, as the vocabulary of prose calls them.
    """

    def __init__(self, grid: Grid, listed: Sequence[Any]) -> None:
        """Sort out the constraints that are switched off."""
        self.grid, self.draft = grid, grid.draft
        self.regions = ""
        self.region_of: dict[Cell, int | None] = {}
        self.kinds: set[str] = set()
        self.ignored: list[tuple[int, str]] = []
        self.constraints: list[tuple[int, Mapping[str, Any]]] = []
        for entry in listed:
            if not isinstance(entry, dict):
                self.draft.leave_out(f"{shown(entry)} stands where a constraint belongs")
                continue
            if entry.get("enabled") is False or entry.get("disabled"):
                continue
            inner = entry.get("config")
            config: Mapping[str, Any] = inner if isinstance(inner, dict) else entry
            kind = number(config.get("type"))
            name = text(entry.get("name"))
            if kind is None:
                self.draft.leave_out(f"a constraint is of the unknown type {shown(config.get('type'))}")
            elif entry.get("solverIgnored"):
                self.ignored.append((kind, name))
            else:
                self.constraints.append((kind, {**config, "name": name or text(config.get("name"))}))

    def of_type(self, kind: int) -> list[Mapping[str, Any]]:
        """The constraints of a type."""
        return [config for known, config in self.constraints if known == kind]


def each(puzzle: Puzzle, title: str, entries: object, read: Callable[[Any], None]) -> None:
    """Read clues one by one; one that cannot be read is named, and the others stay."""
    for entry in items(entries):
        try:
            read(entry)
        except ClueError as error:
            puzzle.draft.leave_out(f"a clue of “{title}” is left out: {error}")


def as_clue(value: object) -> Mapping[str, Any]:
    """A clue that is an object.

    Raises:
        ClueError: it is something else.
    """
    if not isinstance(value, dict):
        raise ClueError(f"{shown(value)} stands where a clue belongs")
    return value
