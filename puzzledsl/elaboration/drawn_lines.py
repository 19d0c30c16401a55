"""Lines along edges as a constraint: which edges go straight on, cross between cells, and divide the plane."""

from __future__ import annotations

from itertools import chain, combinations, product
from math import gcd
from typing import TYPE_CHECKING

from puzzledsl.elaboration.values import beside
from puzzledsl.expressions import Affine, Crossing, Lines, regions_of, variable
from puzzledsl.model import side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.elaboration.values import EdgesValue
    from puzzledsl.model import Cell


def lines(edges: EdgesValue, ends: Sequence[Cell], crossings: Sequence[Cell], single: bool) -> Lines:
    """The edges form lines.

    Args:
        ends: the places of cells where lines end.
        crossings: those of other cells, in which lines may cross.
    """
    ways = [*edges.joined]
    position = {place: k for k, place in enumerate(dict.fromkeys([*ends, *crossings, *chain(*ways)]))}
    is_planar = single and not ends and not crossings and not edges.directed
    return Lines(
        tuple(map(variable, edges.joined.values())),
        tuple([(position[a], position[b]) for a, b in ways]),
        tuple([position[place] for place in ends]),
        tuple([(position[place], _crossings(place, ways)) for place in crossings]),
        single,
        _faces(edges.grid.height, edges.grid.width, ways) if is_planar else (),
    )


def diagonals(edges: EdgesValue) -> list[tuple[Affine, Affine]]:
    """Pairs of edges that cross between four cells."""
    found: dict[tuple[int, int], tuple[list[Affine], list[Affine]]] = {}
    for ((r, c), (i, j)), number in edges.joined.items():
        if abs(r - i) == 1 == abs(c - j):
            found.setdefault((r + i, c + j), ([], []))[(r < i) == (c < j)].append(variable(number))
    return [pair for rising, falling in found.values() for pair in product(rising, falling)]


def _crossings(cell: Cell, ways: Sequence[tuple[Cell, Cell]]) -> tuple[Crossing, ...]:
    """The edges of any two lines that may cross in a cell, each straight on."""
    leading: dict[Cell, list[int]] = {}  # by direction
    for e, way in enumerate(ways):
        if cell in way:
            there = way[way[0] == cell]
            down, right = there[0] - cell[0], there[1] - cell[1]
            apart = gcd(down, right)
            leading.setdefault((down // apart, right // apart), []).append(e)
    straight = [
        [*product(some, leading.get((-down, -right), ()))]
        for (down, right), some in leading.items()
        if (down, right) > (0, 0)
    ]
    return tuple([(*one, *other) for some, others in combinations(straight, 2) for one, other in product(some, others)])


def _faces(height: int, width: int, ways: Sequence[tuple[Cell, Cell]]) -> tuple[tuple[int, int], ...]:
    """The parts of the plane on both sides of each edge, see `expressions.Lines`; empty where an edge is not between
    cells that share a side."""
    if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a, b in ways):
        return ()
    # A face begins as a corner of cells. The upper or left one of two cells has its number at its lower right corner.
    between = [beside(min(way), max(way)) for way in ways]
    corners, walls = list(product(range(height + 1), range(width + 1))), set(between)
    pairs = side_by_side(corners)
    firsts = regions_of(len(corners), [(corners[a], corners[b]) in walls for a, b in pairs], pairs)
    number = {first: k for k, first in enumerate(dict.fromkeys(firsts))}
    face = {corner: number[first] for corner, first in zip(corners, firsts, strict=True)}
    return tuple([(face[a], face[b]) for a, b in between])
