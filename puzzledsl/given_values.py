"""Givens as Python has them: numpy arrays, rows of numbers, values by cell. numpy itself is never imported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Number
from typing import TYPE_CHECKING, Any, Protocol

from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.listing import counted
from puzzledsl.nearest import did_you_mean
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.elaboration.values import GridValue
    from puzzledsl.model import Grid

    GivenGrid = GridValue | Grid


class Array(Protocol):
    """An array of numpy, or whatever else becomes nested lists."""

    def tolist(self) -> Any:
        """The values as nested lists."""


Givens = str | Array | Sequence[Any] | Mapping[Any, Any]
"""Marks as in a layout; an array, or rows of values, of the main grid; or a mapping. Its keys are cells (``"r1c1"``,
``(1, 1)``, ``"other[1, 1]"``) or edges (``"road[r1c1, r1c2]"``) with their values, names of grids with arrays or rows,
names of edges with what JSON has of them (``{"road": [["r1c1", "r1c2", 1]]}``), or variables: ``{"total": 2}``."""


_CELL = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})|([A-Za-z_]\w*)\[\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\]")
_MARK = re.compile(r"[.?_]|-?[0-9]+|[^\W\d_]")


def cell_name(grid: str, row: int, column: int, is_main: bool) -> str:
    """The name of a cell's variable: ``r1c1`` in the main grid, ``other[1, 1]`` in any other."""
    return f"r{row}c{column}" if is_main else f"{grid}[{row}, {column}]"


def placed(key: Any, grids: Sequence[GivenGrid]) -> tuple[GivenGrid, int, int] | None:
    """The cell that ``"r1c1"``, ``(1, 1)``, ``"other[1, 1]"`` or ``("other", 1, 1)`` stands for; ``None``: it is the
    name of something else.

    Raises:
        PuzzleError: there is no such cell, or no such grid.
    """
    name: str | None = None
    if isinstance(key, str):
        found = _CELL.fullmatch(key)
        if found is None:
            return None
        name, row, column = found[3], int(found[1] or found[4]), int(found[2] or found[5])
    else:
        match key:
            case (Integral(), Integral()):
                row, column = map(int, key)
            case (str() as name, Integral(), Integral()):
                row, column = map(int, key[1:])
            case _:
                raise failure(
                    f"{key!r} is not a cell",
                    helps=('a cell is written "r1c1" or (1, 1): row and column, counted from 1',),
                    code="unknown-name",
                )
    grid = _grid(name, grids)
    if not (1 <= row <= grid.height and 1 <= column <= grid.width):
        raise failure(
            f"{cell_name(grid.name, row, column, grid is grids[0])} lies outside the grid `{grid.name}`",
            label=f"rows are 1..{grid.height}, columns 1..{grid.width}",
            code="outside",
        )
    return grid, row, column


def _grid(name: str | None, grids: Sequence[GivenGrid]) -> GivenGrid:
    if not grids:
        raise failure("the model has no grid", code="givens")
    if name is None:
        return grids[0]
    for grid in grids:
        if grid.name == name:
            return grid
    label = did_you_mean(name, [grid.name for grid in grids])
    raise failure(f"no grid is called `{name}`", label=label, code="unknown-name")


def given_cells(givens: Givens, grids: Sequence[GivenGrid]) -> Iterator[tuple[GivenGrid, int, int, object]]:
    """Grid, row, column and value of each given that is not a text of marks; open cells are left out.

    Raises:
        PuzzleError: there is no such cell, or rows do not fit the grid.
    """
    if not isinstance(givens, Mapping):
        yield from _of_rows(givens, _grid(None, grids))
        return
    for key, value in givens.items():
        if isinstance(key, str) and any(key == grid.name for grid in grids):
            yield from _of_rows(value, _grid(key, grids))
            continue
        cell = placed(key, grids)
        if cell is None:
            names = [grid.name for grid in grids]
            raise failure(
                f"`{key}` is neither a cell nor a grid",
                label=did_you_mean(str(key), names),
                helps=(f"the grids are {', '.join(names)}; cells are r1c1, r1c2, …",),
                code="unknown-name",
            )
        plain = value.tolist() if hasattr(value, "tolist") else value
        if not is_open(plain, cell[0].domain, is_array=False):
            yield (*cell, plain)


