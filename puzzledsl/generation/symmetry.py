"""Symmetries of the picture that the givens make: which cells are given, or left open, together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from puzzledsl.diagnostics import failure

Place = tuple[int, int]
Item = TypeVar("Item")
Map = Callable[[int, int, int, int], tuple[int, int]]
"""Row, column (from 0), height and width to the row and column that they become."""


def _turned(
    transposed: bool, down: bool, across: bool, row: int, column: int, height: int, width: int
) -> tuple[int, int]:
    """Return where a place goes, rows and columns from 0: first over the main diagonal, then down, then across."""
    if transposed:
        row, column, height, width = column, row, width, height
    return height - 1 - row if down else row, width - 1 - column if across else column


_HALF_TURN, _QUARTER_TURN = partial(_turned, False, True, True), partial(_turned, True, False, True)
_LEFT_RIGHT, _TOP_BOTTOM = partial(_turned, False, False, True), partial(_turned, False, True, False)
_TRANSPOSED, _OTHER_DIAGONAL = partial(_turned, True, False, False), partial(_turned, True, True, True)

SYMMETRIES: dict[str, tuple[Map, ...]] = {
    "none": (),
    "rotate": (_HALF_TURN,),
    "quarter": (_QUARTER_TURN,),
    "mirror": (_LEFT_RIGHT,),
    "flip": (_TOP_BOTTOM,),
    "mirrors": (_LEFT_RIGHT, _TOP_BOTTOM),
    "diagonal": (_TRANSPOSED,),
    "antidiagonal": (_OTHER_DIAGONAL,),
    "diagonals": (_TRANSPOSED, _OTHER_DIAGONAL),
    "full": (_QUARTER_TURN, _LEFT_RIGHT),
}
"""The maps that generate each: the subgroups of the symmetries of a square, up to which of two axes is meant."""


def symmetry(name: str) -> tuple[Map, ...]:
    """The maps of the symmetry of that name.

    Raises:
        PuzzleError: there is none.
    """
    found = SYMMETRIES.get(name)
    if found is None:
        from puzzledsl.nearest import did_you_mean

        raise failure(
            f"no symmetry is called `{name}`",
            label=did_you_mean(name, SYMMETRIES),
            helps=(f"there are {', '.join(f'`{one}`' for one in SYMMETRIES)}",),
            code="symmetry",
        )
    return found


def orbits(cells: Mapping[Place, Item], size: Place, what: str, name: str) -> list[tuple[Item, ...]]:
    """What is given together, for each place (row and column, from 0) of a picture.

    Args:
        size: height and width of the picture.
        what: it is, for a message.

    Raises:
        PuzzleError: there is no such symmetry, or the picture (or its mask) does not have it.
    """
    maps = symmetry(name)
    found: dict[tuple[Item, ...], None] = {}
    for start in cells:
        reached = [start]
        for place in reached:  # which grows meanwhile
            if place not in cells:
                raise failure(
                    f"the {what} does not have the symmetry `{name}`: r{start[0] + 1}c{start[1] + 1} is a "
                    f"cell, r{place[0] + 1}c{place[1] + 1} is not",
                    code="symmetry",
                )
            images = [turn(*place, *size) for turn in maps]
            reached += [image for image in dict.fromkeys(images) if image not in reached]
        found[tuple(cells[place] for place in sorted(reached))] = None
    return list(found)
