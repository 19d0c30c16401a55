"""Batches of puzzles from Python: `Compiled`, `batch` and what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING

from puzzledsl import model as elaborated
from puzzledsl.answer import Options, check, check_numbers
from puzzledsl.arguments import checked
from puzzledsl.batches.givens_reader import GivensReader
from puzzledsl.batches.outcome import BatchResult, LineSolver, Outcome
from puzzledsl.batches.rereading import Rereading
from puzzledsl.closing import Closing
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.formats.collection import PuzzleLine, puzzles
from puzzledsl.given_values import Givens, givens_text
from puzzledsl.listing import counted, shorten
from puzzledsl.portfolio.workers import workers
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import replace
from puzzledsl.session import SolverSession
from puzzledsl.solution import Solution
from puzzledsl.time_limit import CancellationToken, cancellable, within

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.progress import Progress


class Compiled(Closing):
    """A model propagated to its root once, which solves one puzzle after another; made by `Model.compile`.

    The process of HiGHS, started for the first puzzle that needs it, is kept for the next: `close` ends it, and so
    does leaving a ``with`` block. It solves one puzzle at a time: a call while another one runs is refused.
    """

    def __init__(self, model: elaborated.Model, options: Options) -> None:
        self._model = model
        self._reader = GivensReader(model)
        self._session = SolverSession(model, options)
        self._busy = Lock()

    @checked
    def solve(
        self,
        givens: Givens = "",
        *,
        time_limit: float | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: CancellationToken | None = None,
    ) -> Solution:
        """A verified solution with these givens besides the model's own, or why there is none.

        Args:
            givens: as `load` takes them; a mapping may name variables outside the grids, too: ``{"total": 40}``.
            time_limit: seconds, instead of those of `Model.compile`.
            on_progress, cancel: as in `Model.solve`.

        Raises:
            PuzzleError: a given is wrong, two of them clash, or another call of this object is running.
            Cancelled: by ``cancel``. The next puzzle can be solved as if nothing had happened.
        """
        options = self._session.options
        if time_limit is not None:
            check(replace(options, time_limit=time_limit))
        text = givens_text(givens, self._model.grids)
        found = self._reader.read(text) if text.strip() else {}
        if not self._busy.acquire(blocking=False):
            raise failure(
                "this compiled model is solving another puzzle, in another thread or in a callback",
                helps=("compile the model once for each thread, or wait for the other call",),
                code="busy",
            )
        try:
            with cancellable(cancel), within(options.time_limit if time_limit is None else time_limit):
                answer = self._session.solve(found, on_progress=Reporter(on_progress).on_progress)
        finally:
            self._busy.release()
        if answer.status == "infeasible" and text.strip() and not isinstance(givens, Mapping):
            clashes = self._reader.clashes(text)
            if clashes:
                raise PuzzleError(clashes)
        return Solution(self._model, answer)

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further puzzle would start it again."""
        self._session.close()

    def __repr__(self) -> str:
        return f"<Compiled {self._model.title!r}>"


def batch_results(
    model: elaborated.Model,
    options: Options,
    lines: Iterable[Givens],
    rereading: Rereading,
    report: Reporter = SILENT,
    cluster: Cluster | None = None,
    jobs: int = 1,
    column: int = 1,
    unique: bool = False,
) -> Iterator[BatchResult]:
    """The result for each line; see `puzzledsl.batch`.

    Raises:
        PuzzleError: an option is wrong.
    """
    check_numbers(1, jobs=jobs, column=column)
    if not rereading.links and not model.grids and not model.clues:
        raise failure("the model has no grid that could have givens", code="givens")
    work = LineSolver(model, options, _as_it_is, rereading=rereading, unique=unique)
    links = rereading.links
    commas = not links and not model.clues
    each = puzzles(_texts(lines, model), column, commas=commas, links=links, grids=model.grids)
    return _results(model, work, each, jobs, report, cluster)


def _results(
    model: elaborated.Model,
    work: LineSolver[Outcome],
    lines: Iterator[PuzzleLine],
    jobs: int,
    report: Reporter,
    cluster: Cluster | None,
) -> Iterator[BatchResult]:
    with workers(work, jobs, cluster) as pool:
        for done, outcome in enumerate(pool.results(lines), 1):
            nodes = (outcome.answer and outcome.answer.nodes) or 0
            report.say(counted(done, "puzzle"), report.nodes + nodes)
            yield outcome.result(model)


def _texts(lines: Iterable[Givens], model: elaborated.Model) -> Iterator[str | PuzzleLine]:
    """Lines of text, and the puzzles that other lines are; one that holds no givens says so."""
    for line in lines:
        if isinstance(line, str):
            yield line
            continue
        try:
            yield PuzzleLine(0, givens_text(line, model.grids).replace("\n", " "))
        except PuzzleError as error:
            yield PuzzleLine(0, shorten(repr(line)), wrong=error.diagnostics)


def _as_it_is(model: elaborated.Model, outcome: Outcome) -> Outcome:  # noqa: ARG001
    return outcome
