"""Why a model has no solution: clues that cannot hold together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.clue_listing import highlighted, marked, needed_json, sentence_of
from puzzledsl.analysis.conflicts import Conflict, Conflicts
from puzzledsl.analysis.elements import split
from puzzledsl.analysis.selection import taken_for_granted
from puzzledsl.analysis.subsets import Subsets
from puzzledsl.answer import check_numbers
from puzzledsl.drawable import Answer, Scene
from puzzledsl.listing import counted
from puzzledsl.model import Model
from puzzledsl.records import record, replace
from puzzledsl.search.budget import NO_LIMIT
from puzzledsl.solution import Solution, solution_of
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.analysis.elements import Element
    from puzzledsl.presentation.screen import Screen


@record
class Explanation(Answer):
    """The answer to the question why a model has no solution.

    Attributes:
        status: ``conflict`` (no solution, proven), ``solvable``, or ``unknown``: the time limit came first.
        conflicts: the first is the one to be shown; further ones if several were asked for. One without elements: what
            was taken for granted has no solution by itself.
        solution: of a solvable model, verified.
        total: how many elements the model has.
        complete: the model has no other conflicts than these.
        at_least: no conflict has fewer elements than so many; a lower bound, where the smallest was asked for.
        questions: how many parts of the model were tried.
        by, keep, smallest, most: what was asked for.
    """

    status: str
    model: Model
    conflicts: tuple[Conflict, ...] = ()
    solution: Solution | None = None
    total: int = 0
    complete: bool = False
    at_least: int = 0
    questions: int = 0
    by: str = "clue"
    keep: Sequence[str] = ()
    smallest: bool = False
    most: int = 1
    seconds: float = 0.0

    _brief = {"solvable": "There is a solution, so no clues contradict each other."}  # noqa: RUF012

    def _said(self) -> str:
        elements = self.conflicts[0].elements
        if not elements:
            return "the rules have no solution, whatever the clues are"
        said = "one clue can never hold" if len(elements) == 1 else "these clues contradict each other"
        return f"{said}, so there is no solution"

    def __repr__(self) -> str:
        found = f": {counted(len(self.conflicts), 'conflict')}" if self.conflicts else ""
        return f"<Explanation {self.status}{found}>"

    @property
    def proven(self) -> bool:
        """Whether all that was asked for is proven."""
        done = self.status == "conflict" and all(conflict.minimal for conflict in self.conflicts)
        done = done and (not self.smallest or self.conflicts[0].smallest)
        return done and (self.complete or len(self.conflicts) >= self.most)

    def as_json(self) -> dict[str, object]:
        """The conflicts; of each clue a solution without it."""
        return {
            "status": self.status,
            "by": self.by,
            "conflicts": [
                {
                    "minimal": one.minimal,
                    "smallest": one.smallest,
                    "elements": needed_json({e: one.witnesses.get(i) for i, e in enumerate(one.elements)}),
                }
                for one in self.conflicts
            ],
            **({} if self.solution is None else self.solution.filling_json()),
            "clues": self.total,
            "complete": self.complete,
            "questions": self.questions,
            **({"at_least": self.at_least} if self.smallest and self.conflicts else {}),
        }

    @property
    def lists(self) -> list[tuple[str, Sequence[Element]]]:
        """The conflicts."""
        if len(self.conflicts) == 1:
            (one,) = self.conflicts
            return [("together they cannot hold" if len(one.elements) > 1 else "it can never hold", one.elements)]
        return [(f"conflict {number}", one.elements) for number, one in enumerate(self.conflicts, 1)]

    def lines(self, screen: Screen) -> list[str]:
        """The conflicts in words, each with a grid."""
        lines = list[str]()
        if self.status == "solvable":
            lines.append("the model has a solution, so there is nothing to explain")
            lines.append(f"`puzzledsl explain {screen.file} r3c4` says why a cell holds its value")
        for number, conflict in enumerate(self.conflicts, 1):
            if len(self.conflicts) > 1:
                lines += [*([""] if number > 1 else []), f"conflict {number}:"]
            lines += self._sentences(conflict)
            if not screen.quiet:
                lines += screen.grids(self.model, None, marked(conflict.elements, self.model))
        return lines

    def _sentences(self, conflict: Conflict) -> list[str]:
        if not conflict.elements:
            instead = "leave out `--keep` to look" if self.keep else "`--by clue` looks"
            lines = [f"what is taken for granted has no solution by itself; {instead} among all clues"]
        else:
            among = " with what is kept" if self.keep else " under these rules" if self.by == "cell" else ""
            said = f"can never hold{among}", f"cannot all hold{among}"
            lines = sentence_of(conflict.elements, self.model, *said)
        if conflict.minimal:
            return lines
        count = len(conflict.elements)
        open_ = f"{count - len(conflict.witnesses)} of these {count} may be one too many"
        return [*lines, f'(perhaps not minimal: {open_}; --json shows them: those with "without_it": null)']

    def summary(self, screen: Screen) -> list[str]:
        """What is proven."""
        parts = []
        if self.status == "conflict":
            first = self.conflicts[0]
            word = "smallest" if first.smallest else "minimal" if first.minimal else "perhaps not minimal"
            parts.append(f"{screen.status(word)}: {len(first.elements)} of {self.total}")
            if self.smallest and not first.smallest:
                parts.append(f"none has fewer than {self.at_least}")
            if self.most > 1:
                every = "all" if self.complete else "there may be more"
                parts.append(f"{len(self.conflicts)} found, {every}")
        else:
            open_ = "" if self.status == "solvable" else " whether there is a solution"
            parts.append(screen.status(self.status) + open_)
        return [*parts, *screen.asked(self.questions)]

    def _scene(self) -> Scene:
        return Scene(self.model, highlights=highlighted(self.conflicts[0].elements if self.conflicts else ()))


def explain(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    by: str = "clue",
    keep: Sequence[str] = (),
    smallest: bool = False,
    most: int = 1,
    work: int = NO_LIMIT,
) -> Explanation:
    """A minimal conflict of a model without solution, or several.

    Args:
        how: with which solver, and who hears of it.
        by: what is left out as one: see `puzzledsl.analysis.elements.split`.
        keep: what is taken for granted, so that it is in no conflict: see `puzzledsl.analysis.selection.matching`.
        smallest: one of the least size.
        most: so many different conflicts, if there are.
        work: at most so many propagations to find out whether there is a solution.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, it cannot be flattened, or HiGHS fails.
        ValueError: ``by`` has no such name.
    """
    check_numbers(1, most=most)
    parts = taken_for_granted(split(model, by, objective=True), keep)
    total = len(parts.elements)
    late = Explanation("unknown", model, total=total, by=by, keep=keep, smallest=smallest, most=most)
    try:
        subsets = Subsets(parts.model, parts.background, how)
    except OutOfTime:
        return late
    conflicts = Conflicts(parts.elements, subsets, how.report)
    found: list[Conflict] = []

    def result(complete: bool = False) -> Explanation:
        known = tuple(found or conflicts.latest())
        status = "conflict" if known else "unknown"
        lowest, asked = conflicts.at_least, subsets.count
        return replace(late, status=status, conflicts=known, complete=complete, at_least=lowest, questions=asked)

    how.publish(result)
    tested = conflicts.test(range(total), work)
    if tested.values is not None:
        solution = solution_of(model, tested.values)
        return replace(late, status="solvable", solution=solution, questions=subsets.count)
    if tested.solvable is None:
        return result()
    found.append(conflicts.minimal(conflicts.core(tested), conflicts.local_cores()))
    complete = found[0].minimal and len(found[0].elements) == 0
    if smallest:
        from puzzledsl.analysis.smallest import smallest_conflict

        found[0] = smallest_conflict(conflicts, found[0])
    if most > 1 and not complete:
        from puzzledsl.analysis.marco import all_conflicts

        complete = all_conflicts(conflicts, found, most)
    return result(complete)
