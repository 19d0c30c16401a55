"""Symmetries of the picture that the givens make: which cells are given, or left open, together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.model import Grid

Map = Callable[[int, int, int, int], tuple[int, int]]
"""Row, column (from 0), height and width to the row and column that they become."""


def _half_turn(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    return h - 1 - r, w - 1 - c


def _quarter_turn(r: int, c: int, h: int, _: int) -> tuple[int, int]:
    return c, h - 1 - r


def _left_right(r: int, c: int, _: int, w: int) -> tuple[int, int]:
    return r, w - 1 - c


def _top_bottom(r: int, c: int, h: int, _: int) -> tuple[int, int]:
    return h - 1 - r, c


def _transposed(r: int, c: int, *_: int) -> tuple[int, int]:
    return c, r


def _other_diagonal(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    return w - 1 - c, h - 1 - r


SYMMETRIES: dict[str, tuple[Map, ...]] = {
    "none": (),
    "rotate": (_half_turn,),
    "quarter": (_quarter_turn,),
    "mirror": (_left_right,),
    "flip": (_top_bottom,),
    "mirrors": (_left_right, _top_bottom),
    "diagonal": (_transposed,),
    "antidiagonal": (_other_diagonal,),
    "diagonals": (_transposed, _other_diagonal),
    "full": (_quarter_turn, _left_right),
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


def orbits(grid: Grid, name: str) -> list[tuple[int, ...]]:
    """The variables of a grid in groups that are given together.

    Raises:
        PuzzleError: there is no such symmetry, or the grid (or its mask) does not have it.
    """
    maps = symmetry(name)
    cells = {(r, c): x for r, row in enumerate(grid.numbers) for c, x in enumerate(row) if x is not None}
    found: dict[tuple[int, ...], None] = {}
    for start in cells:
        reached = [start]
        for place in reached:  # which grows meanwhile
            if place not in cells:
                raise failure(
                    f"the grid `{grid.name}` does not have the symmetry `{name}`: r{start[0] + 1}c{start[1] + 1} is a "
                    f"cell, r{place[0] + 1}c{place[1] + 1} is not",
                    code="symmetry",
                )
            images = [turn(*place, grid.height, grid.width) for turn in maps]
            reached += [image for image in dict.fromkeys(images) if image not in reached]
        found[tuple(sorted(cells[place] for place in reached))] = None
    return list(found)
