"""Fish: a value has its places of some rows in as many columns, whose other cells lose it; or the other way round."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, loss
from puzzledsl.steps.puzzle import Group

Base = tuple[Group, list[int]]
"""A line and the places of the value in it."""


def find(board: Board, size: int) -> Finding | None:
    """The first fish of a size that takes something away."""
    puzzle = board.puzzle
    lines = [group for group in puzzle.groups if group.orientation]
    values = 0
    for group in lines:
        for x in group.cells:
            values |= board.masks[x]
    for position in bits(values):
        bit = 1 << position
        for orientation in ("row", "column"):
            bases = _bases(board, [group for group in lines if group.orientation == orientation], bit, size)
            for chosen in combinations(bases, size):
                found = _fish(board, chosen, bit, orientation, size)
                if found is not None:
                    return found
    return None


def _bases(board: Board, lines: list[Group], bit: int, size: int) -> list[Base]:
    found = []
    for group in lines:
        if not group.full:
            continue
        places = board.places(group, bit)
        if 2 <= len(places) <= size and not any(x in board.placed for x in places):
            found.append((group, places))
    return found


def _fish(board: Board, chosen: tuple[Base, ...], bit: int, orientation: str, size: int) -> Finding | None:
    puzzle = board.puzzle
    across = 1 if orientation == "row" else 0
    by_cover: dict[tuple[str, int], int] = {}
    members = 0
    for group, places in chosen:
        if members & group.members:
            return None
        members |= group.members
        for x in places:
            variable = puzzle.model.variables[x]
            assert variable.cell is not None
            assert variable.grid is not None
            key = (variable.grid, variable.cell[across])
            by_cover[key] = by_cover.get(key, 0) | 1 << x
        if len(by_cover) > size:
            return None
    if len(by_cover) != size:
        return None
    covers: list[Group] = []
    removed: dict[int, None] = {}
    for cells in by_cover.values():
        holding = [g for g in puzzle.groups_with(cells) if g.orientation and g.orientation != orientation]
        if cells & (cells - 1) == 0 or not holding:
            return None
        covers.append(holding[0])
        for group in holding:
            removed |= dict.fromkeys(board.with_candidate(group.members & ~members, bit))
    if not removed:
        return None
    value = puzzle.values(next(iter(removed)), bit)[0]
    reason = (
        f"In {listed(group.name for group, _ in chosen)}, {value} fits only in "
        f"{listed(cover.name for cover in covers)}, so these have it there"
    )
    return loss(
        board,
        BY_SIZE[size],
        reason,
        [(x, bit) for x in removed],
        [group.requirement for group in (*(group for group, _ in chosen), *covers)],
        [premise for group, places in chosen for premise in board.others_gone(group, bit, places)],
        [x for _, places in chosen for x in places],
    )


BY_SIZE = {
    size: Technique(
        name,
        rating,
        f"A value has its places of {number} rows in {number} columns, whose other cells lose it; or rows for columns.",
        partial(find, size=size),
    )
    for size, name, number, rating in (
        (2, "X-wing", "two", 3.2),
        (3, "swordfish", "three", 3.8),
        (4, "jellyfish", "four", 5.2),
    )
}
TECHNIQUES = tuple(BY_SIZE.values())
