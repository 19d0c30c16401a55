"""A grid in one line, as it could be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.model import Grid

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_one_line(grid: Grid, values: tuple[Rational, ...]) -> str:
    """The values of a grid, a character a cell where they have no more; a masked place is ``.``."""
    numbers = [number for row in grid.numbers for number in row]
    found = [None if number is None else int(values[number]) for number in numbers]
    if all(value is None or 0 <= value < len(_DIGITS) for value in found):
        return "".join("." if value is None else _DIGITS[value] for value in found)
    return " ".join("." if value is None else str(value) for value in found)
