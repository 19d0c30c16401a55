"""A value that a clue cannot do without: cells that see all its places there lose it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzledsl.kernel.masks import single_bits
from puzzledsl.steps.board import Board
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Finding, Technique, conclude

MOST_CELLS = 12


def find(board: Board, technique: Technique) -> Finding | None:
    """The first clue and value."""
    puzzle = board.puzzle

    def look(clue: Clue) -> Finding | None:
        for bit in single_bits(board.union(clue.cells)):
            places = [x for x in clue.cells if board.masks[x] & bit]
            if len({puzzle.base[x] for x in places}) > 1 or any(board.masks[x] == bit for x in places):
                continue
            losing = board.seeing(places, bit)
            if losing and _needs(clue, board.masks, bit, places):
                return _finding(board, technique, clue, bit, places, losing)
        return None

    clues = (clue for clue in puzzle.clues if 2 <= len(clue.cells) <= MOST_CELLS)
    return board.first(technique.name, clues, look)


def _needs(clue: Clue, masks: Sequence[int], bit: int, places: Sequence[int]) -> bool:
    """Whether a clue cannot hold without a value at these cells."""
    without = list(masks)
    for x in places:
        without[x] &= ~bit
    return clue.narrow(without, True) is None


def _finding(board: Board, technique: Technique, clue: Clue, bit: int, places: list[int], losing: list[int]) -> Finding:
    puzzle = board.puzzle
    shared = puzzle.groups_with((*places, *losing))[:1]
    between = [group.requirement for group in shared] or puzzle.between(places, losing)
    where = "".join(f", all in {group.name}" for group in shared)
    value, names = puzzle.told(places[0], bit)[0], puzzle.listed(places, "or")

    def holds(masks: Sequence[int], needed: Mapping[int, int]) -> bool:  # noqa: ARG001 - one value, all or none
        only = all(x in places or not masks[x] & bit for x in clue.cells)
        return only and _needs(clue, masks, bit, places)

    return conclude(
        board,
        technique,
        f"{clue.words} needs {value} at {names}{where}",
        (*clue.requirements, *between),
        board.gone(clue.cells),
        clue.cells,
        removed=[(y, bit) for y in losing],
        holds=holds,
    )


TECHNIQUES = (
    Technique(
        "needed by a clue",
        3.5,
        "A clue cannot do without a value; cells that see all places for it in the clue lose it.",
        find,
    ),
)
