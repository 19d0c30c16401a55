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
from puzzledsl.analysis.layout_marks import have_same_variables, is_rest, read_without, with_marks, without_statements
from puzzledsl.analysis.selection import droppable
from puzzledsl.analysis.subsets import Subsets, Tested, work_of
from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.drawable import Answer, Scene
from puzzledsl.expressions import All, Boolean, Compare, Not, Some, variable, variables_of
from puzzledsl.listing import counted
from puzzledsl.model import Model, Origin, Requirement
from puzzledsl.presentation.entries import agree
from puzzledsl.records import EMPTY, record, replace
from puzzledsl.search.budget import Budget
from puzzledsl.solution import Solution, solution_of
from puzzledsl.time_limit import OutOfTime, is_late, within
from puzzledsl.verification import verify

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
        needed: elements that are not, each with a solution of all others that it does not admit; ``None`` for a mark of
            a layout without which there is no solution.
        undecided: elements for which the time was not enough, or whose opposite cannot be stated.
        kept: elements that were not looked at.
        maximal: nothing could be dropped besides ``together``; False also where something is undecided.
        questions: how many parts of the model were tried.
    """

    status: str
    model: Model
    redundant: tuple[Element, ...] = ()
    together: tuple[Element, ...] = ()
    needed: Mapping[Element, Solution | None] = EMPTY
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
    parts, late = split(model, by), Redundancy("unknown", model)
    try:
        found = with_marks(parts.elements, model, how) if by == "clue" else parts.elements
        own = [one for one in found if by != "clue" or one.origin.is_given or one.origin.span.source is model.source]
        elements, kept = droppable(own, model, keep, houses)
        kept += tuple(element for element in found if element not in own)  # rules of a genre
        late = replace(late, undecided=tuple(elements), kept=kept)
        drops = Drops(parts.model, elements, how)
    except OutOfTime:
        return late
    status, maximal = "unknown", False

    def result() -> Redundancy:
        return Redundancy(
            status,
            model,
            drops.those(drops.implied),
            drops.those(drops.dropped),
            drops.left,
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
        if not all(element._is_exact for element in elements):
            with how.session(model) as session:
                alone = uniqueness_in(session, Asking(how.options, how.report))
            drops.only = alone.solutions[0] if alone.status == "unique" else None
        drops.greedily(drops.each(range(len(elements))))
        maximal = not drops.undecided
    return result()


class Drops:
    """Elements of a model, and whether they are implied by others of it.

    A mark of a layout that is not exact is implied if the text without it has the same only solution. The same test
    decides whatever is tried after such a mark has been dropped, or after several marks that together demand something
    else than each alone.

    Attributes:
        elements: those that may be dropped.
        implied: numbers of those that all others imply.
        needed: numbers of those that are not, with a solution of the others, if there is one.
        dropped: numbers of those that have been dropped, all implied by what is left.
        undecided: whether some question found no answer in its time.
        subsets: answers whether parts of the model have a solution.
        only: the only solution of the model, if that is known.
    """

    def __init__(
        self,
        model: Model,
        elements: Sequence[Element],
        how: Asking,
        further: Sequence[Requirement] = (),
        only: Solution | None = None,
    ) -> None:
        """
        Args:
            further: what holds of a solution that is looked for, besides the opposite of an element.

        Raises:
            PuzzleError: the model cannot be flattened.
            OutOfTime: the time limit came first.
        """
        own = model.requirements
        stated = [k for k, element in enumerate(elements) if element._requirements]
        opposites = [_opposite([own[n] for n in elements[k]._requirements]) for k in stated]
        self._own = frozenset(range(len(own)))
        self._further = frozenset(range(len(own), len(own) + len(further)))
        first = len(own) + len(further)
        self._opposites = {k: first + n for n, k in enumerate(stated)}
        self.elements = tuple(elements)
        whole = replace(model, requirements=(*own, *further, *opposites))
        self.subsets = Subsets(whole, how=how, optional=first)
        self._model, self.only = model, only
        self._scopes: dict[int, frozenset[int]] = {}
        self._how = how
        self._fitting: dict[frozenset[int], bool] = {}
        self._is_part = True
        self._others: dict[int, Solution | None] = {}
        self.implied: set[int] = set()
        self.needed: dict[int, Solution | None] = {}
        self.dropped: set[int] = set()
        self.undecided = False

    def those(self, numbers: Collection[int]) -> tuple[Element, ...]:
        """Some of the elements, in their order."""
        return tuple(self.elements[n] for n in sorted(numbers))

    @property
    def left(self) -> dict[Element, Solution | None]:
        """The elements that are not implied, each with its solution of the others."""
        return {self.elements[n]: found for n, found in sorted(self.needed.items()) if n not in self.implied}

    @property
    def open(self) -> tuple[Element, ...]:
        """The elements that are not decided yet."""
        return self.those(set(range(len(self.elements))) - self.implied - self.dropped - self.needed.keys())

    def solvable(self) -> Tested:
        """Whether the whole model has a solution."""
        return self.subsets.test(self._own)

    def without(self, number: int, budget: Budget) -> tuple[bool | None, Solution | None]:
        """Whether what is left, without this element too, has other solutions than with it; and such a solution."""
        out = self.dropped | {number}
        if not self._is_part or not self.elements[number]._is_exact:
            return self._by_reading(number, budget)
        tested = self._by_parts(number, budget)
        if tested.values is not None:
            return True, solution_of(self._model, tested.values[: len(self._model.variables)])
        if tested.solvable is False and not self._fits(out):
            return self._by_reading(number, budget)
        return tested.solvable, None

    def _by_parts(self, number: int, budget: Budget) -> Tested:
        own = self.elements[number]._requirements
        if not own:
            return Tested(False)
        rest = self._own.difference(n for e in self.dropped | {number} for n in self.elements[e]._requirements)
        part = rest | self._further | ({self._opposites[number]} - self.subsets.refused)
        if self._further:  # no solution of the whole model is another one
            return self.subsets.test(part, budget)
        shown, shares_unknowns = self._shown_of(own, rest)
        if not shares_unknowns and len(part) > len(rest):
            return self.subsets.test(part, budget)
        return self.subsets.unmatched(part, rest.union(own), shown, budget)

    def _fits(self, numbers: Collection[int]) -> bool:
        """Whether the text without some elements is the model without their requirements."""
        marks = frozenset(n for n in numbers if self.elements[n]._instead)
        if len(marks) < 2:
            return all(self.elements[n]._is_exact for n in marks)
        if marks not in self._fitting:
            less, gone = read_without(self._model, self.those(marks), self._how), self._requirements_of(marks)
            rest = (one.expression for n, one in enumerate(self._model.requirements) if n not in gone)
            self._fitting[marks] = less is not None and is_rest(less, self._model, rest)
        return self._fitting[marks]

    def _requirements_of(self, numbers: Collection[int]) -> set[int]:
        return {n for e in numbers for n in self.elements[e]._requirements}

    def _by_reading(self, number: int, budget: Budget) -> tuple[bool | None, Solution | None]:
        """The same by the solutions of the text without the marks, of which all must be the only solution."""
        if self.only is None:
            return None, None
        out = self.dropped | {number}
        marks = {n for n in out if self.elements[n]._instead}
        less = read_without(self._model, self.those(marks), self._how)
        if less is None:
            return True, None
        own = [self._model.requirements[n].origin for n in self._requirements_of(out - marks)]
        less = without_statements(less, own)
        known = self._others.get(number)
        if known is not None and have_same_variables(self._model, less) and not verify(less, known.assignment):
            return True, known
        self.subsets.count += 1
        with self._how.session(less) as session:
            work, seconds = work_of(session, budget)
            with within(seconds):
                verdict = session.find(budget=work, on_branch=self._how.report.branch)
                if verdict.values is not None and agree(self._model, self.only.assignment, less, verdict.values):
                    found = [verdict.values]
                    verdict = session.find(other_than=found, budget=work, on_branch=self._how.report.branch)
                    if verdict.status == "infeasible":
                        return False, None
        if verdict.status == "unknown":
            return None, None
        return True, None if verdict.values is None else solution_of(less, verdict.values)

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
        pending, before = numbers, 0
        while pending:
            self._rounds(pending, self._drop, "clues tried together")
            pending = self._stale(numbers) if len(self.dropped) > before else []
            before = len(self.dropped)

    def _drop(self, number: int) -> None:
        self.dropped.add(number)
        self._is_part = self._is_part and self.elements[number]._is_exact and self._fits(self.dropped)

    def _stale(self, numbers: Sequence[int]) -> list[int]:
        """Those of which something else might be true, now that marks of layouts have been dropped."""
        elements = self.elements
        if not any(elements[n]._instead for n in self.dropped):
            return []
        pending = {n: self.needed.pop(n) for n in numbers if n in self.needed}
        self._others |= pending
        for n, found in pending.items():
            if self._is_part and elements[n]._is_exact and (not elements[n]._instead or self._fits(self.dropped | {n})):
                self.needed[n] = found
        return [n for n in pending if n not in self.needed]

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
                is_needed, found = self.without(number, Budget(propagations=work))
                if is_needed is None:
                    late.append(number)
                elif is_needed:
                    self.needed[number] = found
                else:
                    take(number)
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
