"""Which groups of cells get thick outlines when a grid is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzledsl.expressions import is_connected
from puzzledsl.model import Cell, Requirement, Variable

Regions = Mapping[str, tuple[str, Mapping[str, tuple[Cell, ...]]]]


def boxes_of(
    requirements: Iterable[Requirement], regions: Regions, variables: Sequence[Variable]
) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """Per grid, the groups to outline: regions of layouts that have areas, and the all-different groups that are areas.

    An area is no line. A group that partly overlaps one chosen before is left out (extra windows over the boxes).
    """
    chosen: dict[str, list[tuple[Cell, ...]]] = {}
    candidates: list[tuple[str | None, Sequence[Cell]]] = [
        (grid, cells)
        for grid, map_ in regions.values()
        if any(_is_broad(cells) for cells in map_.values())
        for cells in map_.values()
        if _is_joined(cells)
    ]
    for requirement in requirements:
        group = [variables[number] for number in requirement.origin.variables]
        if requirement.origin.is_house:
            cells = [v.cell for v in group if v.cell is not None]
            candidates += [(grid, cells) for grid in {v.grid for v in group} if _is_broad(cells) and _is_joined(cells)]
    taken: dict[str, set[Cell]] = {}
    for grid, found in candidates:
        if grid is not None and taken.setdefault(grid, set()).isdisjoint(found):
            chosen.setdefault(grid, []).append(tuple(sorted(found)))
            taken[grid].update(found)
    return {grid: tuple(groups) for grid, groups in chosen.items()}


def _is_broad(cells: Sequence[Cell]) -> bool:
    """In more than one row and column."""
    return len({r for r, _ in cells}) > 1 and len({c for _, c in cells}) > 1


def _is_joined(cells: Sequence[Cell]) -> bool:
    """Joined by shared sides."""
    position = {cell: k for k, cell in enumerate(cells)}
    beside = [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in position]
    return is_connected([True] * len(cells), [(position[a], position[b]) for a, b in beside])
