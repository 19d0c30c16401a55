"""Which groups of cells get thick outlines when a grid is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzledsl.expressions import AllDifferent, is_connected
from puzzledsl.model import Cell, Requirement, Variable

Regions = Mapping[str, tuple[str, Mapping[str, tuple[Cell, ...]]]]


def boxes_of(
    requirements: Iterable[Requirement], regions: Regions, variables: Sequence[Variable]
) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """Per grid, the groups to outline: named regions, and the all-different groups that are areas, not lines.

    A group that partly overlaps one chosen before is left out (extra windows over the boxes).
    """
    chosen: dict[str, list[tuple[Cell, ...]]] = {}
    candidates: list[tuple[str | None, Iterable[Cell | None]]] = [
        (grid, cells) for grid, map_ in regions.values() for cells in map_.values()
    ]
    for requirement in requirements:
        group = [variables[number] for number in requirement.origin.variables]
        if isinstance(requirement.expression, AllDifferent) and requirement.origin.clue == "alldifferent":
            candidates += [(grid, [v.cell for v in group]) for grid in {v.grid for v in group}]
    taken: dict[str, set[Cell]] = {}
    for grid, found in candidates:
        cells = [cell for cell in found if cell is not None]
        if grid is not None and _is_area(cells) and taken.setdefault(grid, set()).isdisjoint(cells):
            chosen.setdefault(grid, []).append(tuple(sorted(cells)))
            taken[grid].update(cells)
    return {grid: tuple(groups) for grid, groups in chosen.items()}


def _is_area(cells: Sequence[Cell]) -> bool:
    """Joined by shared sides, and in more than one row and column."""
    if len({r for r, _ in cells}) < 2 or len({c for _, c in cells}) < 2:
        return False
    position = {cell: k for k, cell in enumerate(cells)}
    beside = [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in position]
    return is_connected([True] * len(cells), [(position[a], position[b]) for a, b in beside])
