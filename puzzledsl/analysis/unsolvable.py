"""Why a model has no solution: clues that cannot hold together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzledsl.analysis.conflicts import Conflict, Conflicts
from puzzledsl.analysis.elements import split
from puzzledsl.analysis.scenes import known_model
from puzzledsl.analysis.selection import taken_for_granted
from puzzledsl.analysis.subsets import Asking, Subsets, Values
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.listing import counted
from puzzledsl.model import Model
from puzzledsl.records import record
from puzzledsl.search.budget import NO_LIMIT
from puzzledsl.time_limit import OutOfTime


@record
class Explanation(Drawable):
    """The answer to the question why a model has no solution.

    Attributes:
        status: ``conflict`` (no solution, proven), ``solvable``, or ``unknown``: the time limit came first.
        conflicts: the first is the one to be shown; further ones if several were asked for. One without elements: what
            was taken for granted has no solution by itself.
        values: of a solvable model a solution, verified.
        total: how many elements the model has.
        complete: the model has no other conflicts than these.
        at_least: no conflict has fewer elements than so many; a lower bound, where the smallest was asked for.
        questions: how many parts of the model were tried.
        interrupted: Ctrl-C came first.
        model: what was asked about, for pictures.
    """

    status: str
    conflicts: tuple[Conflict, ...] = ()
    values: Values | None = None
    total: int = 0
    complete: bool = False
    at_least: int = 0
    questions: int = 0
    interrupted: bool = False
    model: Model | None = None

    def __str__(self) -> str:
        return "\n".join(map(str, self.conflicts)) or self.status

    def __repr__(self) -> str:
        found = f": {counted(len(self.conflicts), 'conflict')}" if self.conflicts else ""
        return f"<Explanation {self.status}{found}>"

    def _scene(self) -> Scene:
        from puzzledsl.analysis.scenes import elements_scene

        return elements_scene(
            known_model(self.model), self.conflicts[0].elements if self.conflicts else (), self.values
        )


def explain(
    model: Model,
    *,
    by: str = "clue",
    keep: Sequence[str] = (),
    smallest: bool = False,
    most: int = 1,
    how: Asking = Asking(),  # noqa: B008 - frozen
    work: int = NO_LIMIT,
) -> Explanation:
    """A minimal conflict of a model without solution, or several.

    Args:
        by: what is left out as one: see `puzzledsl.analysis.elements.split`.
        keep: what is taken for granted, so that it is in no conflict: see `puzzledsl.analysis.selection.matching`.
        smallest: one of the least size.
        most: so many different conflicts, if there are.
        how: with which solver, by when, and who hears of it; the first conflict is published.
        work: at most so many propagations to find out whether there is a solution.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, it cannot be flattened, or HiGHS fails.
        ValueError: ``by`` has no such name.
    """
    parts = taken_for_granted(split(model, by, objective=True), keep)
    total = len(parts.elements)
    try:
        subsets = Subsets(parts.model, parts.background, how)
    except OutOfTime:
        return Explanation("unknown", total=total)

    def answer(status: str, *known: Conflict, **more: Any) -> Explanation:
        return Explanation(status, known, total=total, questions=subsets.count, **more)

    def known(conflict: Conflict) -> None:
        if not found:
            how.publish(answer("conflict", conflict))

    found: list[Conflict] = []
    conflicts = Conflicts(parts.elements, subsets, how.report, known)
    try:
        tested = conflicts.test(range(total), work)
    except KeyboardInterrupt:
        return answer("unknown", interrupted=True)
    if tested.solvable is not False:
        return answer("solvable" if tested.solvable else "unknown", values=tested.values)
    found.append(conflicts.minimal(conflicts.core(tested), conflicts.local_cores()))
    how.publish(answer("conflict", *found))
    complete, at_least = found[0].minimal and len(found[0].elements) == 0, 1
    if smallest and not conflicts.interrupted:
        from puzzledsl.analysis.smallest import smallest_conflict

        found[0], at_least = smallest_conflict(conflicts, found[0])
    if most > 1 and not conflicts.interrupted and not complete:
        from puzzledsl.analysis.marco import all_conflicts

        complete = all_conflicts(conflicts, found, most)
    return answer("conflict", *found, complete=complete, at_least=at_least, interrupted=conflicts.interrupted)
