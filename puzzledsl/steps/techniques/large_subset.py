"""Five or more cells of a group with as many candidates between them: found by matching, not by looking at all sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.matching import MOST_MATCHED, filter_by_matching, separate
from puzzledsl.kernel.store import Contradiction
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.techniques.naked_subset import subset

if TYPE_CHECKING:
    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Group


def find(board: Board) -> Finding | None:
    """The first group in which matching removes something."""

    def look(group: Group) -> Finding | None:
        chosen = _hall_set(board, group)
        return None if chosen is None else subset(board, chosen, LARGE)

    groups = (group for group in board.puzzle.groups if 6 <= len(group.cells) <= MOST_MATCHED)
    return board.first("matching", groups, look)


def _hall_set(board: Board, group: Group) -> tuple[int, ...] | None:
    """Cells with as many candidates as cells, one of which another cell has too (Hall, 1935; Régin, AAAI 1994)."""
    masks = [board.masks[x] for x in group.cells]
    left = masks.copy()
    try:
        separate(left)
        filter_by_matching(left)
    except Contradiction:
        return None  # a smaller technique, or a clue, will say why
    for i, (before, after) in enumerate(zip(masks, left, strict=True)):
        for position in bits(before & ~after):
            stuck = _unmatched([1 << position if j == i else mask for j, mask in enumerate(masks)])
            return tuple(group.cells[j] for j in sorted(stuck) if j != i)
    return None


def _unmatched(masks: list[int]) -> set[int]:
    """Positions that have one value too few between them; there are such."""
    owner: dict[int, int] = {}

    def augment(i: int, seen: set[int]) -> bool:
        for position in bits(masks[i]):
            if position not in seen:
                seen.add(position)
                if position not in owner or augment(owner[position], seen):
                    owner[position] = i
                    return True
        return False

    for i in range(len(masks)):
        seen: set[int] = set()
        if not augment(i, seen):
            return {i, *(owner[position] for position in seen)}
    return set()


LARGE = Technique(
    "large subset",
    6.0,
    "Five or more cells of a group have as many candidates between them, which the others lose.",
    find,
)
TECHNIQUES = (LARGE,)
