"""Connected sets of cells, by their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.elaboration.builtins.arguments import Items, want_cell, want_integer, want_place
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    found: dict[tuple[Place, ...], list[Value]] = {}
    shape_of: dict[tuple[Place, ...], tuple[Place, ...]] = {}
    for places in sorted(_connected(context, sorted(cell_at), size)):
        upright = _moved(places)
        if upright not in shape_of:
            shape_of[upright] = min(_moved(turned) for turned in _turned(upright))
        found.setdefault(shape_of[upright], []).append([cell_at[place] for place in places])
    return [found[shape] for shape in sorted(found)]


def _connected(context: Context, places: Sequence[Place], size: int) -> Iterator[list[Place]]:
    """Each connected set once, its places sorted (Redelmeier, "Counting polyominoes", 1981)."""
    inside = set(places)

    def extend(chosen: list[Place], seen: set[Place], untried: list[Place]) -> Iterator[list[Place]]:
        while untried:
            context.budget.step()
            place = untried.pop()
            if len(chosen) + 1 == size:
                context.budget.step(size)
                yield sorted([*chosen, place])
                continue
            r, c = place
            beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            fresh = [other for other in beside if other in inside and other > start and other not in seen]
            yield from extend([*chosen, place], seen | set(fresh), [*untried, *fresh])

    for start in places:
        yield from extend([], {start}, [start])


def _moved(places: Sequence[Place]) -> tuple[Place, ...]:
    """The places moved to the top left corner, in order."""
    top, left = min(r for r, _ in places), min(c for _, c in places)
    return tuple(sorted((r - top, c - left) for r, c in places))


def _turned(places: Sequence[Place]) -> Iterator[list[Place]]:
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield [(down * r, right * c) for r, c in places]
        yield [(down * c, right * r) for r, c in places]
