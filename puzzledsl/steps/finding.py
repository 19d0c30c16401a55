"""What a technique is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.records import record, replace
from puzzledsl.steps.wording import Conclusion, losses, nothing_more

if TYPE_CHECKING:
    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Puzzle

Premise = tuple[int, int]
"""A variable, and values (as a mask from its base) that a conclusion needs to be gone from it."""

Values = tuple[tuple[int, int], ...]
"""Variables, each with values as a mask from its base."""

Holds = Callable[[Sequence[int], Mapping[int, int]], bool]


@record
class Finding:
    """One conclusion: the clues and the premises imply that some values are gone. Values are masks from the base.

    Attributes:
        technique: what found it.
        reason: why, without the conclusion.
        conclusion: returns the rest of the sentence.
        sentence: one sentence for people: the reason and the conclusion.
        clues: numbers of the requirements that it uses itself (premises have reasons of their own).
        premises: what must be gone already.
        cells: the cells that the reason speaks of.
        placed: (variable, bit): cells whose value is known by this.
        removed: (variable, values): values that are gone by this, beyond those of the placed cells.
        impossible: this is a contradiction: no solution is left.
        is_seen: people see it; else it only serves later conclusions.
        quotes: the reason names clues and places alone, and no values.
        trial: the steps of the assumption that was refuted; empty for all but steps of trying.
        holds: whether candidates (masks by variable) and the clues imply that certain values (masks by variable) are
            gone, or that nothing is left if it is ``impossible``. Only of findings whose premises may be more than is
            needed.
    """

    technique: Technique
    reason: str
    conclusion: Conclusion
    sentence: str
    clues: tuple[int, ...]
    premises: tuple[Premise, ...]
    cells: tuple[int, ...]
    placed: Values = ()
    removed: Values = ()
    impossible: bool = False
    is_seen: bool = True
    quotes: bool = False
    trial: tuple[Finding, ...] = ()
    holds: Holds | None = None

    def weaker(self, puzzle: Puzzle, placed: Values, removed: Values) -> Finding:
        """The same with a part of its conclusions."""
        sentence = self.reason + self.conclusion(puzzle, placed, removed, None)
        return replace(self, placed=placed, removed=removed, sentence=sentence)


def _nothing(board: Board, technique: Technique) -> Finding | None:  # noqa: ARG001
    """The search of what is only a name; a function of the module, so that answers can be pickled."""
    return None


@record
class Technique:
    """A way to conclude something.

    Attributes:
        name: as solvers call it: ``hidden single``, ``X-wing``.
        rating: how hard it is to see, from 1; the path takes the applicable one that is rated lowest.
        summary: what it concludes, for the manual.
        search: returns the first conclusion that it can draw from a board, or ``None``.
    """

    name: str
    rating: float
    summary: str
    search: Callable[[Board, Technique], Finding | None] = _nothing

    def find(self, board: Board) -> Finding | None:
        """The first conclusion that it can draw from a board, or ``None``."""
        return self.search(board, self)


def conclude(
    board: Board,
    technique: Technique,
    reason: str,
    clues: Iterable[int],
    premises: Iterable[Premise],
    cells: Iterable[int],
    *,
    placed: Values = (),
    removed: Iterable[tuple[int, int]] = (),
    conclusion: Conclusion | None = None,
    impossible: bool = False,
    quotes: bool = False,
    trial: Iterable[Finding] = (),
    holds: Holds | None = None,
) -> Finding:
    """A finding with its sentence: the reason and, where values are removed, which. Arguments as in `Finding`."""
    removed = tuple(removed)
    conclusion = conclusion or (losses if removed else nothing_more)
    return Finding(
        technique,
        reason,
        conclusion,
        reason + conclusion(board.puzzle, placed, removed, board.masks),
        tuple(dict.fromkeys(clues)),
        tuple(premises),
        tuple(cells),
        placed,
        removed,
        impossible,
        quotes=quotes,
        trial=tuple(trial),
        holds=holds,
    )
