"""Batches of puzzles from Python: `Compiled`, `batch` and what they return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from puzzledsl import model as elaborated
from puzzledsl.answer import Options, check
from puzzledsl.batches.givens_reader import GivensReader
from puzzledsl.batches.outcome import Line, LineSolver, Outcome, answer_for
from puzzledsl.batches.puzzle_lines import puzzles
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.portfolio.pool import Pool
from puzzledsl.session import SolverSession
from puzzledsl.solution import Solution

if TYPE_CHECKING:
    from types import TracebackType


class Compiled:
    """A model propagated to its root once, which solves one puzzle after another; made by `Model.compile`.

    The process of HiGHS, started for the first puzzle that needs it, is kept for the next: `close` ends it, and so
    does leaving a ``with`` block. Not for several threads at a time.
    """

    def __init__(self, model: elaborated.Model, options: Options) -> None:
        self._model = model
        self._reader = GivensReader(model)
        self._session = SolverSession(model, options)
        self._numbers = {variable.name: number for number, variable in enumerate(model.variables)}

    def solve(self, givens: str | Mapping[str, int] = "", *, time_limit: float | None = None) -> Solution:
        """A verified solution with these givens besides the model's own, or why there is none.

        Args:
            givens: marks as `load` takes them, or values by the names of variables: ``{"r1c1": 5, "total": 40}``.
            time_limit: seconds, instead of those of `Model.compile`.

        Raises:
            PuzzleError: a given is wrong, or two of them clash.
        """
        options = self._session.options
        if time_limit is not None:
            check(replace(options, time_limit=time_limit))
        if isinstance(givens, str):
            found = self._reader.read(givens) if givens.strip() else {}
        else:
            found = self._named(givens)
        answer = answer_for(self._session, found, time_limit)
        if answer.status == "infeasible" and isinstance(givens, str) and givens.strip():
            clashes = self._reader.clashes(givens)
            if clashes:
                raise PuzzleError(clashes)
        return Solution(self._model, answer)

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further puzzle would start it again."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _named(self, givens: Mapping[str, int]) -> dict[int, int]:
        found = {}
        for name, value in givens.items():
            number = self._numbers.get(name)
            if number is None:
                from puzzledsl.nearest import nearest

                near = nearest(name, self._numbers)
                label = f"did you mean `{near}`?" if near else ""
                raise failure(f"no variable is called `{name}`", label=label, code="unknown-name")
            variable = self._model.variables[number]
            if variable.is_real or not isinstance(value, int) or value not in variable.domain:
                values = "real numbers" if variable.is_real else variable.domain
                raise failure(f"`{name}` cannot be given as {value!r}", label=f"its values are {values}", code="given")
            found[number] = int(value)
        return found


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The result for one puzzle of a `batch`.

    Attributes:
        line: its number among the lines, from 1; blank lines and comments count.
        givens: as they were written.
        solution: with any status; ``None`` where the line is wrong or solving it failed.
        error: why, then; the places of its diagnostics are within ``givens``.
        seconds: from the text to the verified answer.
    """

    line: int
    givens: str
    solution: Solution | None
    error: PuzzleError | None
    seconds: float

    @property
    def status(self) -> str:
        """That of the solution, or ``error``."""
        return "error" if self.solution is None else self.solution.status


def batch_results(
    model: elaborated.Model, options: Options, lines: Iterable[str], jobs: int, column: int
) -> Iterator[BatchResult]:
    """The result for each line; see `puzzledsl.batch`.

    Raises:
        PuzzleError: an option is wrong.
    """
    for name, value in (("jobs", jobs), ("column", column)):
        if not (isinstance(value, int) and value >= 1):
            raise failure(f"`{name}` is a number from 1, not {value!r}", code="option")
    if not model.grids:
        raise failure("the model has no grid that could have givens", code="givens")
    return _results(model, LineSolver(model, options, _as_it_is), puzzles(lines, column), jobs)


def _results(
    model: elaborated.Model, work: LineSolver[Outcome], lines: Iterator[Line], jobs: int
) -> Iterator[BatchResult]:
    with Pool[Line, Outcome](work, jobs) as pool:
        for outcome in pool.results(lines):
            yield BatchResult(
                outcome.line.number,
                outcome.line.givens,
                None if outcome.answer is None else Solution(model, outcome.answer),
                PuzzleError(outcome.diagnostics) if outcome.diagnostics else None,
                outcome.seconds,
            )


def _as_it_is(model: elaborated.Model, outcome: Outcome) -> Outcome:  # noqa: ARG001
    return outcome
