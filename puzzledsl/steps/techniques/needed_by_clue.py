"""A value that a clue cannot do without: cells that see all its places there lose it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Finding, Technique, loss
from puzzledsl.steps.techniques.clue import name

MOST_CELLS = 12


def find(board: Board) -> Finding | None:
    """The first clue and value."""
    puzzle = board.puzzle
    for number, clue in enumerate(puzzle.clues):
        if not 2 <= len(clue.cells) <= MOST_CELLS:
            continue
        around = 0
        for x in clue.cells:
            around |= puzzle.peers[x] | 1 << x
        if not board.fresh("needed", number, bits(around)):
            continue
        found = _in_clue(board, clue)
        if found is not None:
            return found
        board.exhausted("needed", number)
    return None


def _in_clue(board: Board, clue: Clue) -> Finding | None:
    puzzle, masks = board.puzzle, board.masks
    union = placed = 0
    members = sum(1 << x for x in clue.cells)
    for x in clue.cells:
        union |= masks[x]
        if x in board.placed:
            placed |= masks[x]
    for position in bits(union & ~placed):
        bit = 1 << position
        places = [x for x in clue.cells if masks[x] & bit]
        if len({puzzle.base[x] for x in places}) > 1 or any(masks[x] == bit for x in places):
            continue
        seen = ~members
        for x in places:
            seen &= puzzle.peers[x]
        losing = board.with_candidate(seen, bit)
        if not losing:
            continue
        without = masks.copy()
        for x in places:
            without[x] &= ~bit
        if clue.narrow(without, True) is None:
            return _finding(board, clue, bit, places, losing)
    return None


def _finding(board: Board, clue: Clue, bit: int, places: list[int], losing: list[int]) -> Finding:
    puzzle = board.puzzle
    value = puzzle.values(places[0], bit)[0]
    shared = puzzle.groups_with(sum(1 << x for x in (*places, *losing)))
    if shared:
        clues = [shared[0].requirement]
    else:
        clues = [puzzle.groups_with(1 << x | 1 << y)[0].requirement for x in places for y in losing]
    where = f", all in {shared[0].name}" if shared else ""
    reason = f"{name(board, clue)} needs {value} at {listed((puzzle.names[x] for x in places), 'or')}{where}"

    def holds(masks: Sequence[int], needed: Mapping[int, int]) -> bool:  # noqa: ARG001 - one value, all or none
        if any(masks[x] & bit for x in clue.cells if x not in places):
            return False
        without = list(masks)
        for x in places:
            without[x] &= ~bit
        return clue.narrow(without, True) is None

    removed, gone = [(y, bit) for y in losing], board.gone(clue.cells)
    return loss(board, NEEDED, reason, removed, (*clue.requirements, *clues), gone, clue.cells, holds)


NEEDED = Technique(
    "needed by a clue",
    3.5,
    "A clue cannot do without a value; cells that see all places for it in the clue lose it.",
    find,
)
TECHNIQUES = (NEEDED,)
