"""Which groups of cells get thick outlines when a grid is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzledsl.expressions import is_connected
from puzzledsl.model import Cell, Requirement, Variable, side_by_side

Regions = Mapping[str, tuple[str, Mapping[str, tuple[Cell, ...]]]]


def boxes_of(
    requirements: Iterable[Requirement], regions: Regions, variables: Sequence[Variable]
) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """Per grid, the groups to outline: the regions of layouts, and the all-different groups that are no lines.

    A group that overlaps one chosen before is left out (extra windows over the boxes). Layouts of straight regions only
    come last.
    """
    candidates: list[tuple[str | None, Sequence[Cell]]] = []
    straight: list[tuple[str | None, Sequence[Cell]]] = []
    for name, map_ in regions.values():
        which = candidates if any(map(_is_broad, map_.values())) else straight
        which.extend((name, cells) for cells in map_.values())
    for origin in [requirement.origin for requirement in requirements if requirement.origin.is_house]:
        group = [variables[number] for number in origin.variables]
        cells = [v.cell for v in group if v.cell is not None]
        candidates += [(grid, cells) for grid in {v.grid for v in group} if _is_broad(cells)]
    chosen: dict[str, list[tuple[Cell, ...]]] = {}
    taken: set[tuple[str | None, Cell]] = set()
    for grid, found in candidates + straight:
        places = {(grid, cell) for cell in found}
        is_joined = is_connected([True] * len(found), side_by_side(found))
        if grid is not None and is_joined and taken.isdisjoint(places):
            chosen.setdefault(grid, []).append(tuple(sorted(found)))
            taken |= places
    return {grid: tuple(groups) for grid, groups in chosen.items()}


def _is_broad(cells: Sequence[Cell]) -> bool:
    """In more than one row and column."""
    return len({r for r, _ in cells}) > 1 and len({c for _, c in cells}) > 1
