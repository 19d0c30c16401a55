"""Has a puzzle exactly one solution?

One solution is looked for, then another that differs from it in a cell. What makes the second question quick when there
is no other: search tries the values that the first solution does not have, so that what it refutes at its root fixes a
cell for good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.model import Model
    from puzzledsl.session import SolverSession


@record
class Uniqueness:
    """How many solutions, as far as the question goes.

    Attributes:
        status: ``unique``, ``none`` or ``several``, all of them proven; ``unknown``: the time limit came first.
        solutions: those found, two at most; both verified. With ``unknown`` there may be one.
        differing: numbers of the variables of the grids in which two solutions differ.
        nodes: branches of search and of HiGHS.
    """

    status: str
    solutions: tuple[Assignment, ...]
    differing: tuple[int, ...]
    nodes: int


class UniquenessTest:
    """The question of one model, kept such that what is known survives a broken-off `run`."""

    def __init__(self, session: SolverSession) -> None:
        self._session = session
        self._solutions: list[Assignment] = []
        self._proven = False
        self._nodes = 0

    def run(self, on_branch: Callable[[], object] | None = None) -> Uniqueness:
        """Looks for two solutions.

        Args:
            on_branch: called before each branch of search.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
        """

        def count() -> None:  # also the branches of a question that has no answer yet
            self._nodes += 1
            if on_branch is not None:
                on_branch()

        while len(self._solutions) < 2 and not self._proven:
            before = self._nodes
            verdict = self._session.find(other_than=self._solutions, on_branch=count)
            self._nodes = before + verdict.nodes
            if verdict.values is not None:
                self._solutions.append(verdict.values)
            elif verdict.status == "infeasible":
                self._proven = True
            else:
                break
        return self.result()

    def result(self) -> Uniqueness:
        """What is known by now."""
        found = tuple(self._solutions)
        if len(found) == 2:
            differing = tuple(x for x in self._session.shown if found[0][x] != found[1][x])
            return Uniqueness("several", found, differing, self._nodes)
        status = ("unique" if found else "none") if self._proven else "unknown"
        return Uniqueness(status, found, (), self._nodes)


_REASONS = {
    "none": "this puzzle has no solution to be sent along",
    "several": "this puzzle has more than one solution, so none is sent along",
    "unknown": "the time limit came before the solution was proven to be the only one",
}


def sole_solution(model: Model, found: Uniqueness) -> str:
    """The values of the main grid, row by row and separated by blanks; a masked place is ``.``.

    Raises:
        PuzzleError: it is not proven that there is exactly one solution.
    """
    if found.status != "unique":
        helps = ("`puzzledsl unique` shows two of them",) if found.status == "several" else ()
        raise failure(_REASONS[found.status], helps=helps, code="solution")
    values = found.solutions[0]
    numbers = (number for row in model.grids[0].numbers for number in row) if model.grids else ()
    return " ".join("." if number is None else str(values[number]) for number in numbers)
