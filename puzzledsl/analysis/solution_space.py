"""What the methods of `puzzledsl.Model` about uniqueness, number of solutions and candidates return."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from puzzledsl.analysis.candidates import CandidateSearch
from puzzledsl.analysis.estimation import Estimate, SolutionEstimator
from puzzledsl.analysis.scenes import candidates_scene, known_model, solutions_scene
from puzzledsl.analysis.solution_count import Count, SolutionCounter
from puzzledsl.analysis.uniqueness import UniquenessTest
from puzzledsl.answer import Answer, Options, check
from puzzledsl.closing import Closing
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.listing import counted
from puzzledsl.records import EMPTY, record
from puzzledsl.session import Solutions, SolverSession
from puzzledsl.solution import Solution, number_of
from puzzledsl.time_limit import CancellationToken, Cancelled, OutOfTime, cancellable, moment_in, until, within

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.model import Model
    from puzzledsl.progress import Reporter
    from puzzledsl.solution import Key


@record
class UniqueAnswer(Drawable):
    """Whether there is exactly one solution: true in a condition if that is proven.

    Attributes:
        status: ``unique``, ``none``, ``several``, or ``unknown``: the time limit came first.
        solutions: one, or two of several; with ``unknown`` there may be one.
        differing: names of the cells in which the two differ.
        nodes: branches of search and of HiGHS.
        model: what was asked about, for pictures.
    """

    status: str
    solutions: tuple[Solution, ...]
    differing: tuple[str, ...]
    nodes: int
    model: Model | None = None

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __repr__(self) -> str:
        return f"<UniqueAnswer {self.status}>"

    def _scene(self) -> Scene:
        model = known_model(self.model)
        numbers = model.numbers
        found = [values for solution in self.solutions if (values := solution._answer.values) is not None]
        return solutions_scene(model, found, [numbers[name] for name in self.differing])


@record
class CandidatesAnswer(Drawable):
    """The values that occur in solutions; what is in neither list of a cell is in none.

    Attributes:
        status: ``complete``, ``none`` (there is no solution), or ``partial``: the time limit came first, or some cells
            have too many.
        values: by the name of the cell.
        open: likewise, values of which it is not known; only cells that have some.
        many: likewise, the smallest and the largest value found or not refuted, of cells with too many to list them.
        solutions: how many solutions were needed as witnesses.
        nodes: branches of search and of HiGHS.
        model: what was asked about, for pictures.
    """

    status: str
    values: Mapping[str, tuple[int | str, ...]]
    open: Mapping[str, tuple[int | str, ...]]
    solutions: int
    nodes: int
    many: Mapping[str, tuple[int, int]] = EMPTY

    model: Model | None = None

    __iter__ = None  # else Python would go through it by `answer[0]`, `answer[1]` …

    def __getitem__(self, name: Key) -> tuple[int | str, ...]:
        """The values of a cell: ``["r1c1"]``, or ``[1, 1]`` in the main grid, or a cell of a `Builder`.

        Raises:
            KeyError: there is no such cell.
        """
        if self.model is None:
            return self.values[str(name)]
        return self.values[self.model.variables[number_of(self.model, name)].name]

    def __repr__(self) -> str:
        count = sum(map(len, self.values.values()))
        return f"<CandidatesAnswer {self.status}: {count:,} values>"

    def _scene(self) -> Scene:
        model = known_model(self.model)
        numbers = model.numbers

        def by_number(found: Mapping[str, tuple[int | str, ...]]) -> dict[int, list[int]]:
            return {(x := numbers[name]): model.variables[x].numbers(told) for name, told in found.items()}

        return candidates_scene(model, by_number(self.values), by_number(self.open), [numbers[n] for n in self.many])


class SolutionStream(Closing):
    """An iterator of all solutions, each once. Leave it early with `close`, or use it in a ``with`` block.

    Attributes:
        complete: there are no more; False until then, and when the time limit came first.
    """

    def __init__(
        self, model: Model, options: Options, report: Reporter | None = None, cancel: CancellationToken | None = None
    ) -> None:
        self._model = model
        check(options)
        self._end = moment_in(options.time_limit)
        self._report = report
        self._cancel = cancel
        self._number = 0
        self._found: Solutions | None = None  # the time limit came before the search
        with suppress(OutOfTime), until(self._end):
            self._session = SolverSession(model, options)
            self._found = self._session.solutions(on_branch=None if report is None else self._branched)

    def _branched(self, nodes: int) -> None:
        if self._report is not None:
            self._report.say(counted(self._number, "solution"), nodes)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Solution:
        try:
            with cancellable(self._cancel), until(self._end):
                values = None if self._found is None else next(self._found, None)
        except Cancelled:
            self.close()
            raise
        if values is None:
            self.close()
            raise StopIteration
        self._number += 1
        return _solution(self._model, values)

    def __repr__(self) -> str:
        return f"<SolutionStream: {self._number:,} found{', complete' if self.complete else ''}>"

    @property
    def complete(self) -> bool:
        """Whether there are no more."""
        return self._found is not None and self._found.complete

    @property
    def nodes(self) -> int:
        """Branches taken so far."""
        return 0 if self._found is None else self._found.nodes

    def close(self) -> None:
        """End the search."""
        if self._found is not None:
            self._found.close()
            self._session.close()


def unique(model: Model, options: Options, report: Reporter | None = None) -> UniqueAnswer:
    """See `puzzledsl.Model.unique`."""
    try:
        with _within(options), SolverSession(model, options) as session:
            found = UniquenessTest(session).run(report and report.branch)
    except OutOfTime:
        return UniqueAnswer("unknown", (), (), 0, model)
    names = tuple(model.variables[x].name for x in found.differing)
    return UniqueAnswer(found.status, tuple(_solution(model, v) for v in found.solutions), names, found.nodes, model)


def count(model: Model, limit: int | None, options: Options, report: Reporter | None = None) -> Count:
    """See `puzzledsl.Model.count`."""

    def on_count(found: int, nodes: int) -> None:
        if report is not None:
            report.say(counted(found, "solution"), nodes)

    try:
        with _within(options), SolverSession(model, options) as session:
            return SolutionCounter(session).run(limit=limit, on_progress=report and on_count)
    except OutOfTime:
        return Count(0, exact=False, nodes=0)


def estimate(
    model: Model, samples: int, seed: int | None, time_limit: float | None, report: Reporter | None = None
) -> Estimate:
    """See `puzzledsl.Model.estimate`."""
    options = Options(time_limit=time_limit)

    def on_sample(found: Estimate) -> None:
        if report is not None:
            report.say(f"{found.samples:,} of {samples:,} samples")

    try:
        with _within(options), SolverSession(model, options) as session:
            return SolutionEstimator(session, seed).run(samples, report and on_sample)
    except OutOfTime:
        return Estimate(Decimal(0), None, 0, 0)


def candidates(model: Model, options: Options, report: Reporter | None = None) -> CandidatesAnswer:
    """See `puzzledsl.Model.candidates`."""

    def on_answer(found: int, still_open: int) -> None:
        if report is not None:
            report.say(f"{found:,} values found, {still_open:,} open")

    try:
        with _within(options), SolverSession(model, options) as session:
            found = CandidateSearch(session).run(report and on_answer, report and report.branch)
    except OutOfTime:
        return CandidatesAnswer("partial", {}, {}, 0, 0, model=model)

    def by_name(values: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[int | str, ...]]:
        return {model.variables[x].name: tuple(model.variables[x].all_told(found)) for x, found in values.items()}

    many = {model.variables[x].name: ends for x, ends in found.many.items()}
    values, still_open = by_name(found.values), by_name(found.open)
    return CandidatesAnswer(found.status, values, still_open, found.solutions, found.nodes, many, model)


def _within(options: Options) -> AbstractContextManager[None]:
    check(options)
    return within(options.time_limit)


def _solution(model: Model, values: Assignment) -> Solution:
    return Solution(model, Answer("solved", values))
