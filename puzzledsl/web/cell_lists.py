"""Cells as the language writes them: `r1c1..r1c4`, `row(3)`, `r1c1 r2c1`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.formats.draft import cell_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from puzzledsl.model import Cell, Grid, Model

_MAIN = re.compile(r"r(\d{1,4})c(\d{1,4})")


def places(names: Sequence[str], model: Model) -> list[tuple[Grid, Cell]]:
    """The grids and places of cells by their names.

    Raises:
        PuzzleError: there is no such cell.
    """
    cells = {v.name: (v.grid, v.cell) for v in model.variables if v.grid is not None and v.cell is not None}
    grids = {grid.name: grid for grid in model.grids}
    found = []
    for name in names:
        if name not in cells:
            raise failure(f"there is no cell `{name[:40]}`", code="cell")
        grid, cell = cells[name]
        found.append((grids[grid], cell))
    return found


def as_line(names: Sequence[str]) -> str:
    """Cells in their order: runs where they touch, a blank where they do not."""
    cells = _cells(names)
    return " ".join(names) if cells is None else cell_list(cells)


def as_group(names: Sequence[str]) -> str:
    """Cells whose order means nothing: row by row or column by column, whichever is shorter."""
    cells = _cells(dict.fromkeys(names))
    if cells is None:
        return " ".join(dict.fromkeys(names))
    across, down = cell_list(sorted(cells)), cell_list(sorted(cells, key=lambda cell: cell[::-1]))
    return down if len(down) < len(across) else across


def as_seen(names: Sequence[str], model: Model) -> str:
    """The cells that a clue outside the grid sees: a whole row or column by its number, or a run."""
    cells = [cell for grid, cell in places(names, model) if grid.name == model.grids[0].name]
    if len(cells) == len(names) > 1:
        for word, line in _lines(model.grids[0]):
            if cells in (line, line[::-1]):
                return word if cells == line else f"reverse({word})"
    return as_line(names)


def _lines(grid: Grid) -> Iterator[tuple[str, list[Cell]]]:
    """The rows and columns as they are written, with their cells."""
    for r, row in enumerate(grid.numbers, 1):
        yield f"row({r})", [(r, c) for c, x in enumerate(row, 1) if x is not None]
    for c, column in enumerate(zip(*grid.numbers, strict=True), 1):
        yield f"column({c})", [(r, c) for r, x in enumerate(column, 1) if x is not None]


def _cells(names: Iterable[str]) -> list[Cell] | None:
    """Places of the main grid; ``None`` where there are cells of another."""
    found = [_MAIN.fullmatch(name) for name in names]
    return None if None in found else [(int(one[1]), int(one[2])) for one in found if one]
