"""The meaning of the command's exit status. The numbers are a promise to scripts."""

from __future__ import annotations

FOUND = 0
"""A solution, or nothing to complain about."""
NONE = 1
"""Proven to have no solution; for ``format --check``: a file would change."""
WRONG = 2
"""The model or the call is wrong, or the program is."""
LIMIT = 3
"""The limit came first."""
INTERRUPTED = 130
"""Ctrl-C, as shells have it: 128 + SIGINT."""
BROKEN_PIPE = 141
"""The reader of the output has gone: 128 + SIGPIPE."""

_OF_ANSWERS = {
    FOUND: "solved optimal feasible unique complete exact limit minimal checked reached explained given conflict shown",
    NONE: "infeasible none several free solvable",
    WRONG: "unbounded",
}
"""By exit status: the statuses of answers. A status that is not listed means that a limit came first."""

_BY_RANK = (FOUND, NONE, LIMIT, WRONG, INTERRUPTED)


def worst(statuses: list[int]) -> int:
    """The one status of several files: a wrong one counts more than one without an answer, and so on down."""
    return max(statuses, key=_BY_RANK.index, default=FOUND)


def of_answer(status: str) -> int:
    """The exit status for the status of an answer (``solved``, ``infeasible`` …)."""
    return next((number for number, words in _OF_ANSWERS.items() if status in words.split()), LIMIT)
