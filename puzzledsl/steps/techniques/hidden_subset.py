"""As many values as cells of a group that can hold them: these cells lose all other values."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Premise, Technique
from puzzledsl.steps.puzzle import Group
from puzzledsl.steps.wording import removals


def find(board: Board, size: int) -> Finding | None:
    """The first hidden subset of a size that takes something away."""
    for group in board.puzzle.groups:
        if not group.full or len(group.cells) <= size or not board.fresh_group(("hidden", size), group):
            continue
        found = in_group(board, group, size)
        if found is not None:
            return found
        board.exhausted(("hidden", size), group.number)
    return None


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
    premises: tuple[Premise, ...] = ()
    for position in bits(values):
        premises += board.others_gone(group, 1 << position, inside)
    shown = listed(map(str, puzzle.values(inside[0], values)))
    gone = removals(puzzle.names, [(x, puzzle.values(x, mask)) for x, mask in removed])
    names = listed(puzzle.names[x] for x in inside)
    reason = f"In {group.name}, {shown} fit only in {names}"
    return Finding(
        BY_SIZE[size],
        f"{reason}: {gone}.",
        (group.requirement,),
        premises,
        removed=removed,
        cells=tuple(inside),
        reason=reason,
    )


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
