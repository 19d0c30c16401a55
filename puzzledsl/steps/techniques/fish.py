"""Fish: a value has its places of some rows in as many columns, whose other cells lose it; or the other way round."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import single_bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Group

Base = tuple[Group, list[int]]
"""A line and the places of the value in it."""


def find(board: Board, technique: Technique, size: int) -> Finding | None:
    """The first fish of a size that takes something away."""
    lines = [house for house in board.puzzle.houses if house.orientation]
    for bit in single_bits(board.union(x for group in lines for x in group.cells)):
        for orientation in ("row", "column"):
            bases = [(house, board.places(house, bit)) for house in lines if house.orientation == orientation]
            small = [(group, places) for group, places in bases if 2 <= len(places) <= size]
            for chosen in combinations(small, size):
                found = _fish(board, technique, chosen, bit, size)
                if found is not None:
                    return found
    return None


def _fish(board: Board, technique: Technique, chosen: tuple[Base, ...], bit: int, size: int) -> Finding | None:
    puzzle = board.puzzle
    bases, cells = [group for group, _ in chosen], [x for _, places in chosen for x in places]
    across = bases[0].orientation == "row"
    columns: dict[tuple[object, int], list[int]] = {}  # or rows, each with its places
    for x in cells:
        variable = puzzle.model.variables[x]
        assert variable.cell is not None
        key = (variable.grid, variable.cell[across])
        columns.setdefault(key, []).append(x)
    counts = [len(set(places)) for places in columns.values()]
    if len(counts) != size or min(counts) < 2 or sum(counts) < len(cells):  # the last: two lines share a place
        return None
    other = "column" if across else "row"
    covers = [[g for g in puzzle.groups_with(places) if g.orientation == other] for places in columns.values()]
    members = 0
    for group in bases:
        members |= group.members
    losing = {y: None for groups in covers for g in groups for y in board.with_candidate(g.members & ~members, bit)}
    if not losing or not all(covers):
        return None
    used = [*bases, *(groups[0] for groups in covers)]
    names, value = [group.name for group in used], puzzle.told(cells[0], bit)[0]
    reason = f"In {listed(names[:size])}, {value} fits only in {listed(names[size:])}, so these have it there"
    premises = [premise for group, places in chosen for premise in board.others_gone(group, bit, places)]
    clues, removed = [group.requirement for group in used], [(y, bit) for y in losing]
    return conclude(board, technique, reason, clues, premises, cells, removed=removed)


TECHNIQUES = tuple(
    Technique(
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
)
