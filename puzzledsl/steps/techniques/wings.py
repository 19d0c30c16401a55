"""Wings: a cell with two or three candidates, and two cells it sees that pass the last one on."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, loss


def find(board: Board, size: int) -> Finding | None:
    """A pivot of ``size`` candidates and two pincers: one value is in a pincer (or the pivot), whichever way."""
    puzzle, masks = board.puzzle, board.masks
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != size or pivot in board.placed:
            continue
        pincers = [
            x
            for x in bits(puzzle.peers[pivot])
            if masks[x].bit_count() == 2 and x not in board.placed and (masks[x] & mask).bit_count() == size - 1
        ]
        for a, b in combinations(pincers, 2):
            common = masks[a] & masks[b]
            if common.bit_count() != 1 or (size == 2 and common & mask):
                continue
            seen = puzzle.peers[a] & puzzle.peers[b]
            if size == 3:
                seen &= puzzle.peers[pivot]
            losing = board.with_candidate(seen & ~(1 << pivot), common)
            if losing:
                return _finding(board, pivot, a, b, common, losing, size)
    return None


def _finding(board: Board, pivot: int, a: int, b: int, bit: int, losing: list[int], size: int) -> Finding:
    puzzle = board.puzzle
    value = puzzle.values(a, bit)[0]
    pairs = [(pivot, a), (pivot, b)]
    pairs += [(x, y) for y in losing for x in ((a, b) if size == 2 else (a, b, pivot))]
    clues = [puzzle.groups_with(1 << x | 1 << y)[0].requirement for x, y in pairs]
    ways = []
    for x in (a, b):
        first = puzzle.values(x, board.masks[x] & ~bit)[0]
        ways.append(f"{first} there puts {value} at {puzzle.names[x]}")
    itself = f", or it is {value} itself" if size == 3 else ""
    reason = (
        f"{puzzle.names[pivot]} is {listed(map(str, puzzle.values(pivot, board.masks[pivot])), 'or')}; "
        f"{listed(ways)}{itself}"
    )
    removed, cells = [(y, bit) for y in losing], (pivot, a, b)
    return loss(board, BY_SIZE[size], reason, removed, clues, board.gone(cells), cells)


BY_SIZE = {
    2: Technique(
        "XY-wing",
        4.2,
        "A cell has two candidates, and each of them puts a third value into one of two cells that it sees; what sees "
        "both loses that value.",
        partial(find, size=2),
    ),
    3: Technique(
        "XYZ-wing", 4.4, "As XY-wing, where the first cell may hold the third value itself.", partial(find, size=3)
    ),
}
TECHNIQUES = tuple(BY_SIZE.values())
