"""Has a puzzle exactly one solution?

One solution is looked for, then another that differs from it in a cell. What makes the second question quick when there
is no other: search tries the values that the first solution does not have, so that what it refutes at its root fixes a
cell for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.answer import Assignment
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer, Scene
from puzzledsl.listing import counted
from puzzledsl.records import record
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.session.verdict import counted_kinds
from puzzledsl.solution import Solution, solution_of

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.presentation.value_texts import Values
    from puzzledsl.session import SolverSession

DIFFERENT = "#ffd54f"
"""The colour of cells in which two solutions differ."""


@record
class UniqueAnswer(Answer):
    """Whether there is exactly one solution: true in a condition if that is proven.

    Attributes:
        status: ``unique``, ``none`` or ``several``, all of them proven; ``unknown``: the time limit came first.
        solutions: one, or two of several; with ``unknown`` there may be one.
        differing: names of the cells in which the two differ.
        nodes: branches of search and of HiGHS.
    """

    status: str
    model: Model
    solutions: tuple[Solution, ...] = ()
    differing: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    _brief = {"unique": "There is exactly one solution.", "none": "There is no solution."}  # noqa: RUF012

    def _open(self) -> str:
        return self._plain.why(self.model) + ("; there is at least one solution" if self.solutions else "")

    def _said(self) -> str:
        return f"there are several solutions; two of them differ in {self.difference}"

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __repr__(self) -> str:
        return f"<UniqueAnswer {self.status}>"

    def as_json(self) -> dict[str, object]:
        """Status, up to two solutions, and the cells in which they differ."""
        solutions = [one.assignment_json() for one in self.solutions]
        return {"status": self.status, "solutions": solutions, "differing": [*self.differing], "nodes": self.nodes}

    def lines(self, screen: Screen) -> list[str]:
        """The solutions."""
        from puzzledsl.presentation.terminal import variables_text

        lines, marked = list[str](), dict.fromkeys(self._differing(), "*")
        for number, one in enumerate(self.solutions, 1):
            if len(self.solutions) > 1:
                lines.append(f"solution {number}:")
            lines += screen.grids(self.model, one.assignment, marked)
            lines += variables_text(self.model, one.assignment)
        if screen.quiet and (not self.solutions or self.status == "unknown"):
            lines.append(self._sentence(screen))
        return lines

    def summary(self, screen: Screen) -> list[str]:
        """What is known, in a sentence."""
        return [self._sentence(screen), counted(self.nodes, "branch")]

    def _sentence(self, screen: Screen) -> str:
        word = screen.status(self.status)
        if self.status == "unknown":
            known = "at least one solution, not proven to be the only one" if self.solutions else "no solution so far"
            return f"{word} ({screen.why(self.model)}): {known}"
        if self.status == "several":
            star = " (*)" * any(self.model.variables[x].grid for x in self._differing())
            return f"{word}: these two differ in {self.difference}{star}"
        return f"{word}: {'there is no other solution' if self else 'there is no solution'}"

    @property
    def difference(self) -> str:
        """In how many cells and edges the two solutions differ: ``2 cells and 3 edges``."""
        return counted_kinds(self.model, self._differing())

    def _differing(self) -> list[int]:
        return [self.model.numbers[name] for name in self.differing]

    def _scene(self) -> Scene | Picture:
        """The first solution; of two, what they have in common, and both values where they differ.

        Where they differ in what is drawn, not written, they stand side by side.
        """
        from puzzledsl.analysis.quotes import written
        from puzzledsl.presentation.panels import Panel, panels
        from puzzledsl.presentation.picture import Highlight, picture

        found, differing = [one.assignment for one in self.solutions], self._differing()
        highlights = dict.fromkeys(differing, Highlight(DIFFERENT, meaning="the two solutions differ"))
        seen = written(self.model)
        if not all(seen[x] for x in differing):
            drawn = [picture(self.model, values, highlights=highlights) for values in found]
            return panels(self.model, [[Panel(f"solution {k}", one.shapes) for k, one in enumerate(drawn, 1)]])
        both = {x: sorted({int(values[x]) for values in found}) for x in differing}
        common = {x: value for values in found[:1] for x, value in enumerate(values) if x not in both}
        return Scene(self.model, common, highlights, both)


def uniqueness_in(
    session: SolverSession,
    how: Asking = Asking(),  # noqa: B008 - frozen
    budget: Budget = UNLIMITED,
) -> UniqueAnswer:
    """Look for two solutions of the model of a session.

    Args:
        budget: the limit on the work of search for each solution.

    Raises:
        PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
    """
    model, found, nodes, proven = session.model, list[Assignment](), 0, False

    def count() -> None:  # also the branches of a question that has no answer yet
        nonlocal nodes
        nodes += 1
        how.report.branch()

    def result() -> UniqueAnswer:
        solutions = tuple([solution_of(model, values) for values in found])
        if len(solutions) == 2:
            differing = [model.variables[x].name for x in session.shown if found[0][x] != found[1][x]]
            return UniqueAnswer("several", model, solutions, tuple(differing), nodes)
        status = ("unique" if solutions else "none") if proven else "unknown"
        return UniqueAnswer(status, model, solutions, (), nodes)

    how.publish(result)
    while len(found) < 2 and not proven:
        before = nodes
        verdict = session.find(other_than=found, budget=budget, on_branch=count)
        nodes = before + verdict.nodes
        proven = verdict.status == "infeasible"
        if verdict.values is not None:
            found.append(verdict.values)
        elif not proven:
            break
    return result()


def unique(model: Model, how: Asking = Asking()) -> UniqueAnswer:  # noqa: B008 - frozen
    """Whether there is exactly one solution, none, or several."""
    return asked(model, how, uniqueness_in, UniqueAnswer("unknown", model))


_REASONS = {
    "none": "this puzzle has no solution to be sent along",
    "several": "this puzzle has more than one solution, so none is sent along",
    "unknown": "the time limit came before the solution was proven to be the only one",
}


def sole_solution(found: UniqueAnswer) -> Values:
    """The values of the only solution, by variable number.

    Raises:
        PuzzleError: it is not proven that there is exactly one solution.
    """
    if found.status != "unique":
        helps = ("`puzzledsl unique` shows two of them",) if found.status == "several" else ()
        raise failure(_REASONS[found.status], helps=helps, code="solution")
    return found.solutions[0].assignment
