"""The cells of a puzzle: the grid, and groups of further cells, each with its names there and in a model."""

from __future__ import annotations

import re
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.sites.iss.grammar import SITE
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_SIDE = 16
MOST_CELLS = 1000
DIGITS = "0123456789abcdefg"
"""A row or column of a cell's name is one of these."""
_GRID_CELL = re.compile(r"[Rr]([1-9A-Ga-g])[Cc]([1-9A-Ga-g])")
_GROUP_CELL = re.compile(r"([A-Z]+)([0-9]*)")
_SHAPE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_RANGE = re.compile(r"(?:([0-9]{1,2})-)?([0-9]{1,2})")


@record(slots=True)
class Place:
    """A cell: its group (empty for the grid), row and column, from 1."""

    group: str
    row: int
    column: int


@record(slots=True)
class Group:
    """Cells outside the grid, in rows.

    Attributes:
        name: of the grid that they become in the model.
        size: how many they are; the last row may be shorter.
    """

    name: str
    size: int
    width: int

    @property
    def height(self) -> int:
        """How many rows there are, with the last one."""
        return -(-self.size // self.width)


class Shape:
    """What `.Shape` says: which cells there are, and which values they may hold.

    Attributes:
        raw: rows and columns need not be different.
        groups: further cells by the prefix of their names.
    """

    def __init__(self, shape: Sequence[str]) -> None:
        """Read the arguments of ``.Shape``: ``6x6``, ``9x9~0-8``, ``4x4~6~Raw``; none for the usual grid.

        Raises:
            PuzzleError: it is no shape.
        """
        size = _SHAPE.fullmatch(shape[0] if shape else "9x9")
        if size is None:
            raise unreadable(SITE, f"`{shape[0][:20]}` is no size of a grid: rows and columns, as in 9x9")
        self.height, self.width = int(size[1]), int(size[2])
        if not (1 <= self.height <= LONGEST_SIDE and 1 <= self.width <= LONGEST_SIDE):
            raise unreadable(SITE, f"a side of its grid is not from 1 to {LONGEST_SIDE}")
        more = [arg for arg in shape[1:] if arg]
        values = _RANGE.fullmatch(more[0]) if more else None
        self.lowest = int(values[1] or 1) if values else 1
        self.highest = int(values[2]) if values else self.side
        if not (self.lowest in (0, 1) and self.side <= self.size_of_range <= LONGEST_SIDE):
            raise unreadable(SITE, f"its values are {self.lowest} to {self.highest}, too few or too many for its grid")
        kind = (more[1:] if values else more)[:1]
        if kind not in ([], ["Raw"], ["Sudoku"]):
            raise unreadable(SITE, f"`{kind[0][:20]}` is no kind of grid; there are Sudoku and Raw")
        self.raw = kind == ["Raw"]
        self.groups: dict[str, Group] = {}

    @property
    def side(self) -> int:
        """The longer side."""
        return max(self.height, self.width)

    @property
    def size_of_range(self) -> int:
        """How many values there are."""
        return self.highest - self.lowest + 1

    @cached_property
    def cells(self) -> list[Place]:
        """All cells of the grid, row by row."""
        return [Place("", r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1)]

    def add_group(self, prefix: str, group: Group) -> None:
        """Add cells outside the grid.

        Raises:
            PuzzleError: there are too many cells, or others with this prefix.
        """
        if prefix in self.groups:
            raise unreadable(SITE, f"two groups of cells are called {prefix}")
        self.groups[prefix] = group
        if self.height * self.width + sum(g.size for g in self.groups.values()) > MOST_CELLS:
            raise unreadable(SITE, f"it has more than {MOST_CELLS:,} cells")

    # ── places ───────────────────────────────────────────────────────────────────────────────────

    def find(self, name: str) -> Place | None:
        """The cell that is called so there; none if it is no name of a cell."""
        if (found := _GRID_CELL.fullmatch(name)) is not None:
            place = Place("", DIGITS.index(found[1].lower()), DIGITS.index(found[2].lower()))
            return place if place.row <= self.height and place.column <= self.width else None
        found = _GROUP_CELL.fullmatch(name)
        group = self.groups.get(found[1]) if found is not None else None
        if found is None or group is None or (group.size == 1) != (found[2] == ""):
            return None
        number = int(found[2] or 1)
        return self.place(found[1], number - 1) if 1 <= number <= group.size else None

    def place(self, prefix: str, index: int) -> Place:
        """A cell by its number in its group, from 0."""
        width = self.groups[prefix].width if prefix else self.width
        return Place(prefix, index // width + 1, index % width + 1)

    def read(self, name: str) -> Place:
        """The cell of this name.

        Raises:
            PuzzleError: there is none.
        """
        place = self.find(name)
        if place is None:
            raise unreadable(SITE, f"`{name[:20]}` is no cell of it")
        return place

    def exists(self, place: Place) -> bool:
        """Whether there is such a cell."""
        if not place.group:
            return 1 <= place.row <= self.height and 1 <= place.column <= self.width
        group = self.groups[place.group]
        number = (place.row - 1) * group.width + place.column
        return place.row >= 1 and 1 <= place.column <= group.width and number <= group.size

    def identifier(self, place: Place) -> str:
        """Its name there."""
        if not place.group:
            return f"R{DIGITS[place.row]}C{DIGITS[place.column]}"
        group = self.groups[place.group]
        return place.group + (str((place.row - 1) * group.width + place.column) if group.size > 1 else "")

    def name(self, place: Place) -> str:
        """Its name in the model."""
        if not place.group:
            return cell_name((place.row, place.column))
        group = self.groups[place.group]
        return group.name if group.size == 1 else f"{group.name}[{place.row}, {place.column}]"

    def names(self, places: Sequence[Place]) -> str:
        """Cells as the text behind a colon."""
        if any(place.group for place in places):
            return " ".join(self.name(place) for place in places)
        return cell_list([(place.row, place.column) for place in places])

    def listed(self, places: Sequence[Place]) -> str:
        """Cells as a list within an expression."""
        words = self.names(places)
        if len(places) > 1 and ".." in words and " " not in words:
            return words
        return f"[{', '.join(self.name(place) for place in places)}]"

    def adjacent_pairs(self, places: Sequence[Place]) -> list[tuple[Place, Place]]:
        """Each two of the cells that share a side, the earlier one first."""
        return [(a, b) for i, a in enumerate(places) for b in places[i + 1 :] if _adjacent(a, b)]

    def line(self, name: str, backwards: bool = False) -> tuple[list[Place], str]:
        """A row or column (``R1``, ``C3``): its cells and its text.

        Raises:
            PuzzleError: it has none of this name.
        """
        number = DIGITS.find(name[1:].lower()) if len(name) == 2 else -1
        if name[:1] in "Rr" and 1 <= number <= self.height:
            places, text = [place for place in self.cells if place.row == number], f"row({number})"
        elif name[:1] in "Cc" and 1 <= number <= self.width:
            places, text = [place for place in self.cells if place.column == number], f"column({number})"
        else:
            raise unreadable(SITE, f"`{name[:20]}` is no row or column of it")
        return (places[::-1], f"reverse({text})") if backwards else (places, text)

    # ── regions ──────────────────────────────────────────────────────────────────────────────────

    def box_size(self, size: int) -> tuple[int, int] | None:
        """Height and width of boxes with this many cells that tile the grid, the most square ones."""
        for small in range(isqrt(size), 1, -1):
            large = size // small
            if size % small == 0:
                for height, width in ((small, large), (large, small)):
                    if self.height % height == 0 and self.width % width == 0:
                        return height, width
        return None

    @cached_property
    def diagonals(self) -> dict[str, list[Place]]:
        """The diagonals of little killers by the cell that names them, in the direction in which they are read."""
        found: dict[str, list[Place]] = {}
        seen: set[frozenset[Place]] = set()
        height, width = self.height, self.width
        starts = [(r, 1, 1, 1) for r in range(1, height)]
        starts += [(r, width, -1, -1) for r in range(2, height)]
        starts += [(1, c, 1, -1) for c in range(2, width + 1)]
        starts += [(height, c, -1, 1) for c in range(2, width)]
        for r, c, down, right in starts:
            places = []
            while 1 <= r <= height and 1 <= c <= width:
                places.append(Place("", r, c))
                r, c = r + down, c + right
            if len(places) > 1 and frozenset(places) not in seen:
                seen.add(frozenset(places))
                found[self.identifier(places[0])] = places
        return found


def _adjacent(a: Place, b: Place) -> bool:
    return a.group == b.group and abs(a.row - b.row) + abs(a.column - b.column) == 1
