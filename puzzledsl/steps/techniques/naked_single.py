"""A cell with one candidate."""

from __future__ import annotations

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique


def find(board: Board) -> Finding | None:
    """The first cell, row by row, that has one candidate and is not placed."""
    for x, mask in enumerate(board.masks):
        if mask and not mask & (mask - 1) and x not in board.placed:
            return single(board, x)
    return None


def single(board: Board, x: int) -> Finding:
    """That a cell holds its only candidate."""
    puzzle, bit = board.puzzle, board.masks[x]
    absent = board.absent(x)
    value = puzzle.values(x, bit)[0]
    sentence = f"Only {value} is left for {puzzle.names[x]}{_why(board, x, absent)}."
    return Finding(NAKED, sentence, (), ((x, absent),), placed=((x, bit),), cells=_blocking(board, x, absent))


def _why(board: Board, x: int, absent: int) -> str:
    """Where its other values are, if all of them are placed in its groups."""
    puzzle = board.puzzle
    missing = absent
    names = []
    for number in puzzle.groups_of[x]:
        group = puzzle.groups[number]
        here = 0
        for y in group.cells:
            if y != x and y in board.placed:
                here |= board.masks[y]
        if here & missing:
            names.append(group.name)
            missing &= ~here
    if missing or len(names) > 4:
        return ""
    return f": {listed(names)} {'has' if len(names) == 1 else 'have'} the others"


def _blocking(board: Board, x: int, absent: int) -> tuple[int, ...]:
    """For each value that is gone, one cell that has it."""
    found: dict[int, None] = {}
    for position in bits(absent):
        bit = 1 << position
        holder = next((y for y in bits(board.puzzle.peers[x]) if y in board.placed and board.masks[y] == bit), None)
        if holder is not None:
            found[holder] = None
    return tuple(found)


NAKED = Technique("naked single", 2.0, "A cell has one candidate left.", find)
TECHNIQUES = (NAKED,)
