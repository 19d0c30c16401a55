"""One conclusion after the other: what the techniques find on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puzzledsl.steps.board import Board, NoCandidates
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.techniques import techniques

Adapt = Callable[[Board, Finding], Finding]

EMPTY = Technique("no candidates", 0.0, "A cell has no candidate left: a contradiction.")


def walk(
    board: Board,
    known: Sequence[Technique] | None = None,
    adapt: Adapt | None = None,
) -> Iterator[Finding]:
    """Conclusions, each applied to the board before it is given, until there is none, or a contradiction.

    Args:
        known: the techniques to be used, the easiest first; all by default.
        adapt: returns another form of a conclusion, before that is applied.
    """
    while board.refuted is None:
        every = (technique.find(board) for technique in (techniques() if known is None else known))
        found = next(filter(None, every), None)
        if found is None:
            return
        yield from applied(board, found if adapt is None else adapt(board, found), adapt)


def applied(board: Board, found: Finding, adapt: Adapt | None = None) -> list[Finding]:
    """A conclusion that has been drawn, and the contradiction if a cell is left without a value, drawn too.

    Args:
        adapt: returns another form of that contradiction.
    """
    try:
        board.apply(found)
    except NoCandidates as error:
        x = error.variable
        reason, gone = f"No value is left for {board.puzzle.labels[x]}", (x, board.puzzle.initial[x])
        empty = conclude(board, EMPTY, reason, (), (gone,), (x,), impossible=True)
        if adapt is not None:
            empty = adapt(board, empty)
        board.apply(empty)
        return [found, empty]
    return [found]
