"""Whether a path needs a technique, and techniques by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.steps.board import Board
from puzzledsl.steps.techniques import techniques
from puzzledsl.steps.walking import walk

if TYPE_CHECKING:
    from puzzledsl.steps.finding import Technique
    from puzzledsl.steps.solve_path import StepsPath


def usable() -> tuple[Technique, ...]:
    """The techniques that the path of a puzzle with a solution may use, the easiest first: no contradictions."""
    return tuple(technique for technique in techniques() if technique.rating > 0)


def technique_named(name: str) -> Technique:
    """The technique that is called so, in small or capital letters.

    Raises:
        PuzzleError: none is.
    """
    words = " ".join(name.split()).lower()
    for technique in usable():
        if technique.name.lower() == words:
            return technique
    if any(technique.name == words for technique in techniques()):
        message = f"`{words}` finds a contradiction, so it is no step of a path to the solution"
        raise failure(
            message, helps=("`steps` without a technique shows it where there is no solution",), code="technique"
        )
    from puzzledsl.nearest import did_you_mean

    names = [technique.name for technique in usable()]
    raise failure(
        f"no technique is called `{name[:50]}`",
        label=did_you_mean(words, names),
        helps=(f"the techniques, the easiest first: {'; '.join(names)}",),
        code="technique",
    )


def needs(path: StepsPath, technique: Technique) -> bool:
    """Whether a path needs a technique: it uses it, and no others that are as easy reach the same end.

    The puzzle is followed again without the technique, by all others up to the hardest that the path uses. If these
    leave more candidates than the path does, the technique is needed.
    """
    if all(one.technique.name != technique.name for one in path.findings):
        return False
    hardest = max(one.technique.rating for one in path.findings)
    others = [one for one in techniques() if one.rating <= hardest and one.name != technique.name]
    board = Board(path.puzzle)
    for _ in walk(board, others):
        pass
    return tuple(board.masks) != path._before[-1]
