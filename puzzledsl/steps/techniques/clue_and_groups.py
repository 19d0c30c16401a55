"""What a clue leaves of its cells when it is also seen which of them must differ."""

from __future__ import annotations

from functools import partial

from puzzledsl.steps.board import Board
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.techniques.clue import by_clue


def find(board: Board, lowest: int, highest: int) -> Finding | None:
    """The first clue, with so many open cells, that leaves less of them together with groups of different cells."""
    for number, clue in enumerate(board.puzzle.clues_with_groups):
        count = sum(x not in board.placed for x in clue.cells)
        if not lowest <= count <= highest or not board.fresh("clue and groups", number, clue.cells):
            continue
        technique = SMALL if highest == _FEW else LARGE
        found = by_clue(board, clue, True, technique)
        if found is not None:
            return by_clue(board, _fewer_groups(board, clue), True, technique)
        board.exhausted("clue and groups", number)
    return None


def _fewer_groups(board: Board, clue: Clue) -> Clue:
    """The clue without the groups that the conclusion does not need."""
    reached = clue.narrow(board.masks, True)
    for group in clue.groups:
        fewer = board.puzzle.with_groups(_bare(board, clue), [g for g in clue.groups if g != group])
        if fewer.narrow(board.masks, True) == reached:
            clue = fewer
    return clue


def _bare(board: Board, clue: Clue) -> Clue:
    return next(one for one in board.puzzle.clues if one.requirements == clue.requirements and one.cells == clue.cells)


_FEW = 4
SMALL = Technique(
    "clue and groups",
    3.2,
    "What the combinations of a clue leave of up to four open cells, some of which must differ.",
    partial(find, lowest=1, highest=_FEW),
)
LARGE = Technique(
    "large clue and groups",
    3.9,
    "What the combinations of a clue leave of five or more open cells, some of which must differ.",
    partial(find, lowest=_FEW + 1, highest=10**6),
)
TECHNIQUES = (SMALL, LARGE)
