"""The cells of a puzzle: the grid, and groups of further cells, each with its names there and in a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isqrt

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.sites.iss.grammar import SITE
from puzzledsl.model import Cell
from puzzledsl.records import record

LONGEST_SIDE = 16
MOST_CELLS = 1000
DIGITS = "0123456789abcdefg"
"""A row or column of a cell's name is one of these."""
_GRID_CELL = re.compile(r"[Rr]([1-9A-Ga-g])[Cc]([1-9A-Ga-g])")
_GROUP_CELL = re.compile(r"([A-Z]+)([0-9]{0,4})")
_RANGE = re.compile(r"(?:([01])-)?([0-9]{1,2})")
_DIRECTIONS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
"""Rows and columns from each cell of a little killer to the next if it begins left, above, right or below."""


def cell_id(cell: Cell) -> str:
    """``R3C4``; rows and columns from 10 on are letters."""
    return f"R{DIGITS[cell[0]]}C{DIGITS[cell[1]]}"


def joined(cells: Iterable[Cell]) -> str:
    """The names of cells with tildes between them."""
    return "~".join(map(cell_id, cells))


@record
class GroupCell:
    """A cell: the prefix of its group (empty for the grid), row and column, from 1."""

    group: str
    row: int
    column: int

    def moved(self, down: int, right: int) -> GroupCell:
        """The cell that is so many rows below this one and so many columns to its right."""
        return GroupCell(self.group, self.row + down, self.column + right)


