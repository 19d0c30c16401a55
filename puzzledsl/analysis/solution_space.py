"""What the methods of `puzzledsl.Model` about uniqueness, number of solutions and candidates return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from puzzledsl.analysis.candidates import CandidateSearch
from puzzledsl.analysis.estimation import Estimate, SolutionEstimator
from puzzledsl.analysis.solution_count import Count, SolutionCounter
from puzzledsl.analysis.uniqueness import UniquenessTest
from puzzledsl.answer import NO_PROGRAM, Answer, Options, check
from puzzledsl.session import SolverSession
from puzzledsl.solution import Solution
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.session import Assignment


@dataclass(frozen=True, slots=True)
class UniqueAnswer:
    """Whether there is exactly one solution: true in a condition if that is proven.

    Attributes:
        status: ``unique``, ``none``, ``several``, or ``unknown``: the time limit came first.
        solutions: one, or two of several; with ``unknown`` there may be one.
        differing: names of the cells in which the two differ.
        nodes: branches of search and of HiGHS.
    """

    status: str
    solutions: tuple[Solution, ...]
    differing: tuple[str, ...]
    nodes: int

    def __bool__(self) -> bool:
        return self.status == "unique"


@dataclass(frozen=True, slots=True)
class CandidatesAnswer:
    """The values that occur in solutions; what is in neither list of a cell is in none.

    Attributes:
        status: ``complete``, ``none`` (there is no solution), or ``partial``: the time limit came first, or some cells
            have too many.
        values: by the name of the cell.
        open: likewise, values of which it is not known; only cells that have some.
        many: likewise, the smallest and the largest value found or not refuted, of cells with too many to list them.
        solutions: how many solutions were needed as witnesses.
        nodes: branches of search and of HiGHS.
    """

    status: str
    values: Mapping[str, tuple[int, ...]]
    open: Mapping[str, tuple[int, ...]]
    solutions: int
    nodes: int
    many: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __getitem__(self, name: str) -> tuple[int, ...]:
        return self.values[name]


class SolutionStream:
    """An iterator of all solutions, each once. Leave it early with `close`, or use it in a ``with`` block.

    Attributes:
        complete: there are no more; False until then, and when the time limit came first.
    """

    def __init__(self, model: Model, time_limit: float | None, solver: str, encoding: str) -> None:
        self._model = model
        self._session = SolverSession(model, Options(encoding=encoding, solver=solver))
        self._found = self._session.solutions(deadline=_deadline(time_limit))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Solution:
        try:
            values = next(self._found)
        except StopIteration:
            self.close()
            raise
        return _solution(self._model, values)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def complete(self) -> bool:
        """Whether there are no more."""
        return self._found.complete

    @property
    def nodes(self) -> int:
        """Branches taken so far."""
        return self._found.nodes

    def close(self) -> None:
        """End the search."""
        self._found.close()
        self._session.close()


def unique(model: Model, time_limit: float | None, solver: str, encoding: str) -> UniqueAnswer:
    """See `puzzledsl.Model.unique`."""
    deadline = _deadline(time_limit)
    try:
        with SolverSession(model, Options(encoding=encoding, solver=solver), deadline) as session:
            found = UniquenessTest(session).run(deadline)
    except OutOfTime:
        return UniqueAnswer("unknown", (), (), 0)
    names = tuple(model.variables[x].name for x in found.differing)
    return UniqueAnswer(found.status, tuple(_solution(model, v) for v in found.solutions), names, found.nodes)


def count(model: Model, limit: int | None, time_limit: float | None, solver: str, encoding: str) -> Count:
    """See `puzzledsl.Model.count`."""
    deadline = _deadline(time_limit)
    try:
        with SolverSession(model, Options(encoding=encoding, solver=solver), deadline) as session:
            return SolutionCounter(session).run(limit=limit, deadline=deadline)
    except OutOfTime:
        return Count(0, exact=False, nodes=0)


def estimate(model: Model, samples: int, seed: int | None, time_limit: float | None) -> Estimate:
    """See `puzzledsl.Model.estimate`."""
    deadline = _deadline(time_limit)
    try:
        with SolverSession(model, deadline=deadline) as session:
            return SolutionEstimator(session, seed).run(samples, deadline)
    except OutOfTime:
        return Estimate(Decimal(0), None, 0, 0)


def candidates(model: Model, time_limit: float | None, solver: str, encoding: str) -> CandidatesAnswer:
    """See `puzzledsl.Model.candidates`."""
    deadline = _deadline(time_limit)
    try:
        with SolverSession(model, Options(encoding=encoding, solver=solver), deadline) as session:
            found = CandidateSearch(session).run(deadline)
    except OutOfTime:
        return CandidatesAnswer("partial", {}, {}, 0, 0)

    def by_name(values: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        return {model.variables[x].name: listed for x, listed in values.items()}

    many = {model.variables[x].name: ends for x, ends in found.many.items()}
    values, still_open = by_name(found.values), by_name(found.open)
    return CandidatesAnswer(found.status, values, still_open, found.solutions, found.nodes, many)


def _deadline(time_limit: float | None) -> float | None:
    check(Options(time_limit=time_limit))
    return None if time_limit is None else monotonic() + time_limit


def _solution(model: Model, values: Assignment) -> Solution:
    nothing: dict[str, Any] = {"objective": None, "bound": None, "gap": None, "encoding": "", "solver": ""}
    return Solution(model, Answer("solved", values, **nothing, size=dict(NO_PROGRAM), seconds={}))
