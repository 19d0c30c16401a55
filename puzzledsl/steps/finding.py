"""What a technique is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.steps.wording import removals

if TYPE_CHECKING:
    from puzzledsl.steps.board import Board

Premise = tuple[int, int]
"""A variable, and values (as a mask from its base) that a conclusion needs to be gone from it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion: the clues and the premises imply that some values are gone. Values are masks from the base.

    Attributes:
        technique: the name of what found it.
        sentence: one sentence for people.
        clues: numbers of the requirements that it uses itself (premises have reasons of their own).
        premises: what must be gone already.
        placed: (variable, bit): cells whose value is known by this.
        removed: (variable, values): values that are gone by this, beyond those of the placed cells.
        cells: the cells that the reason speaks of.
        impossible: this is a contradiction: no solution is left.
        trial: the steps of the assumption that was refuted; empty for all but steps of trying.
        reason: the sentence without its conclusion; empty where the two are the same sentence.
        holds: whether candidates (masks by variable) and the clues imply that certain values (masks by variable) are
            gone, or that nothing is left if it is ``impossible``. Only of findings whose premises may be more than is
            needed.
    """

    technique: Technique
    sentence: str
    clues: tuple[int, ...]
    premises: tuple[Premise, ...]
    placed: tuple[tuple[int, int], ...] = ()
    removed: tuple[tuple[int, int], ...] = ()
    cells: tuple[int, ...] = ()
    impossible: bool = False
    trial: tuple[Finding, ...] = ()
    reason: str = ""
    holds: Callable[[Sequence[int], Mapping[int, int]], bool] | None = None


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to conclude something.

    Attributes:
        name: as solvers call it: ``hidden single``, ``X-wing``.
        rating: how hard it is to see, from 1; the path takes the applicable one that is rated lowest.
        summary: what it concludes, for the manual.
        find: the first conclusion that it can draw from a board, or ``None``.
    """

    name: str
    rating: float
    summary: str
    find: Callable[[Board], Finding | None]


def loss(
    board: Board,
    technique: Technique,
    reason: str,
    removed: Iterable[tuple[int, int]],
    clues: Iterable[int],
    premises: Iterable[Premise],
    cells: Iterable[int],
    holds: Callable[[Sequence[int], Mapping[int, int]], bool] | None = None,
) -> Finding:
    """The finding that cells lose values, with its sentence: the reason, and what is gone."""
    puzzle, removed = board.puzzle, tuple(removed)
    gone = removals(puzzle.names, [(x, puzzle.values(x, mask)) for x, mask in removed])
    return Finding(
        technique,
        f"{reason}: {gone}.",
        tuple(dict.fromkeys(clues)),
        tuple(premises),
        removed=removed,
        cells=tuple(cells),
        reason=reason,
        holds=holds,
    )
