"""Where the mark of a clue stands: outside for a row or diagonal, in the corner of four cells, at a bend of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.board import Board, Clue, Unsayable
from puzzledsl.model import touch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell


def line_of(board: Board, cells: Sequence[Cell]) -> Cell:
    """The place outside the grid from which a whole row or column is seen in this order.

    Raises:
        Unsayable: the cells are no whole row or column.
    """
    for line in board.lines():
        (r, c), level = line[0], line[0][0] == line[-1][0]
        if len(line) < 2:
            continue
        if tuple(cells) == line:
            return (r, 0) if level else (0, c)
        if tuple(cells) == line[::-1]:
            return (r, board.width + 1) if level else (board.height + 1, c)
    raise Unsayable("its cells are no whole row or column")


def diagonal_of(board: Board, cells: Sequence[Cell]) -> tuple[Cell, str]:
    """The place outside from which a diagonal is seen, and its direction: ``UL``, ``UR``, ``DL`` or ``DR``.

    Raises:
        Unsayable: the cells are no diagonal from border to border.
    """
    (r, c), there = cells[0], set(board.cells)
    for down in (1, -1):
        for across in (1, -1):
            line = [(r, c)]
            while (following := (line[-1][0] + down, line[-1][1] + across)) in there:
                line.append(following)
            start = (r - down, c - across)
            if start not in there and line == list(cells):
                return start, f"{'D' if down == 1 else 'U'}{'R' if across == 1 else 'L'}"
    raise Unsayable("its cells are no diagonal from border to border")


def is_square(cells: Sequence[Cell]) -> bool:
    """Whether these are the four cells around a corner."""
    r, c = min(cells)
    return sorted(cells) == [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def touching_path(start: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """The cells in an order in which each touches the one before, beginning beside ``start``.

    Raises:
        Unsayable: none is found.
    """
    pending: list[tuple[Cell, ...]] = [()]
    for _ in range(2_000):
        if not pending:
            break
        path = pending.pop()
        if len(path) == len(cells):
            return list(path)
        last = path[-1] if path else start
        pending += [(*path, cell) for cell in cells if cell not in path and touch(cell, last)]
    raise Unsayable("its cells are not connected as a line")


def circle_and_shaft(clue: Clue) -> tuple[Sequence[Cell], list[Cell]]:
    """What is drawn as an arrow of two groups with equal sums, one of which is a single cell: that cell, and a path.

    Raises:
        Unsayable: the groups are others, or the path cannot be drawn from the cell.
    """
    groups = clue.groups("groups")
    single = [group for group in groups if len(group) == 1]
    if len(groups) != 2 or not single or not all(groups):
        raise Unsayable("it cannot be drawn as an arrow")
    shaft = groups[1] if groups[0] is single[0] else groups[0]
    return single[0], touching_path(single[0][0], shaft)
