"""As many cells of a group as values that they can hold: the rest of the group loses these values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

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
        store, cells = board.puzzle.store, [(x, board.masks[x]) for x in group.cells]
        left = store.narrowed_alone(store.numbers_alone([group.different]), cells, costly=True)
        if left is None:
            return None  # a smaller technique, or a clue, will show why
        lost = [(x, mask & ~after) for (x, mask), after in zip(cells, left, strict=True) if mask & ~after]
        if not lost:
            return None
        x, gone = lost[0]
        mark, before = store.mark(), [*board.puzzle.initial, *store.mask[board.puzzle.sources :]]
        for y in group.cells:
            before[y] |= board.union(group.cells)  # so that a cell is named that has few of these values
        store.put_all(cells)
        # The cells that are needed for it hold as many values as they are (Hall, 1935).
        needed = store.explain_alone(group.different, before, x, gone & -gone).needed
        store.undo(mark)
        return _subset(board, technique, sorted(needed.keys() - {x}))

    groups = (group for group in board.puzzle.groups if len(group.cells) >= 6)
    return board.first(technique.name, groups, look)


def _subset(board: Board, technique: Technique, chosen: Sequence[int]) -> Finding | None:
    """That cells keep their values between themselves, in all groups with them; ``None``: no other cell has any."""
    puzzle, union = board.puzzle, board.union(chosen)
    holding = puzzle.groups_with(chosen)
    others = {y for group in holding for y in group.cells if y not in chosen and board.masks[y] & union}
    if not others:
        return None
    used = [group for group in holding if others.intersection(group.cells)]
    names, values = puzzle.listed(chosen), listed(map(str, puzzle.told(chosen[0], union)))
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
