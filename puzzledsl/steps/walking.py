"""One conclusion after the other: what the techniques find on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzledsl.steps.board import Board, NoCandidates
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.techniques import techniques

EMPTY = Technique("no candidates", 0.0, "A cell has no candidate left: a contradiction.", lambda _: None)


def next_finding(board: Board, known: Sequence[Technique] | None = None) -> Finding | None:
    """The easiest conclusion that a board allows."""
    for technique in techniques() if known is None else known:
        found = technique.find(board)
        if found is not None:
            return found
    return None


def walk(board: Board, known: Sequence[Technique] | None = None) -> Iterator[Finding]:
    """Conclusions, each applied to the board before it is given, until there is none, or a contradiction."""
    while True:
        found = next_finding(board, known)
        if found is None:
            return
        try:
            board.apply(found)
        except NoCandidates as empty:
            yield found
            last = no_candidates(board, empty.variable)
            board.apply(last)
            yield last
            return
        yield found
        if found.impossible:
            return


def no_candidates(board: Board, x: int) -> Finding:
    """The contradiction that a cell has no value left."""
    gone = ((x, board.puzzle.initial[x]),)
    return Finding(EMPTY, f"No value is left for {board.puzzle.names[x]}.", (), gone, cells=(x,), impossible=True)
