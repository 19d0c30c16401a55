"""Symmetries of the picture that the givens make: which cells are given, or left open, together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.model import Grid

Map = Callable[[int, int, int, int], tuple[int, int]]
"""Row, column (from 0), height and width to the row and column that they become."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A group of symmetries, by the maps that generate it.

    Attributes:
        summary: what it means, for help texts.
        square: whether it needs as many rows as columns.
    """

    name: str
    summary: str
    maps: tuple[Map, ...]
    square: bool = False


def _half_turn(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    return h - 1 - r, w - 1 - c


def _quarter_turn(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    del w
    return c, h - 1 - r


def _left_right(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    del h
    return r, w - 1 - c


def _top_bottom(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    del w
    return h - 1 - r, c


def _transposed(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    del h, w
    return c, r


def _other_diagonal(r: int, c: int, h: int, w: int) -> tuple[int, int]:
    return w - 1 - c, h - 1 - r


SYMMETRIES = {
    one.name: one
    for one in (
        Symmetry("none", "any cells", ()),
        Symmetry("rotate", "the same after half a turn", (_half_turn,)),
        Symmetry("quarter", "the same after a quarter turn", (_quarter_turn,), True),
        Symmetry("mirror", "left and right alike", (_left_right,)),
        Symmetry("flip", "top and bottom alike", (_top_bottom,)),
        Symmetry("mirrors", "left and right alike, and top and bottom", (_left_right, _top_bottom)),
        Symmetry("diagonal", "alike on both sides of the diagonal from the top left", (_transposed,), True),
        Symmetry("antidiagonal", "alike on both sides of the diagonal from the top right", (_other_diagonal,), True),
        Symmetry("diagonals", "alike on both sides of either diagonal", (_transposed, _other_diagonal), True),
        Symmetry("full", "alike in every way a square can be", (_quarter_turn, _left_right), True),
    )
}
"""All of them by name: the subgroups of the symmetries of a square, up to which of two axes is meant."""


def symmetry(name: str) -> Symmetry:
    """The symmetry of that name.

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


def orbits(grid: Grid, chosen: Symmetry) -> list[tuple[int, ...]]:
    """The variables of a grid in groups that are given together.

    Raises:
        PuzzleError: the grid, or its mask, does not have this symmetry.
    """
    if chosen.square and grid.height != grid.width:
        possible = [one.name for one in SYMMETRIES.values() if not one.square]
        raise failure(
            f"the symmetry `{chosen.name}` needs a square grid; `{grid.name}` has {grid.height} rows and "
            f"{grid.width} columns",
            helps=(f"possible are {', '.join(possible)}",),
            code="symmetry",
        )
    done: set[int] = set()
    found = []
    for r in range(grid.height):
        for c in range(grid.width):
            first = grid.numbers[r][c]
            if first is None or first in done:
                continue
            reached = [(r, c)]
            orbit: list[int] = []
            for place in reached:  # which grows meanwhile
                number = grid.numbers[place[0]][place[1]]
                if number is None:
                    raise failure(
                        f"the grid `{grid.name}` does not have the symmetry `{chosen.name}`: "
                        f"r{r + 1}c{c + 1} is a cell, r{place[0] + 1}c{place[1] + 1} is masked",
                        helps=(_possible(grid),),
                        code="symmetry",
                    )
                orbit.append(number)
                for turn in chosen.maps:
                    other = turn(*place, grid.height, grid.width)
                    if other not in reached:
                        reached.append(other)
            done.update(orbit)
            found.append(tuple(sorted(orbit)))
    return found


def _possible(grid: Grid) -> str:
    """Which symmetries a grid has."""

    def keeps(one: Symmetry) -> bool:
        if one.square and grid.height != grid.width:
            return False
        return all(
            grid.numbers[r2][c2] is not None
            for turn in one.maps
            for r in range(grid.height)
            for c in range(grid.width)
            if grid.numbers[r][c] is not None
            for r2, c2 in [turn(r, c, grid.height, grid.width)]
        )

    return f"possible are {', '.join(one.name for one in SYMMETRIES.values() if keeps(one))}"