def _of_rows(values: object, grid: GivenGrid) -> Iterator[tuple[GivenGrid, int, int, object]]:
    if hasattr(values, "to_numpy"):  # a table of pandas, which would be gone through by the names of its columns
        values = values.to_numpy()
    listed = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(listed, str):
        raise failure(
            f"the givens of `{grid.name}` are an array or rows of values here, not the text {listed!r:.40}",
            helps=(f"as a text for all grids: `{grid.name}: …`",),
            code="givens",
        )
    if not isinstance(listed, Iterable) or isinstance(listed, bytes):
        raise failure(
            f"givens are text, an array, rows of values, or values by cell, not {values!r:.40}", code="givens"
        )
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in listed]
    if not any(isinstance(row, Sequence) for row in rows) and len(rows) == grid.height * grid.width:
        rows = [rows[start : start + grid.width] for start in range(0, len(rows), grid.width)]
    shape = f"`{grid.name}` has {counted(grid.height, 'row')} of {grid.width}"
    if len(rows) != grid.height:
        raise failure(f"{counted(len(rows), 'row')} of givens", label=shape, code="layout")
    for r, row in enumerate(rows, 1):
        if not isinstance(row, Sequence) or len(row) != grid.width:
            count = counted(len(row), "given") if isinstance(row, Sequence) else f"{row!r}"
            raise failure(f"{count} in row {r}", label=shape, code="layout")
        for c, value in enumerate(row, 1):
            if not is_open(value, grid.domain, is_array=True):
                yield grid, r, c, value


def is_open(value: object, domain: Domain, is_array: bool) -> bool:
    """Whether a value leaves its cell open: ``None``, NaN, NA, a dot; in an array 0, too, unless the domain has a 0."""
    if value is None or _is_missing(value) or value == ".":
        return True
    return is_array and value in (0, "0") and 0 not in domain


def _is_missing(value: Any) -> bool:
    """Whether this is NaN, which does not equal itself, or the ``NA`` of pandas, of which even that is unknown."""
    try:
        return bool(value != value)
    except TypeError:
        return True


def whole(value: object, name: str) -> int:
    """A value as the number that it is; ``np.int64(5)`` and 5.0 are 5.

    Raises:
        PuzzleError: it is not a whole number.
    """
    plain: Any = value.item() if hasattr(value, "item") else value
    if isinstance(plain, (int, float, Fraction)) and -(10**18) < plain < 10**18 and plain == int(plain):
        return int(plain)
    raise failure(f"`{name}` cannot be given as {value!r}", label="a whole number is needed", code="given")


def givens_text(givens: Givens, grids: Sequence[GivenGrid]) -> str:
    """Givens as text: for each grid its name and its rows of marks.

    Raises:
        PuzzleError: there is no such cell, or rows do not fit the grid, or a value is not a whole number.
    """
    if isinstance(givens, str):
        return givens
    layouts: dict[str, list[list[str]]] = {}
    named: list[str] = []
    if isinstance(givens, Mapping):
        found = {key: named_givens(key, value, grids) for key, value in givens.items()}
        pairs = [pair for these in found.values() for pair in these or ()]
        named = [f"{name} = {_mark(value, name)}" for name, value in pairs if value is not None]
        givens = {key: value for key, value in givens.items() if found[key] is None}
    for grid, row, column, value in given_cells(givens, grids):
        marks = layouts.setdefault(grid.name, [["."] * grid.width for _ in range(grid.height)])
        name = cell_name(grid.name, row, column, grid is grids[0])
        earlier, mark = marks[row - 1][column - 1], _mark(value, name)
        if earlier not in (".", mark):
            raise failure(f"{name} is given as {mark}, and elsewhere as {earlier}", code="clash")
        marks[row - 1][column - 1] = mark
    valued = [] if layouts or named else [grid for grid in grids if grid.has_values]
    layouts |= {grid.name: [["."] * grid.width for _ in range(grid.height)] for grid in valued[:1]}
    return "; ".join([*(f"{name}: " + "\n".join(map(" ".join, rows)) for name, rows in layouts.items()), *named])


def _mark(value: object, name: str) -> str:
    return value if isinstance(value, str) and _MARK.fullmatch(value) else str(whole(value, name))


def named_givens(key: object, value: object, grids: Sequence[GivenGrid]) -> list[tuple[str, object]] | None:
    """The names and values of edges and variables that an item of a mapping gives; ``None``: it gives cells.

    Raises:
        PuzzleError: an item in a list of edges is none.
    """
    if not isinstance(key, str) or _CELL.fullmatch(key) or any(key == grid.name for grid in grids):
        return None
    if "[" in key or (key.isidentifier() and isinstance(value, Number | str)):
        return [(key, value)]
    if not isinstance(value, (list, tuple)):
        return None
    found: list[tuple[str, object]] = []
    wrong: list[object] = []
    for item in value:
        match item:
            case [str() as a, str() as b, one]:
                ends = [end if _CELL.fullmatch(end) else f'"{end}"' for end in (a, b)]
                found.append((f"{key}[{', '.join(ends)}]", one))
            case _:
                wrong.append(item)
    if wrong and found:
        message, label = f"{wrong[0]!r} is not an edge of `{key}`", 'an edge is written ["r1c1", "r1c2", 1]'
        raise failure(message, label=label, code="given")
    return None if wrong else found


def givens_source(givens: Givens) -> Callable[[Sequence[GivenGrid]], Source]:
    """Return what makes a text of givens once the grids are known, as `givens_text` does."""
    return lambda grids: Source("<givens>", givens_text(givens, grids))
