"""Connected sets of cells, by their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.elaboration.builtins.arguments import SIDES, Items, want_cell, want_integer, want_place
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.values import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

_LARGEST = 12
"""Cells of a set. There are 63,600 shapes of twelve cells; the bound on steps ends sooner in most grids."""

Place = tuple[int, int]


def polyominoes(context: Context, cells: Items, size: Value) -> Value:
    """All connected sets of `size` of the cells: one list per shape; rotations and reflections count as the same."""
    size = want_integer(size, "the size of a polyomino", 1, _LARGEST)
    given = list(map(want_cell, cells))
    placed = [want_place(cell, context) for cell in given]
    if len({id(grid) for grid, _ in placed}) > 1:
        raise Fault("these cells belong to several grids", argument=0)
    cell_at = {place: cell for cell, (_, place) in zip(given, placed, strict=True)}
    sets = {frozenset([place]) for place in cell_at}
    for count in range(1, size):
        smaller, sets = sets, set()
        for places in smaller:
            context.budget.step(4 * count)
            near = {(r + down, c + right) for r, c in places for down, right in SIDES}
            sets |= {places | {place} for place in near - places if place in cell_at}
    found: dict[tuple[Place, ...], list[Value]] = {}
    for ordered in sorted(map(sorted, sets)):
        context.budget.step(size)
        found.setdefault(_shape(ordered), []).append([cell_at[place] for place in ordered])
    return [found[shape] for shape in sorted(found)]


def _shape(places: Sequence[Place]) -> tuple[Place, ...]:
    """The first of all turned and mirrored forms, each in the top left corner."""
    forms = []
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        for turned in ([(down * r, right * c) for r, c in places], [(down * c, right * r) for r, c in places]):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            forms.append(tuple(sorted((r - top, c - left) for r, c in turned)))
    return min(forms)
