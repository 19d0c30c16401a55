"""The text of single constraints: cells, values, and what stands between tildes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.sites.iss.shape import DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.model import Cell


def cell_id(cell: Cell) -> str:
    """``R3C4``; rows and columns from 10 on are letters."""
    return f"R{DIGITS[cell[0]]}C{DIGITS[cell[1]]}"


def joined(cells: Iterable[Cell]) -> str:
    """The names of cells with tildes between them."""
    return "~".join(map(cell_id, cells))


def item(kind: str, cells: Iterable[Cell], first: object = None) -> str:
    """A constraint on cells, with an argument before them."""
    argument = "" if first is None else f"{first}~"
    return f".{kind}~{argument}{joined(cells)}"


def given(cell: Cell, values: Iterable[int]) -> str:
    """The values that a cell may have."""
    return f".~{'_'.join([cell_id(cell), *map(str, sorted(values))])}"
