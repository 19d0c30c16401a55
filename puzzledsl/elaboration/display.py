"""Which groups of cells get thick outlines when a grid is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzledsl.elaboration.context import Context
from puzzledsl.model import Cell

Regions = Mapping[str, tuple[str, Mapping[str, tuple[Cell, ...]]]]


def boxes_of(
    groups: Sequence[tuple[int, ...]], regions: Regions, context: Context
) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """Per grid, the groups to outline: named regions, and the all-different groups that are areas, not lines.

    A group that partly overlaps one chosen before is left out (extra windows over the boxes).
    """
    chosen: dict[str, list[frozenset[Cell]]] = {}
    candidates: list[tuple[str, frozenset[Cell]]] = [
        (grid, frozenset(cells)) for grid, map_ in regions.values() for cells in map_.values()
    ]
    for numbers in groups:
        variables = [context.variables[n] for n in numbers]
        grids = {v.grid for v in variables}
        if len(grids) == 1 and (grid := variables[0].grid) is not None:
            candidates.append((grid, frozenset(v.cell for v in variables if v.cell is not None)))
    taken: dict[str, set[Cell]] = {}
    for grid, cells in candidates:
        if len(cells) < 2 or not is_area(cells) or cells & taken.get(grid, set()):
            continue
        chosen.setdefault(grid, []).append(cells)
        taken.setdefault(grid, set()).update(cells)
    return {grid: tuple(tuple(sorted(cells)) for cells in found) for grid, found in chosen.items()}


def is_area(cells: frozenset[Cell]) -> bool:
    """Hanging together by shared sides, and in more than one row and column."""
    if len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1:
        return False
    reached = {next(iter(cells))}
    frontier = list(reached)
    while frontier:
        r, c = frontier.pop()
        for place in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if place in cells and place not in reached:
                reached.add(place)
                frontier.append(place)
    return len(reached) == len(cells)
