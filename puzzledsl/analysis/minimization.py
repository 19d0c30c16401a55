"""A puzzle with one solution, made smaller until nothing can be dropped: each clue left is needed for uniqueness."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.clue_listing import clues_json, needed_json, titled
from puzzledsl.analysis.elements import Element, split
from puzzledsl.analysis.layout_marks import have_same_variables, with_marks
from puzzledsl.analysis.redundancy import Drops, other_than
from puzzledsl.analysis.removal import removable, without
from puzzledsl.analysis.selection import droppable, turn_of
from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.drawable import Answer, Scene
from puzzledsl.model import Model, shown_variables
from puzzledsl.records import EMPTY, record, replace
from puzzledsl.session import subset
from puzzledsl.solution import Solution
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.presentation.screen import Screen

_NOTHING = "nothing was tested"
_ELSEWHERE = "but for what is kept, the text has no given, clue or statement to drop"


@record
class Minimized(Answer):
    """A minimized puzzle, or how far minimizing came.

    Attributes:
        status: ``minimal`` (none of the rest can be dropped, but for what was to be kept), ``smaller`` (the time was
            not enough to decide each), ``several`` (the model has more than one solution, so that there is nothing to
            keep), ``infeasible`` (it has none), or ``unknown``.
        text: the source of the smaller puzzle; empty when there is none.
        dropped, left: the elements that could be dropped and those that could not, each of the latter with another
            solution that there would be without it; ``None`` if there would be none.
        undecided: elements that are still there because the time was not enough.
        kept: elements that were not to be dropped, houses among them.
        solution: the solution.
        other: of a model with several solutions another one.
        questions: how many parts of the model were tried.
    """

    status: str
    model: Model
    text: str = ""
    dropped: tuple[Element, ...] = ()
    left: Mapping[Element, Solution | None] = EMPTY
    undecided: tuple[Element, ...] = ()
    kept: tuple[Element, ...] = ()
    solution: Solution | None = None
    other: Solution | None = None
    questions: int = 0
    seconds: float = 0.0
    _puzzle: Model | None = None  # the smaller one, if marks of layouts were dropped

    titled = False

    _brief = {  # noqa: RUF012
        "infeasible": "There is no solution.",
        "several": "There are several solutions; only a puzzle with exactly one can be minimized.",
    }

    @property
    def _tested(self) -> bool:
        return bool(self.dropped or self.left or self.undecided)

    def _open(self) -> str:
        return self._plain.why(self.model)

    def _said(self) -> str:
        if not self._tested:
            return _NOTHING
        late = "; the time limit came before all were tried" if self.undecided else ""
        return f"{len(self.dropped) or 'nothing'} {'was' if late and not self.dropped else 'can be'} dropped{late}"

    def __repr__(self) -> str:
        return f"<Minimized {self.status}: {len(self.dropped)} dropped, {len(self.left)} left>"

    def as_json(self) -> dict[str, object]:
        """The puzzle, its clues with a second solution without them, and what was dropped."""
        return {
            "status": self.status,
            "text": self.text or None,
            "dropped": clues_json(self.dropped),
            "left": needed_json(self.left),
            "undecided": clues_json(self.undecided),
            "kept": len(self.kept),
            **({} if self.solution is None else self.solution.filling_json()),
            **({} if self.other is None else {"other": self.other.filling_json()}),
            "questions": self.questions,
        }

    @property
    def lists(self) -> list[tuple[str, Sequence[Element]]]:
        """What was dropped, and what was not decided."""
        return [("dropped", self.dropped), ("not decided in time", self.undecided)]

    def lines(self, screen: Screen) -> list[str]:
        """What was dropped, or why nothing can be."""
        if self.status == "infeasible":
            return ["the model has no solution; `puzzledsl explain` says why"]
        if self.status == "several":
            return ["the model has several solutions; only a puzzle with exactly one can be minimized"]
        if screen.quiet or not self.text:
            return []
        dropped, undecided = (titled(*one, self.model) for one in self.lists)
        wrote = [f"wrote {screen.output}"] if screen.output else []
        nothing = "nothing can be dropped" if self._tested else f"{_NOTHING}: {_ELSEWHERE}"
        return [*(dropped or [nothing]), *undecided, *wrote]

    def summary(self, screen: Screen) -> list[str]:
        """How many clues were dropped."""
        left = len(self.left) + len(self.undecided)
        counts = f"{len(self.dropped)} dropped, {left} left, {len(self.kept)} not tested"
        return [screen.status(self.status), *([counts] if self.text else []), *screen.asked(self.questions)]

    def _scene(self) -> Scene:
        if self._puzzle is not None:
            has_solution = self.solution and have_same_variables(self.model, self._puzzle)
            return Scene(self._puzzle, self.solution.assignment if self.solution and has_solution else None)
        gone = {n for element in self.dropped for n in element._requirements}
        origins = {self.model.requirements[n].origin for n in gone}
        smaller = subset(self.model, set(range(len(self.model.requirements))) - gone)
        marks = tuple(mark for mark in self.model.marks if mark.origin not in origins)
        return Scene(replace(smaller, marks=marks), self.solution.assignment if self.solution else None)


def minimize(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    keep: Sequence[str] = (),
    houses: bool = False,
    seed: int = 0,
) -> Minimized:
    """Drop givens, then clues, as long as the solution stays the only one.

    What counts as a solution are the values of the grids. What is dropped is what can be taken out of the text: a
    given, a clue's cells, a statement, a loop as a whole.

    Args:
        how: with which solver, and who hears of it; what has been dropped by then stays dropped.
        keep, houses: see `puzzledsl.analysis.selection.droppable`.
        seed: for the order in which givens and clues are tried; another one may lead to another puzzle.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, or the model cannot be flattened.
    """
    parts, draw, late = split(model).elements, random.Random(seed), Minimized("unknown", model)
    how.publish(lambda: late)
    try:
        elements = with_marks(removable(model, parts), model, how)
        candidates, kept = droppable(elements, model, keep, houses)
        in_text = {n for element in elements for n in element._requirements}
        kept += tuple(element for element in parts if in_text.isdisjoint(element._requirements))  # rules of a genre
        candidates.sort(key=lambda element: (*turn_of(element), draw.random()))  # each kind in an order of its own
        late = replace(late, kept=kept)
        with how.session(model) as session:
            found = uniqueness_in(session, Asking(how.options, how.report))
        solution, other = (*found.solutions, None, None)[:2]
        asked = 1 if solution is None else 2
        if found.status != "unique" or solution is None:
            status = "infeasible" if found.status == "none" else found.status
            return replace(late, status=status, solution=solution, other=other, questions=asked)
        late = replace(late, solution=solution, questions=asked)
        shown = shown_variables(model)
        in_a_grid = [] if len(shown) == len(model.variables) else [other_than(model, solution.assignment, shown)]
        drops = Drops(model, candidates, how, in_a_grid, solution)
    except OutOfTime:
        return late

    def result() -> Minimized:
        dropped = sorted(drops.those(drops.dropped), key=lambda element: element.place)
        status = "smaller" if drops.open else "minimal"
        text, count, left = without(model, dropped), asked + drops.subsets.count, drops.left
        return Minimized(status, model, text, tuple(dropped), left, drops.open, kept, solution, None, count)

    how.publish(result)
    drops.greedily(range(len(candidates)))
    done = result()
    if any(element._instead for element in done.dropped):
        return replace(done, _puzzle=how.read(Source(model.source.name, done.text)))
    return done
