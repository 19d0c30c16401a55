"""As many cells of a group as values that they can hold: the rest of the group loses these values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from puzzledsl.kernel.matching import MOST_MATCHED, filter_by_matching, separate
from puzzledsl.kernel.store import Contradiction
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Group


def find(board: Board, technique: Technique, size: int) -> Finding | None:
    """The first naked subset of a size that takes something away."""

    def look(group: Group) -> Finding | None:
        small = [x for x in board.open_cells(group) if board.masks[x].bit_count() <= size]
        chosen = (cells for cells in combinations(small, size) if board.union(cells).bit_count() == size)
        return next(filter(None, (_subset(board, technique, cells) for cells in chosen)), None)

    return board.first(technique.name, board.puzzle.groups, look)


def find_large(board: Board, technique: Technique) -> Finding | None:
    """The first group in which matching removes something: not by looking at all sets (Régin, AAAI 1994)."""

    def look(group: Group) -> Finding | None:
        lost = _lost(board, group.cells)
        if lost is None:
            return None
        x, values = lost
        chosen = [y for y in group.cells if y != x]
        for y in group.cells:  # the cells that are needed for it hold as many values as they are (Hall, 1935)
            fewer = [z for z in chosen if z != y]
            if _lost(board, (x, *fewer), values) == lost:
                chosen = fewer
        return _subset(board, technique, chosen)

    groups = (group for group in board.puzzle.groups if 6 <= len(group.cells) <= MOST_MATCHED)
    return board.first(technique.name, groups, look)


def _lost(board: Board, cells: Sequence[int], values: int = -1) -> tuple[int, int] | None:
    """The first of some different cells that loses one of the values, and the first that it loses."""
    masks = [board.masks[x] for x in cells]
    left = masks.copy()
    try:
        separate(left)
        filter_by_matching(left)
    except Contradiction:
        return None  # a smaller technique, or a clue, will show why
    lost = ((x, before & ~after & values) for x, before, after in zip(cells, masks, left, strict=True))
    return next(((x, gone & -gone) for x, gone in lost if gone), None)


def _subset(board: Board, technique: Technique, chosen: Sequence[int]) -> Finding | None:
    """That cells keep their values between themselves, in all groups with them; ``None``: no other cell has any."""
    puzzle, union = board.puzzle, board.union(chosen)
    holding = puzzle.groups_with(chosen)
    others = {y for group in holding for y in group.cells if y not in chosen and board.masks[y] & union}
    if not others:
        return None
    used = [group for group in holding if others.intersection(group.cells)]
    names, values = puzzle.listed(chosen), listed(map(str, puzzle.values(chosen[0], union)))
    reason = f"In {listed(group.name for group in used)}, {names} hold {values} between them"
    removed = [(y, board.masks[y] & union) for y in sorted(others)]
    clues = [group.requirement for group in used]
    return conclude(board, technique, reason, clues, board.gone(chosen), chosen, removed=removed)


TECHNIQUES = (
    *(
        Technique(
            f"naked {name}",
            rating,
            f"{number.capitalize()} cells of a group have {number} candidates between them, which the others lose.",
            partial(find, size=size),
        )
        for size, number, name, rating in (
            (2, "two", "pair", 3.0),
            (3, "three", "triple", 3.6),
            (4, "four", "quadruple", 5.0),
        )
    ),
    Technique(
        "large subset",
        6.0,
        "Five or more cells of a group have as many candidates between them, which the others lose.",
        find_large,
    ),
)
