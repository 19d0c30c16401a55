"""Clues that the rest of a model implies.

A clue is implied when the others together with its opposite have no solution; then the model has the same solutions
without it. A solution of the others that breaks it shows that it is not.

A clue with unknowns of its own, which a rule declares, holds when these have values such that its conditions hold. Its
opposite is about all their values, so it cannot be stated. Then each solution of the others that breaks the conditions
is tried: the clue is implied if in each of them its unknowns may have other values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.clue_listing import clues_json, highlighted, marked, needed_json, titled
from puzzledsl.analysis.elements import Element, split
from puzzledsl.analysis.selection import droppable
from puzzledsl.analysis.subsets import Subsets, Tested, Values
from puzzledsl.drawable import Answer, Scene
from puzzledsl.expressions import All, Boolean, Compare, Not, Some, variable, variables_of
from puzzledsl.listing import counted
from puzzledsl.model import Model, Origin, Requirement
from puzzledsl.records import EMPTY, record, replace
from puzzledsl.search.budget import Budget
from puzzledsl.solution import Solution, solution_of
from puzzledsl.time_limit import OutOfTime, is_late

if TYPE_CHECKING:
    from puzzledsl.presentation.screen import Screen

FIRST_WORK = 200_000
"""The propagations that a question gets at first; those that need more get it after all others."""

GROWTH = 8

MOST_WORK = 12_800_000


@record
class Redundancy(Answer):
    """The answer to the question which clues are redundant.

    Attributes:
        status: ``checked``; ``infeasible`` (the model has no solution, so that anything is implied), or ``unknown``.
        redundant: elements each of which is implied by all others.
        together: elements that are implied by those which are left without all of them.
        needed: elements that are not, each with a solution of all others that it does not admit.
        undecided: elements for which the time was not enough, or whose opposite cannot be stated.
        kept: elements that were not looked at.
        maximal: nothing could be dropped besides ``together``; False also where something is undecided.
        questions: how many parts of the model were tried.
    """

    status: str
    model: Model
    redundant: tuple[Element, ...] = ()
    together: tuple[Element, ...] = ()
    needed: Mapping[Element, Solution] = EMPTY
    undecided: tuple[Element, ...] = ()
    kept: tuple[Element, ...] = ()
    maximal: bool = False
    questions: int = 0
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Redundancy {self.status}: {len(self.redundant)} redundant, {len(self.together)} of them together>"

    _brief = {"infeasible": "There is no solution, so every clue follows from the others."}  # noqa: RUF012

    def _said(self) -> str:
        found = counted(len(self.redundant), "redundant clue") if self.redundant else "no clue is redundant"
        return found + (f", but {counted(len(self.undecided), 'clue')} could not be decided" if self.undecided else "")

    @property
    def proven(self) -> bool:
        """Whether each clue is decided, and nothing more can be dropped."""
        return self.maximal and not self.undecided

    def as_json(self) -> dict[str, object]:
        """The clues, and of those that are needed a solution without them."""
        return {
            "status": self.status,
            "redundant": clues_json(self.redundant),
            "together": clues_json(self.together),
            "maximal": self.maximal,
            "needed": needed_json(self.needed),
            "undecided": clues_json(self.undecided),
            "kept": len(self.kept),
            "questions": self.questions,
        }

    @property
    def lists(self) -> list[tuple[str, Sequence[Element]]]:
        """What follows from the others, what can be dropped together unless that is all of it, and what is open."""
        together = self.together if 1 < len(self.together) < len(self.redundant) else ()
        return [
            ("each of these follows from everything else", self.redundant),
            (f"you can drop these {len(together)} together", together),
            ("not decided", self.undecided),
        ]

    def lines(self, screen: Screen) -> list[str]:
        """The clues, and a grid that marks their cells."""
        if self.status == "infeasible":
            return ["the model has no solution, so every clue follows from the others; `puzzledsl explain` says why"]
        lines, together, undecided = (titled(*one, self.model) for one in self.lists)
        lines += together
        if 1 < len(self.together) == len(self.redundant):
            lines.append("you can drop all of them together")
        if self.redundant and not screen.quiet:
            lines += screen.grids(self.model, None, marked(self.together, self.model))
        elif not self.redundant and self.status == "checked":
            lines.append("no clue follows from the others" + (", as far as was decided" if self.undecided else ""))
        return lines + undecided

    def summary(self, screen: Screen) -> list[str]:
        """How many clues were tested."""
        looked = len(self.redundant) + len(self.needed) + len(self.undecided)
        more = ["perhaps you can drop more together"] if self.redundant and not self.maximal else []
        counts = f"{len(self.redundant)} of {looked} redundant"
        return [screen.status(self.status), counts, *more, *screen.asked(self.questions)]

    def _scene(self) -> Scene:
        return Scene(self.model, highlights=highlighted(self.together))


def redundant(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    by: str = "clue",
    keep: Sequence[str] = (),
    houses: bool = False,
) -> Redundancy:
    """Which clues and givens the rest implies: each alone, and how many together.

    Args:
        by: what is dropped as one: see `puzzledsl.analysis.elements.split`.
        keep, houses: see `puzzledsl.analysis.selection.droppable`.
        how: with which solver, and who hears of it.

    Raises:
        PuzzleError: something in ``keep`` is nowhere in the model, or the model cannot be flattened.
    """
    parts = split(model, by)
    elements, kept = droppable(parts.elements, model, keep, houses)
    try:
        drops = Drops(parts.model, elements, how)
    except OutOfTime:
        return Redundancy("unknown", model, undecided=tuple(elements), kept=kept)
    status, maximal = "unknown", False

    def result() -> Redundancy:
        return Redundancy(
            status,
            model,
            drops.those(drops.implied),
            drops.those(drops.dropped),
            drops.left(model),
            drops.open,
            kept,
            maximal,
            drops.subsets.count,
        )

    how.publish(result)
    tested = drops.solvable()
    if tested.solvable is not None:
        status = "checked" if tested.solvable else "infeasible"
    if tested.solvable:
        drops.greedily(drops.each(range(len(elements))))
        maximal = not drops.undecided
    return result()


class Drops:
    """Elements of a model, and whether they are implied by others of it.

    Attributes:
        elements: those that may be dropped.
        implied: numbers of those that all others imply.
        needed: numbers of those that are not, with a solution of the others.
        dropped: numbers of those that have been dropped, all implied by what is left.
        undecided: whether some question found no answer in its time.
        subsets: answers whether parts of the model have a solution.
    """

    def __init__(
        self,
        model: Model,
        elements: Sequence[Element],
        how: Asking,
        further: Sequence[Requirement] = (),
    ) -> None:
        """
        Args:
            further: what holds of a solution that is looked for, besides the opposite of an element.

        Raises:
            PuzzleError: the model cannot be flattened.
            OutOfTime: the time limit came first.
        """
        own = model.requirements
        opposites = [_opposite([own[n] for n in element._requirements]) for element in elements]
        self._own = frozenset(range(len(own)))
        self._further = frozenset(range(len(own), len(own) + len(further)))
        self._opposites = len(own) + len(further)  # the first of them
        self.elements = tuple(elements)
        whole = replace(model, requirements=(*own, *further, *opposites))
        self.subsets = Subsets(whole, how=how, optional=self._opposites)
        self._scopes: dict[int, frozenset[int]] = {}
        self._how = how
        self.implied: set[int] = set()
        self.needed: dict[int, Values] = {}
        self.dropped: set[int] = set()
        self.undecided = False

    def those(self, numbers: Collection[int]) -> tuple[Element, ...]:
        """Some of the elements, in their order."""
        return tuple(self.elements[n] for n in sorted(numbers))

    def left(self, model: Model) -> dict[Element, Solution]:
        """The elements of a model that are not implied, each with its solution of the others."""
        count = len(model.variables)
        return {
            self.elements[n]: solution_of(model, values[:count])
            for n, values in sorted(self.needed.items())
            if n not in self.implied
        }

    @property
    def open(self) -> tuple[Element, ...]:
        """The elements that are not decided yet."""
        return self.those(set(range(len(self.elements))) - self.implied - self.dropped - self.needed.keys())

    def solvable(self) -> Tested:
        """Whether the whole model has a solution."""
        return self.subsets.test(self._own)

    def without(self, number: int, budget: Budget) -> Tested:
        """Whether what is left, without this element too, has a solution that the element does not admit."""
        rest = self._own.difference(n for e in self.dropped | {number} for n in self.elements[e]._requirements)
        part = rest | self._further | ({self._opposites + number} - self.subsets.refused)
        if self._further:  # no solution of the whole model is another one
            return self.subsets.test(part, budget)
        own = self.elements[number]._requirements
        shown, shares_unknowns = self._shown_of(own, rest)
        if not shares_unknowns and len(part) > len(rest):
            return self.subsets.test(part, budget)
        return self.subsets.unmatched(part, rest.union(own), shown, budget)

    def _shown_of(self, own: Sequence[int], rest: Collection[int]) -> tuple[tuple[int, ...], bool]:
        """The variables without the unknowns of rules, of requirements and of others that have unknowns in common with
        them; and whether there are such unknowns."""
        variables = self.subsets.model.variables
        found, unknowns, waiting = set[int](), set[int](), set(own)
        while waiting:
            for n in waiting:
                for x in self._scope(n):
                    is_unknown = variables[x].hidden and (variables[x].is_real or variables[x].domain.size > 1)
                    (unknowns if is_unknown else found).add(x)
            rest = [n for n in rest if n not in waiting] if unknowns else ()
            waiting = {n for n in rest if not unknowns.isdisjoint(self._scope(n))}
        return tuple(sorted(found)), bool(unknowns)

    def _scope(self, number: int) -> frozenset[int]:
        if number not in self._scopes:
            self._scopes[number] = variables_of(self.subsets.model.requirements[number].expression)
        return self._scopes[number]

    def each(self, numbers: Sequence[int]) -> list[int]:
        """Those that are implied by all others; nothing is dropped."""
        self._rounds(numbers, self.implied.add, "clues looked at")
        return sorted(self.implied)

    def greedily(self, numbers: Sequence[int]) -> None:
        """Drop one after the other as long as what is left implies it."""
        self._rounds(numbers, self.dropped.add, "clues tried together")

    def _rounds(self, numbers: Sequence[int], take: Callable[[int], None], word: str) -> None:
        """Ask about each; about those that took too long once more, with more work."""
        pending, work = list(numbers), FIRST_WORK
        while pending and work <= MOST_WORK:
            late = []
            for done, number in enumerate(pending):
                if is_late():
                    self.undecided = True
                    return
                self._how.report.say(f"{len(numbers) - len(pending) + done} of {len(numbers)} {word}")
                tested = self.without(number, Budget(propagations=work))
                if tested.solvable is False:
                    take(number)
                elif tested.values is not None:
                    self.needed[number] = tested.values
                else:
                    late.append(number)
            pending, work = late, work * GROWTH
        self.undecided = self.undecided or bool(pending)


def other_than(model: Model, values: Sequence[object], shown: Sequence[int]) -> Requirement:
    """The requirement that some of the shown variables has another value."""
    different = Some(tuple(Compare("!=", variable(x) - int(values[x])) for x in shown))  # type: ignore[call-overload]
    return Requirement(different, Origin(model.source.span(0, 0), "other", "another solution", tuple(shown)))


def _opposite(requirements: Sequence[Requirement]) -> Requirement:
    whole = tuple(requirement.expression for requirement in requirements)
    expression: Boolean = Not(whole[0] if len(whole) == 1 else All(whole))
    first = requirements[0].origin
    return Requirement(
        expression, Origin(first.span, "not", f"not {first.sentence}", tuple(sorted(variables_of(expression))))
    )