@record
class Group:
    """Cells in rows: the grid, or further ones.

    Attributes:
        name: of the grid, or the variable, that they are in the model.
        size: how many they are; the last row may be shorter.
    """

    name: str
    size: int
    width: int

    @property
    def height(self) -> int:
        """How many rows there are, with the last one."""
        return -(-self.size // self.width)


class GridShape:
    """The content of `.Shape`: the cells, and the values that they may hold.

    Attributes:
        raw: rows and columns need not be different.
        groups: cells by the prefix of their names, which is empty for the grid.
        shift: of which group cells are read within a `.Replicate`, and by how many rows and columns it moves them.
    """

    def __init__(self, shape: Sequence[str]) -> None:
        """Read the arguments of ``.Shape``: ``6x6``, ``9x9~0-8``, ``4x4~6~Raw``; none for the usual grid.

        Raises:
            ValueError: it is no shape.
        """
        size, *more = shape or ("9x9",)
        self.height, self.width = map(int, size.split("x"))
        self.side = max(self.height, self.width)
        more = [arg for arg in more if arg]
        values = _RANGE.fullmatch(more[0]) if more else None
        self.lowest = int(values[1] or 1) if values else 1
        self.highest = int(values[2]) if values else self.side
        kind = (more[1:] if values else more)[:1]
        if not 0 < min(self.height, self.width) <= self.side <= self.size_of_range <= LONGEST_SIDE or kind not in (
            [],
            ["Raw"],
            ["Sudoku"],
        ):
            raise ValueError
        self.raw = kind == ["Raw"]
        self.groups = {"": Group("cell", self.height * self.width, self.width)}
        self.shift: tuple[str, int, int] | None = None

    @property
    def size_of_range(self) -> int:
        """How many values there are."""
        return self.highest - self.lowest + 1

    def add_group(self, prefix: str, group: Group) -> None:
        """Add cells outside the grid.

        Raises:
            ValueError: there are too many cells, or others with this prefix.
        """
        if prefix in self.groups or group.size + sum(group.size for group in self.groups.values()) > MOST_CELLS:
            raise ValueError
        self.groups[prefix] = group

    # ── cells ────────────────────────────────────────────────────────────────────────────────────

    def find(self, name: str) -> GroupCell | None:
        """The cell with this name there; none if no cell has it."""
        if (found := _GRID_CELL.fullmatch(name)) is not None:
            cell = GroupCell("", *(DIGITS.index(digit.lower()) for digit in found.groups()))
        else:
            found = _GROUP_CELL.fullmatch(name)
            group = self.groups.get(found[1]) if found is not None else None
            if found is None or group is None or (group.size == 1) != (found[2] == ""):
                return None
            cell = self.numbered(found[1], int(found[2] or 1) - 1)
        return cell if self.exists(cell) else None

    def numbered(self, prefix: str, index: int) -> GroupCell:
        """A cell by its number in its group, from 0."""
        row, column = divmod(index, self.groups[prefix].width)
        return GroupCell(prefix, row + 1, column + 1)

    def read(self, name: str) -> GroupCell:
        """The cell of this name, where a `.Replicate` moves it.

        Raises:
            PuzzleError: there is none.
        """
        cell = self.find(name)
        if cell is None:
            raise unreadable(SITE, f"`{name[:20]}` is not one of its cells")
        if self.shift is not None:
            group, down, right = self.shift
            cell = cell.moved(down, right)
            if cell.group != group or not self.exists(cell):
                raise unreadable(SITE, "a `.Replicate` moves cells out of the grid")
        return cell

    def exists(self, cell: GroupCell) -> bool:
        """Whether there is such a cell."""
        group = self.groups[cell.group]
        return 1 <= cell.column <= group.width and 1 <= (cell.row - 1) * group.width + cell.column <= group.size

    def name(self, cell: GroupCell) -> str:
        """Its name in the model."""
        if not cell.group:
            return cell_name((cell.row, cell.column))
        group = self.groups[cell.group]
        return group.name if group.size == 1 else f"{group.name}[{cell.row}, {cell.column}]"

    def names(self, cells: Sequence[GroupCell]) -> str:
        """Cells as the text behind a colon."""
        if any(cell.group for cell in cells):
            return " ".join(map(self.name, cells))
        return cell_list([(cell.row, cell.column) for cell in cells])

    def listed(self, cells: Sequence[GroupCell]) -> str:
        """Cells as a list within an expression."""
        words = self.names(cells)
        return words if ".." in words and " " not in words else f"[{', '.join(map(self.name, cells))}]"

    # ── groups of cells ──────────────────────────────────────────────────────────────────────────

    def adjacent_pairs(self, cells: Sequence[GroupCell]) -> list[tuple[GroupCell, GroupCell]]:
        """Each two of the cells that share a side, the earlier one first."""
        return [
            (a, b)
            for k, a in enumerate(cells)
            for b in cells[k + 1 :]
            if a.group == b.group and abs(a.row - b.row) + abs(a.column - b.column) == 1
        ]

    def line(self, name: str, backwards: bool = False) -> tuple[str, int, int]:
        """A row or column (``R1``, ``C3``): its text, how many cells it has, and its number, rows first.

        Raises:
            ValueError: it has none of this name.
        """
        kind, digit = list(name.lower())
        number, is_row = DIGITS.index(digit), kind == "r"
        count, length = (self.height, self.width) if is_row else (self.width, self.height)
        if kind not in "rc" or not 0 < number <= count:
            raise ValueError
        text = f"{'row' if is_row else 'column'}({number})"
        return f"reverse({text})" if backwards else text, length, number if is_row else self.height + number

    def diagonal(self, start: GroupCell) -> list[GroupCell]:
        """The diagonal of a little killer by its first cell, whose position gives the direction of reading.

        Raises:
            ValueError: the cell is not at the border.
        """
        sides = (start.column == 1, start.row == 1, start.column == self.width, start.row == self.height)
        step = _DIRECTIONS[sides.index(True)]
        found = [start]
        while self.exists(following := found[-1].moved(*step)):
            found.append(following)
        return found

    def box_size(self, size: int) -> tuple[int, int] | None:
        """Height and width of boxes with this many cells that tile the grid, the most square ones."""
        sizes = (each for k in range(isqrt(size), 1, -1) for each in ((k, size // k), (size // k, k)))
        fitting = (one for one in sizes if one[0] * one[1] == size and self._is_tiled_by(*one))
        return next(fitting, None)

    def _is_tiled_by(self, height: int, width: int) -> bool:
        return self.height % height == 0 and self.width % width == 0
