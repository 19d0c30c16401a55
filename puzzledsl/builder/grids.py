"""The grids of a model in Python: cells by row and column, counted from 1, slices with both ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from numbers import Integral
from typing import Any, overload

from puzzledsl.builder.expression import ATOM, Expression, Owner, call, index_text
from puzzledsl.domain import Domain
from puzzledsl.model import run_between

Places = tuple[tuple[int, int], ...]
"""Rows and columns."""


class Cells(Expression):
    """Several cells of a grid, in order. Python can go through them, if the size of the grid is a number.

    ``a + b`` is the cells of both.
    """

    __slots__ = ("_grid", "_places")

    def __init__(self, text: str, grid: Grid, places: Places | None) -> None:
        super().__init__(text, ATOM, grid)
        self._grid = grid
        self._places = places

    def __iter__(self) -> Iterator[Expression]:
        if self._places is None:
            return super().__iter__()
        return (self._grid.cell(row, column) for row, column in self._places)

    def __len__(self) -> int:
        return super().__len__() if self._places is None else len(self._places)

    def __add__(self, other: object) -> Expression:
        if isinstance(other, Cells):
            joined = call("concat", (self, other), {})
            if other._grid is not self._grid or self._places is None or other._places is None:
                return joined
            return Cells(str(joined), self._grid, self._places + other._places)
        return super().__add__(other)

    def __getitem__(self, key: Any) -> Expression:
        """The cell at a position, counted from 1; a slice holds both ends."""
        if self._places is None or isinstance(key, Expression):
            return super().__getitem__(key)
        found = positions(key, len(self._places), "positions")
        assert found is not None
        if isinstance(key, int):
            return self._grid.cell(*self._places[found[0] - 1])
        return self._grid.group(tuple(self._places[k - 1] for k in found))


class Grid(Expression):
    """A grid. ``grid[2, 3]`` is a cell; ``grid[2, 3:5]`` are the cells in columns 3 to 5, both included, of row 2.

    Rows and columns count from 1, as in the language. An open end of a slice is the edge, ``grid[:, 3]`` column 3,
    ``grid[2]`` row 2, ``grid[1:3, 4:6]`` a block, read row by row, ``grid[[1, 9], :]`` two rows. ``grid[3, 5:3]`` goes
    backwards. An index may be an expression, of the puzzle too. As an argument a grid is all of its cells.

    Attributes:
        name: as it is declared.
        height, width: numbers; ``None`` where a param decides.
        domain: its values; where a param decides, all that it might have.
        is_main: declared first, so that its cells are called ``r1c1``.
    """

    __slots__ = ("_masked", "_sizes", "domain", "height", "is_main", "name", "width")

    def __init__(
        self,
        name: str,
        height: int | Expression,
        width: int | Expression,
        domain: Domain,
        is_main: bool,
        masked: frozenset[tuple[int, int]],
        owner: Owner,
    ) -> None:
        super().__init__(name, ATOM, owner, height, width)
        self.name = name
        self.height = height if isinstance(height, int) else None
        self.width = width if isinstance(width, int) else None
        self.domain = domain
        self.is_main = is_main
        self._sizes = (height, width)
        self._masked = masked

    @property
    def rows(self) -> Expression:
        """All rows, from the top."""
        return self._whole("rows")

    @property
    def columns(self) -> Expression:
        """All columns, from the left."""
        return self._whole("columns")

    @property
    def cells(self) -> Expression:
        """All cells, row by row."""
        return self._whole("cells")

    def boxes(self, height: int | None = None, width: int | None = None) -> Expression:
        """The boxes that tile the grid; without sizes the most square ones."""
        sizes = {} if height is None else {"h": height}
        sizes |= {} if width is None else {"w": width}
        if not sizes:
            return self._whole("boxes")
        found = call("boxes", (), sizes if self.is_main else {**sizes, "grid": self})
        return Expression(str(found), ATOM, self)

    def run(self, *corners: tuple[int, int]) -> Cells:
        """The cells from corner to corner, straight or diagonal: ``run((9, 4), (6, 1), (4, 3))``.

        Raises:
            ValueError: two corners are on no such line.
            IndexError: a corner lies outside the grid.
            TypeError: a corner is not a row and a column.
        """
        for corner in corners or [()]:
            if not (isinstance(corner, tuple) and len(corner) == 2 and all(isinstance(n, Integral) for n in corner)):
                raise TypeError(f"a corner is its row and column, such as (1, 1), not {corner!r}")
        places: dict[tuple[int, int], None] = {}
        for corner in corners:
            self._check(*corner)
            places.setdefault(corner)
        for start, end in pairwise(corners):
            run = run_between(start, end)
            if not run:
                raise ValueError(f"from {start} to {end} is neither a straight nor a diagonal line")
            places |= dict.fromkeys(run)
        if self.is_main:
            return Cells("..".join(f"r{r}c{c}" for r, c in corners), self, tuple(places))
        return self.group(tuple(places))

    def cell(self, row: int, column: int) -> Expression:
        """One cell."""
        return Expression(f"r{row}c{column}" if self.is_main else f"{self.name}[{row}, {column}]", ATOM, self)

    def group(self, places: Places) -> Cells:
        """Cells in any order."""
        return Cells(f"[{', '.join(str(self.cell(*place)) for place in places)}]", self, places)

    def __iter__(self) -> Iterator[Expression]:
        return iter(self[:, :])

    def __len__(self) -> int:
        return len(self[:, :])

    @overload
    def __getitem__(self, key: tuple[int | Expression, int | Expression]) -> Expression: ...
    @overload
    def __getitem__(self, key: tuple[Any, Any] | int | slice | Expression) -> Cells: ...
    def __getitem__(self, key: Any) -> Expression:
        """A cell, or several; see `Grid`.

        Raises:
            IndexError: there is no such row or column.
        """
        if isinstance(key, tuple) and len(key) != 2:
            raise TypeError(f"a cell is its row and column, such as [1, 2], not {key!r}")
        row, column = key if isinstance(key, tuple) else (key, slice(None))
        rows, columns = positions(row, self.height, "rows"), positions(column, self.width, "columns")
        one = not any(isinstance(item, (slice, Sequence)) for item in (row, column))
        places: Places | None = None
        if rows is not None and columns is not None:
            if one:
                self._check(rows[0], columns[0])
                return self.cell(rows[0], columns[0])
            places = tuple((r, c) for r in rows for c in columns if (r, c) not in self._masked)
            ends = [(item.start, item.stop) for item in (row, column) if isinstance(item, slice)]
            if self.is_main and (None, None) not in ends and len(places) > 1:
                (r, c), (last, end) = places[0], places[-1]
                if run_between(places[0], places[-1]) == [*places]:
                    return Cells(f"r{r}c{c}..r{last}c{end}", self, places)
            is_loose = any(
                isinstance(item, Sequence) or getattr(item, "step", None) is not None for item in (row, column)
            )
            if is_loose or rows[0] > rows[-1] or columns[0] > columns[-1]:
                return self.group(places)
        text = f"{self.name}[{', '.join(map(index_text, (row, column), self._sizes))}]"
        return Expression(text, ATOM, self, key) if one else Cells(text, self, places)

    def _whole(self, name: str) -> Expression:
        return Expression(name if self.is_main else f"{name}({self.name})", ATOM, self)

    def _check(self, row: int, column: int) -> None:
        _in_range([row], self.height, "rows")
        _in_range([column], self.width, "columns")
        if (row, column) in self._masked:
            raise IndexError(f"r{row}c{column} is masked: there is no cell")


def positions(item: object, size: int | None, what: str) -> list[int] | None:
    """The positions that an index stands for, from 1; ``None`` where they are not known in Python.

    Raises:
        IndexError: there is no such position.
        TypeError: it is not an index.
    """
    parts: Any = (item.start, item.stop, item.step) if isinstance(item, slice) else item
    parts = parts if isinstance(parts, Sequence) and not isinstance(parts, str) else [parts]
    if any(isinstance(part, Expression) for part in parts) or (isinstance(item, slice) and size is None):
        return None
    if isinstance(item, slice) and size is not None:
        step = 1 if item.step is None else int(item.step)
        first = (1 if step > 0 else size) if item.start is None else int(item.start)
        last = (size if step > 0 else 1) if item.stop is None else int(item.stop)
        if item.step is None and first > last:
            step = -1
        _in_range([first, last], size, what)
        if not step:
            raise ValueError("a slice has no step of 0")
        return list(range(first, last + (1 if step > 0 else -1), step))
    if not all(hasattr(part, "__index__") for part in parts):
        raise TypeError(
            f"{item!r} is not an index: numbers, slices such as 3:5, lists of numbers and expressions are; the cell"
            " r1c2 is `cell[1, 2]`"
        )
    found = [int(part) for part in parts]
    _in_range(found, size, what)
    return found


def _in_range(numbers: Sequence[int], size: int | None, what: str) -> None:
    for number in numbers:
        if number < 1 or (size is not None and number > size):
            highest = "" if size is None else str(size)
            raise IndexError(f"{what} are 1..{highest}, not {number}: they count from 1, and a slice holds both ends")
