"""A puzzle with one solution, made smaller until nothing can be dropped: each clue left is needed for uniqueness."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from puzzledsl.analysis.elements import Element, split
from puzzledsl.analysis.redundancy import Drops, other_than
from puzzledsl.analysis.removal import removable, without
from puzzledsl.analysis.scenes import known_model
from puzzledsl.analysis.selection import droppable
from puzzledsl.analysis.subsets import Asking, Values
from puzzledsl.analysis.uniqueness import UniquenessTest
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.model import Model
from puzzledsl.records import EMPTY, record
from puzzledsl.session import SolverSession, shown_variables
from puzzledsl.time_limit import OutOfTime


@record
class Minimized(Drawable):
    """A minimized puzzle, or how far minimizing came.

    Attributes:
        status: ``minimal`` (none of the rest can be dropped, but for what was to be kept), ``smaller`` (the time was
            not enough to decide each), ``several`` (the model has more than one solution, so that there is nothing to
            keep), ``infeasible`` (it has none), or ``unknown``.
        text: the source of the smaller puzzle; empty when there is none.
        dropped, left: the elements that could be dropped and those that could not, each of the latter with another
            solution that there would be without it.
        undecided: elements that are still there because the time was not enough.
        kept: elements that were not to be dropped, houses among them.
        values: the solution.
        other: of a model with several solutions another one.
        questions: how many parts of the model were tried.
        interrupted: Ctrl-C came first.
        model: what was asked about, for pictures.
    """

    status: str
    text: str = ""
    dropped: tuple[Element, ...] = ()
    left: Mapping[Element, Values] = EMPTY
    undecided: tuple[Element, ...] = ()
    kept: tuple[Element, ...] = ()
    values: Values | None = None
    other: Values | None = None
    questions: int = 0
    interrupted: bool = False
    model: Model | None = None

    def __repr__(self) -> str:
        return f"<Minimized {self.status}: {len(self.dropped)} dropped, {len(self.left)} left>"

    def _scene(self) -> Scene:
        from puzzledsl.analysis.scenes import smaller_scene

        return smaller_scene(known_model(self.model), self.dropped, self.values)


def minimize(
    model: Model,
    *,
    keep: Sequence[str] = (),
    houses: bool = False,
    seed: int = 0,
    how: Asking = Asking(),  # noqa: B008 - frozen
) -> Minimized:
    """Drop givens, then clues, as long as the solution stays the only one.

    What counts as a solution are the values of the grids. What is dropped is what can be taken out of the text: a
    given, a clue's cells, a statement, a loop as a whole.

    Args:
        keep, houses: see `puzzledsl.analysis.selection.droppable`.
        seed: for the order in which givens and clues are tried; another one may lead to another puzzle.
        how: with which solver, by when, and who hears of it; what has been dropped by then stays dropped.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, or the model cannot be flattened.
    """
    elements = removable(model, split(model).elements)
    candidates, kept = droppable(elements, model, keep, houses)
    draw = random.Random(seed)
    candidates.sort(key=lambda element: (element.rank, draw.random()))  # each kind in an order of its own
    values: Values | None = None
    asked = 0
    try:
        with SolverSession(model, how.options) as session:
            found = UniquenessTest(session).run(how.on_branch)
        values, other = (*found.solutions, None, None)[:2]
        asked = 1 if values is None else 2
        if found.status != "unique" or values is None:
            status = "infeasible" if found.status == "none" else found.status
            return Minimized(status, kept=kept, values=values, other=other, questions=asked)
        shown = shown_variables(model)
        in_a_grid = [] if len(shown) == len(model.variables) else [other_than(model, values, shown)]
        drops = Drops(model, candidates, how, in_a_grid)
    except KeyboardInterrupt:
        return Minimized("unknown", kept=kept, interrupted=True)
    except OutOfTime:
        return Minimized("unknown", kept=kept, values=values, questions=asked)
    interrupted, published = False, -1

    def result() -> Minimized:
        dropped = sorted(drops.those(drops.dropped), key=lambda element: element.place)
        status = "smaller" if drops.open else "minimal"
        text, count = without(model, dropped), asked + drops.subsets.count
        return Minimized(status, text, tuple(dropped), drops.left, drops.open, kept, values, None, count, interrupted)

    def decided() -> None:
        nonlocal published
        if len(drops.dropped) > published:
            published = len(drops.dropped)
            how.publish(result())

    try:
        drops.greedily(range(len(candidates)), decided)
    except KeyboardInterrupt:
        interrupted = True
    return result()
