"""As many values as cells of a group that can hold them: these cells lose all other values."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, loss
from puzzledsl.steps.puzzle import Group


def find(board: Board, size: int) -> Finding | None:
    """The first hidden subset of a size that takes something away."""
    groups = (group for group in board.puzzle.groups if group.full and len(group.cells) > size)
    return board.first(("hidden", size), groups, lambda group: in_group(board, group, size))


def in_group(board: Board, group: Group, size: int) -> Finding | None:
    """As `find`, in one full group."""
    masks = board.masks
    cells = board.open_cells(group)
    holders: dict[int, int] = {}  # by value the positions of its cells
    for i, x in enumerate(cells):
        for position in bits(masks[x]):
            holders[position] = holders.get(position, 0) | 1 << i
    few = [position for position, where in holders.items() if where.bit_count() <= size]
    for chosen in combinations(sorted(few), size):
        where = 0
        for position in chosen:
            where |= holders[position]
        if where.bit_count() != size:
            continue
        values = sum(1 << position for position in chosen)
        inside = [cells[i] for i in bits(where)]
        removed = tuple((x, masks[x] & ~values) for x in inside if masks[x] & ~values)
        if removed:
            return _finding(board, group, values, inside, removed, size)
    return None


def _finding(
    board: Board,
    group: Group,
    values: int,
    inside: list[int],
    removed: tuple[tuple[int, int], ...],
    size: int,
) -> Finding:
    puzzle = board.puzzle
    premises = [premise for position in bits(values) for premise in board.others_gone(group, 1 << position, inside)]
    shown = listed(map(str, puzzle.values(inside[0], values)))
    reason = f"In {group.name}, {shown} fit only in {listed(puzzle.names[x] for x in inside)}"
    return loss(board, BY_SIZE[size], reason, removed, (group.requirement,), premises, inside)


BY_SIZE = {
    size: Technique(
        f"hidden {name}",
        rating,
        f"{number} values have {number.lower()} places in a group between them, and nothing else fits there.",
        partial(find, size=size),
    )
    for size, name, number, rating in (
        (2, "pair", "Two", 3.4),
        (3, "triple", "Three", 4.0),
        (4, "quadruple", "Four", 5.4),
    )
}
TECHNIQUES = tuple(BY_SIZE.values())
