"""Cells as the language writes them: `r1c1..r1c4`, `row(3)`, `r1c1 r2c1`."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    return " ".join(_run(part) for part in _parts(names))


def as_group(names: Sequence[str]) -> str:
    """Cells whose order means nothing: row by row or column by column, whichever is shorter."""
    found = [_place(name) for name in names]
    if None in found:
        return " ".join(dict.fromkeys(names))
    cells = sorted({cell for cell in found if cell is not None})
    by_rows = [list(part) for _, part in groupby(_numbered(cells), lambda one: (one[1][0], one[1][1] - one[0]))]
    turned = sorted((c, r) for r, c in cells)
    by_columns = [list(part) for _, part in groupby(_numbered(turned), lambda one: (one[1][0], one[1][1] - one[0]))]
    across = " ".join(_run([_name(*cell) for _, cell in part]) for part in by_rows)
    down = " ".join(_run([_name(c, r) for _, (r, c) in part]) for part in by_columns)
    return down if len(down) < len(across) else across


def as_seen(names: Sequence[str], model: Model) -> str:
    """The cells that a clue outside the grid sees: a whole row or column by its number, or a run."""
    found = places(names, model)
    main = model.grids[0]
    cells = [cell for grid, cell in found if grid.name == main.name]
    if len(cells) == len(found) > 1:
        for word, size, across in (("row", main.height, True), ("column", main.width, False)):
            for number in range(1, size + 1):
                whole = _whole(main, number, across)
                if cells == whole:
                    return f"{word}({number})"
                if cells == whole[::-1]:
                    return f"reverse({word}({number}))"
    return as_line(names)


def _whole(grid: Grid, number: int, across: bool) -> list[Cell]:
    if across:
        return [(number, c) for c in range(1, grid.width + 1) if grid.numbers[number - 1][c - 1] is not None]
    return [(r, number) for r in range(1, grid.height + 1) if grid.numbers[r - 1][number - 1] is not None]


def _numbered(cells: Sequence[Cell]) -> list[tuple[int, Cell]]:
    return list(enumerate(cells))


def _parts(names: Sequence[str]) -> list[list[str]]:
    """The longest pieces in which each cell touches the next and none comes twice."""
    found: list[list[str]] = []
    for name in names:
        here = _place(name)
        before = _place(found[-1][-1]) if found else None
        if here is not None and before is not None and here != before and touch(here, before) and name not in found[-1]:
            found[-1].append(name)
        else:
            found.append([name])
    return found


def _run(names: Sequence[str]) -> str:
    """Touching cells as a run with its corners, or one by one where that is as short."""
    cells = [_place(name) for name in names]
    if len(names) < 3 or None in cells:
        return " ".join(names)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells) if a and b]
    bends = [name for name, (a, b) in zip(names[1:-1], pairwise(steps), strict=True) if a != b]
    corners = [names[0], *bends, names[-1]]
    return "..".join(corners) if len(corners) < len(names) else " ".join(names)


def _place(name: str) -> Cell | None:
    match = _MAIN.fullmatch(name)
    return None if match is None else (int(match[1]), int(match[2]))


def _name(row: int, column: int) -> str:
    return f"r{row}c{column}"
