"""As many cells of a group as values that they can hold: the rest of the group loses these values."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, loss
from puzzledsl.steps.puzzle import Group

NUMBERS = {2: "two", 3: "three", 4: "four"}


def find(board: Board, size: int) -> Finding | None:
    """The first naked subset of a size that takes something away, or has too few values."""
    groups = (group for group in board.puzzle.groups if len(group.cells) >= size)
    return board.first(("naked", size), groups, lambda group: in_group(board, group, size))


def in_group(board: Board, group: Group, size: int) -> Finding | None:
    """As `find`, in one group."""
    masks = board.masks
    cells = board.open_cells(group)
    small = [x for x in cells if masks[x].bit_count() <= size]
    if len(small) < size:
        return None
    for chosen in combinations(small, size):
        union = 0
        for x in chosen:
            union |= masks[x]
        if union.bit_count() > size:
            continue
        if union.bit_count() < size:
            return _too_few(board, group, chosen, union)
        found = subset(board, chosen, BY_SIZE[size])
        if found is not None:
            return found
    return None


def subset(board: Board, chosen: tuple[int, ...], technique: Technique) -> Finding | None:
    """That cells keep their values between themselves, in all groups with them; ``None``: no other cell has any."""
    union = 0
    for x in chosen:
        union |= board.masks[x]
    holding = board.puzzle.groups_with(sum(1 << x for x in chosen))
    others = 0
    for group in holding:
        others |= group.members
    masks = board.masks
    removed = tuple((y, masks[y] & union) for y in bits(others) if y not in chosen and masks[y] & union)
    if not removed:
        return None
    puzzle = board.puzzle
    losing = sum(1 << y for y, _ in removed)
    used = [group for group in holding if group.members & losing]
    names = listed(puzzle.names[x] for x in chosen)
    values = listed(map(str, puzzle.values(chosen[0], union)))
    reason = f"In {listed(group.name for group in used)}, {names} hold {values} between them"
    return loss(board, technique, reason, removed, [group.requirement for group in used], board.gone(chosen), chosen)


def _too_few(board: Board, group: Group, chosen: tuple[int, ...], union: int) -> Finding:
    puzzle = board.puzzle
    values = listed(map(str, puzzle.values(chosen[0], union)))
    names = listed(puzzle.names[x] for x in chosen)
    return Finding(
        BY_SIZE[len(chosen)],
        f"In {group.name}, {names} have only {values} between them, which is too little for {NUMBERS[len(chosen)]}.",
        (group.requirement,),
        board.gone(chosen),
        cells=chosen,
        impossible=True,
    )


BY_SIZE = {
    size: Technique(
        f"naked {name}",
        rating,
        f"{NUMBERS[size].capitalize()} cells of a group have {NUMBERS[size]} candidates between them, which the others "
        "lose.",
        partial(find, size=size),
    )
    for size, name, rating in ((2, "pair", 3.0), (3, "triple", 3.6), (4, "quadruple", 5.0))
}
TECHNIQUES = tuple(BY_SIZE.values())
