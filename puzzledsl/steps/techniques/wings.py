"""Wings: a cell with two or three candidates, and two cells it sees that pass the last one on."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude


def find(board: Board, technique: Technique, size: int) -> Finding | None:
    """A pivot of ``size`` candidates and two pincers: one value is in a pincer (or the pivot), whichever way."""
    puzzle, masks = board.puzzle, board.masks
    for pivot, mask in enumerate(masks):
        pairs = [x for x in bits(puzzle.peers[pivot] if mask.bit_count() == size else 0) if masks[x].bit_count() == 2]
        pincers = [x for x in pairs if (masks[x] & mask).bit_count() == size - 1]
        for a, b in combinations(pincers, 2):
            bit, ends = masks[a] & masks[b], (a, b) if size == 2 else (a, b, pivot)
            if bit.bit_count() != 1 or (size == 2 and bit & mask):
                continue
            losing = board.seeing(ends, bit)
            if losing:
                value = puzzle.told(a, bit)[0]
                firsts = {x: puzzle.told(x, masks[x] & ~bit)[0] for x in (a, b)}
                ways = listed(f"{first} there puts {value} at {puzzle.labels[x]}" for x, first in firsts.items())
                itself = f", or it is {value} itself" if size == 3 else ""
                values = listed(map(str, puzzle.told(pivot, mask)), "or")
                reason = f"{puzzle.labels[pivot]} is {values}; {ways}{itself}"
                clues, cells = [*puzzle.between([pivot], (a, b)), *puzzle.between(losing, ends)], (pivot, a, b)
                removed = [(y, bit) for y in losing]
                return conclude(board, technique, reason, clues, board.gone(cells), cells, removed=removed)
    return None


TECHNIQUES = (
    Technique(
        "XY-wing",
        4.2,
        "A cell has two candidates, and each of them puts a third value into one of two cells that it sees; what sees "
        "both loses that value.",
        partial(find, size=2),
    ),
    Technique(
        "XYZ-wing", 4.4, "As XY-wing, where the first cell may hold the third value itself.", partial(find, size=3)
    ),
)
