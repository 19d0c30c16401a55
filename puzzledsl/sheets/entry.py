"""What is printed about one puzzle: its model, how difficult it is, and its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.records import record
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.model import Model
    from puzzledsl.presentation.value_texts import Values
    from puzzledsl.steps.difficulty import Difficulty


@record
class Entry:
    """One puzzle of a sheet.

    Attributes:
        status: what is known of its solutions: ``unique``, ``several`` or ``none``, all proven; ``optimal`` or
            ``feasible`` with an objective; ``unknown``: the time limit came first; empty: nobody asked.
        values: a solution, verified, by variable number.
        difficulty: of a puzzle with exactly one solution, if it was asked for.
        objective: its value, with ``optimal`` and ``feasible``.
    """

    model: Model
    status: str = ""
    values: Values | None = None
    difficulty: Difficulty | None = None
    objective: Rational | None = None

    def refusal(self, solution: bool, name: str = "") -> Diagnostic | None:
        """Why a puzzle cannot be printed: it has no solution, or none was found in time.

        Args:
            solution: whether its solution is to be printed, too.
            name: what commands call it.
        """
        called = name or self.model.title or self.model.source.name
        if self.status == "none":
            helps = (f"`puzzledsl explain {called}` says why",)
            return Diagnostic(f"`{called}` has no solution", helps=helps, code="infeasible")
        if solution and self.values is None:
            return Diagnostic(f"the time limit came before a solution of `{called}`", code="late")
        return None


def prepared(model: Model, *, difficulty: bool, solution: bool) -> Entry:
    """Find out what is printed about a puzzle.

    Args:
        difficulty: whether it is rated, as `puzzledsl steps` does. A model with an objective or real variables is not.
        solution: whether it is solved. Without an objective it is also tested whether there is another solution.

    Raises:
        PuzzleError: a requirement cannot be written, or the verifier rejects an answer, which is a bug.
        KeyboardInterrupt: as it came.
    """
    try:
        return _prepared(model, difficulty, solution)
    except OutOfTime:
        return Entry(model, "unknown")


def _prepared(model: Model, difficulty: bool, solution: bool) -> Entry:
    from puzzledsl.steps.solve_path import follow

    if model.objective is not None:
        return _optimized(model) if solution else Entry(model)
    rating = None
    if difficulty and not any(variable.is_real for variable in model.variables):
        path = follow(model, is_unique=True)  # if it does not end with the solution, solutions are looked for below
        if path.status == "solved":
            return Entry(model, "unique", path.values, path.difficulty)
        if path.status != "stuck":
            return Entry(model, "none" if path.status == "infeasible" else "unknown")
        rating = path.difficulty
    if not solution and rating is None:
        return Entry(model)
    status, values = _solved(model)
    return Entry(model, status, values, rating if status == "unique" else None)


def _solved(model: Model) -> tuple[str, Values | None]:
    from puzzledsl.analysis.uniqueness import uniqueness_in
    from puzzledsl.session import SolverSession

    with SolverSession(model) as session:
        found = uniqueness_in(session)
    return found.status, found.solutions[0].assignment if found.solutions else None


def _optimized(model: Model) -> Entry:
    from puzzledsl.solve import solve_model

    answer = solve_model(model)
    status = {"infeasible": "none", "unbounded": "unknown"}.get(answer.status, answer.status)
    return Entry(model, status, answer.values, None, answer.objective)
