"""What a value would bring about at once: a clue that cannot hold, by itself or with what others conclude."""

from __future__ import annotations

from functools import partial

from puzzledsl.search.budget import NO_LIMIT
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.trying import ENOUGH, ahead, reported

_PATIENCE = 80
"""Conclusions about what nobody sees since the last step, after which values that look alike are not told apart. A LITS
of 25×25 takes 13 s until it is stuck, and more than 40 s without this bound."""


def find(board: Board, technique: Technique, most: int) -> Finding | None:
    """The first assumption that is refuted in so many steps. Cells of groups have techniques of their own.

    First come assumptions that people see, such as that a cell is shaded. Values that look alike, such as the pieces
    that a shaded cell may belong to, are refuted where later conclusions may need that.
    """
    if board.assumes:
        return None
    cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1) and not board.puzzle.in_group[x]]
    is_patient = board.count - board.steps.bit_length() < _PATIENCE
    for unseen, enough in ((False, NO_LIMIT), (True, ENOUGH))[: 1 + is_patient]:
        for _, x, values in sorted(board.puzzle.assumptions.refutable(board, cells, enough, unseen)):
            trial = ahead(board, x, values, 2, most)
            if trial is not None:
                return reported(board, trial, technique)
    return None


TECHNIQUES = (
    Technique(
        "closer look",
        3.4,
        "A value would break a clue at once; only in cells outside of groups.",
        partial(find, most=1),
    ),
    Technique(
        "one step ahead",
        4.3,
        "With a value, one or two clues would decide what breaks another one; only in cells outside of groups.",
        partial(find, most=3),
    ),
)
