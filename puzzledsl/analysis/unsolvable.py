"""Why a model has no solution: clues that cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from puzzledsl.analysis.conflicts import Conflict, Conflicts, Report
from puzzledsl.analysis.elements import split
from puzzledsl.analysis.scenes import model_of
from puzzledsl.analysis.selection import taken_for_granted
from puzzledsl.analysis.subsets import Subsets, Values
from puzzledsl.answer import Options
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.model import Model
from puzzledsl.progress import counted
from puzzledsl.time_limit import OutOfTime


@dataclass(frozen=True)
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
    conflicts: tuple[Conflict, ...] = field(default=())
    values: Values | None = None
    total: int = 0
    complete: bool = False
    at_least: int = 0
    questions: int = 0
    interrupted: bool = False
    model: Model | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return "\n".join(map(str, self.conflicts)) or self.status

    def __repr__(self) -> str:
        found = f": {counted(len(self.conflicts), 'conflict')}" if self.conflicts else ""
        return f"<Explanation {self.status}{found}>"

    def _scene(self) -> Scene:
        from puzzledsl.analysis.scenes import elements_scene

        return elements_scene(model_of(self), self.conflicts[0].elements if self.conflicts else (), self.values)


def explain(
    model: Model,
    *,
    by: str = "clue",
    keep: Sequence[str] = (),
    smallest: bool = False,
    most: int = 1,
    solver: str | None = None,
    encoding: str | None = None,
    deadline: float | None = None,
    report: Report | None = None,
    on_branch: Callable[[], object] | None = None,
    publish: Callable[[Explanation], object] | None = None,
) -> Explanation:
    """A minimal conflict of a model without solution, or several.

    Args:
        by: what is left out as one: see `puzzledsl.analysis.elements.split`.
        keep: what is taken for granted, so that it is in no conflict: see `puzzledsl.analysis.selection.matching`.
        smallest: one of the least size.
        most: so many different conflicts, if there are.
        solver: ``auto``; ``search`` (HiGHS is never asked); ``highs`` (after propagation only HiGHS).
        encoding: what HiGHS gets.
        deadline: on the clock of ``time.monotonic``; what has been found by then is returned.
        report: called now and then with how far it is.
        on_branch: called before each branch of a search.
        publish: called with what is known of the first conflict whenever it changes, for a caller that interrupts.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, it cannot be flattened, or HiGHS fails.
        ValueError: ``by`` has no such name.
    """
    parts = taken_for_granted(split(model, by, objective=True), keep)
    total = len(parts.elements)
    try:
        options = Options(solver=solver, encoding=encoding)
        subsets = Subsets(parts.model, parts.background, options, deadline, on_branch)
    except OutOfTime:
        return Explanation("unknown", total=total)

    def known(conflict: Conflict) -> None:
        if publish is not None and not found:
            publish(Explanation("conflict", (conflict,), total=total, questions=subsets.count))

    found: list[Conflict] = []
    work = Conflicts(parts.elements, subsets, report, known)
    try:
        tested = work.test(range(total), deadline)
    except KeyboardInterrupt:
        return Explanation("unknown", total=total, questions=subsets.count, interrupted=True)
    if tested.solvable is None:
        return Explanation("unknown", total=total, questions=subsets.count)
    if tested.solvable:
        return Explanation("solvable", values=tested.values, total=total, questions=subsets.count)
    found.append(work.minimal(work.core(tested), deadline))
    if publish is not None:
        publish(Explanation("conflict", tuple(found), total=total, questions=subsets.count))
    complete, at_least = found[0].minimal and len(found[0].elements) == 0, 1
    if smallest and not work.interrupted:
        from puzzledsl.analysis.smallest import smallest_conflict

        found[0], at_least = smallest_conflict(work, found[0], deadline)
    if most > 1 and not work.interrupted and not complete:
        from puzzledsl.analysis.marco import all_conflicts

        complete = all_conflicts(work, found, most, deadline)
    return Explanation("conflict", tuple(found), None, total, complete, at_least, subsets.count, work.interrupted)
