"""The rule of 45: houses have known totals, cages in them too; what is left has the difference."""

from __future__ import annotations

from functools import partial

from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.techniques.clue import by_clue

MOST_OPEN = 4


def find(board: Board, houses: int, most_open: int) -> Finding | None:
    """The first derived sum of so many houses, with few open cells, that leaves less of these."""
    puzzle = board.puzzle
    for number, clue in enumerate(puzzle.sums):
        count = sum(x not in board.placed for x in clue.cells)
        if not 1 <= count <= most_open or puzzle.houses_in(clue) > houses or not board.fresh("45", number, clue.cells):
            continue
        technique = SINGLE if most_open == 1 and houses == 1 else FEW if houses == 1 else MANY
        found = by_clue(board, clue, True, technique)
        if found is not None:
            return found
        board.exhausted("45", number)
    return None


SINGLE = Technique(
    "rule of 45, one cell",
    2.5,
    "The cages in a house leave one cell, in it or sticking out.",
    partial(find, houses=1, most_open=1),
)
FEW = Technique(
    "rule of 45",
    3.5,
    "The cages in a house leave a few cells, in it or sticking out, whose sum or difference is known.",
    partial(find, houses=1, most_open=MOST_OPEN),
)
MANY = Technique(
    "rule of 45, several houses",
    4.1,
    "The same with two to four houses at once.",
    partial(find, houses=4, most_open=MOST_OPEN),
)
TECHNIQUES = (SINGLE, FEW, MANY)
