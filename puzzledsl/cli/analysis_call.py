"""What the commands that ask about one model share: reading it, the time limit, progress, Ctrl-C, and mistakes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import (
    color_option,
    invocation_of,
    json_option,
    model_options,
    quiet_option,
    time_limit_option,
)
from puzzledsl.cli.style import seconds_text
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.listing import counted
from puzzledsl.model import Kind
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.answer import Options
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.progress import Display
    from puzzledsl.cli.style import Screen
    from puzzledsl.model import Model
    from puzzledsl.session import SolverSession


class ByParts(Protocol):
    """The answer to a question about parts of a model."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came first."""

    @property
    def questions(self) -> int:
        """How many parts of the model were tried."""


P = TypeVar("P", bound=ByParts)
Q = TypeVar("Q")

OBJECTIVE = "the objective is ignored: every filling that obeys the rules is a solution"
DEFINED = (
    "the objective is ignored, except that it must be defined: every such filling that obeys the rules is a solution"
)


@dataclass(frozen=True)
class AnalysisCall:
    """The options of an analysis command.

    Attributes:
        time_limit: seconds for the whole command.
        solver, encoding: for those analyses that leave the choice.
    """

    model: ModelOptions
    time_limit: float | None
    invocation: Invocation
    solver: str | None = None
    encoding: str | None = None

    @property
    def deadline(self) -> float | None:
        """On the clock of ``time.monotonic``."""
        return None if self.time_limit is None else self.invocation.started + self.time_limit

    @property
    def options(self) -> Options:
        """The solver and the encoding that were asked for."""
        from puzzledsl.answer import Options

        return Options(encoding=self.encoding, solver=self.solver)

    def session(self, model: Model) -> SolverSession:
        """The session that answers questions about a model, within the time limit."""
        from puzzledsl.session import SolverSession

        return SolverSession(model, self.options, self.deadline)


@dataclass
class AnalysisRun:
    """How far it came.

    Attributes:
        model: ``None`` when the limit, or Ctrl-C, came before there was one.
        seconds: by stage, ``total`` from the start of the process.
        late: the time limit came first, in a stage that knows nothing of it.
        interrupted: Ctrl-C came first.
    """

    invocation: Invocation
    model: Model | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    late: bool = False
    interrupted: bool = False

    @property
    def screen(self) -> Screen:
        """Where the answer is printed as text."""
        return self.invocation.screen

    @property
    def quiet(self) -> bool:
        """Only the answer is printed: no title, no status line."""
        return self.invocation.quiet

    @property
    def why(self) -> str:
        """Why an answer is not complete."""
        return "interrupted" if self.interrupted else "the time limit came first"

    def title(self) -> list[str]:
        """The first line of the text, if there is one."""
        if self.model is None or not self.model.title or self.quiet:
            return []
        return [self.screen.strong(self.model.title)]

    def status_line(self, *parts: str, questions: int | None = None) -> str:
        """The last line of the text: what came of it, how many parts of the model were tried, the seconds."""
        if questions is not None:
            parts += ("interrupted",) if self.interrupted else ()
            parts += (counted(questions, "question"),)
        return self.screen.joined(*parts, seconds_text(self.seconds["total"]))

    def closing_json(self) -> dict[str, object]:
        """What the JSON of an answer ends with."""
        interrupted = {"interrupted": True} if self.interrupted else {}
        return interrupted | {"seconds": {stage: round(seconds, 6) for stage, seconds in self.seconds.items()}}

    def exit_status(self, status: int) -> int:
        """The exit status of the command: that of Ctrl-C if it came, otherwise the given one."""
        return statuses.INTERRUPTED if self.interrupted else status


def run_analysis(
    file: str,
    call: AnalysisCall,
    work: Callable[[Model, float | None, Display], None],
    stage: str,
    progress: bool = True,
    objective: bool = False,
) -> AnalysisRun:
    """Read a model and do the work on it. At the time limit, or after Ctrl-C, the work may be broken off anywhere:
    what it has found so far it has to keep where the caller finds it.

    Args:
        work: gets the model, the deadline (of ``time.monotonic``), and the display of progress.
        stage: what the work is called in the display, as ``counting``.
        progress: whether there may be a display: not where answers are streamed to the same terminal.
        objective: the work does not ignore it.

    Raises:
        PuzzleError: the file cannot be read, or the model is wrong, or the work finds that it is.
    """
    from puzzledsl.cli.progress import Display

    refuse_two_readers([file], call.model)
    invocation, deadline = call.invocation, call.deadline
    run = AnalysisRun(invocation)
    try:
        with watched(deadline), Display(progress and not invocation.quiet, invocation.color) as display:
            run.model, run.seconds = load(file, call.model, deadline)
            invocation.warn_of_all(run.model.warnings)
            if run.model.objective is not None and not objective and not invocation.json:
                partial = any(r.origin.kind is Kind.OBJECTIVE for r in run.model.requirements)
                invocation.warn(DEFINED if partial else OBJECTIVE)
            display.stage = stage
            work(run.model, deadline, display)
    except (TimeIsUp, OutOfTime):
        run.late = True
    except KeyboardInterrupt:
        run.interrupted = True
    run.seconds["total"] = time.monotonic() - invocation.started
    return run


def run_question(
    file: str,
    call: AnalysisCall,
    question: Callable[[SolverSession], Q],
    ask: Callable[[Q, float | None, Display], object],
    stage: str,
) -> tuple[AnalysisRun, list[Q]]:
    """Read a model and ask a question that keeps what it has found. Returns how far it came, and the question, if it
    was asked at all.

    Args:
        question: makes the question, such as a `puzzledsl.analysis.uniqueness.UniquenessTest`.
        ask: gets the question, the deadline (of ``time.monotonic``), and the display of progress.
        stage: as of `run_analysis`.

    Raises:
        PuzzleError: as of `run_analysis`.
    """
    asked: list[Q] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        with call.session(model) as session:
            asked.append(question(session))
            ask(asked[0], deadline, display)

    return run_analysis(file, call, work, stage), asked


def run_by_parts(file: str, call: AnalysisCall, ask: Callable[..., P], stage: str, unknown: P) -> tuple[AnalysisRun, P]:
    """Read a model and ask a question about parts of it. Returns how far it came, and the latest answer published.

    Args:
        ask: a function such as `puzzledsl.analysis.redundancy.redundant`; gets the model, and ``how`` to be asked.
        stage: what the work is called in the display.
        unknown: the answer where nothing has been published.

    Raises:
        PuzzleError: as of `run_analysis`.
    """
    from puzzledsl.analysis.asking import Asking

    found = [unknown]

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(word: str) -> None:
            display.stage = f"{stage}: {word}"

        found.append(ask(model, how=Asking(call.options, deadline, report, publish=found.append)))

    run = run_analysis(file, call, work, stage)
    run.interrupted = run.interrupted or found[-1].interrupted
    return run, found[-1]


def branches_text(nodes: int) -> str:
    """``1 branch``, ``1,234 branches``."""
    return "1 branch" if nodes == 1 else f"{nodes:,} branches"


def analysis_options(function: Callable[..., Any]) -> Any:
    """FILE, and ``--time-limit``, the options of the model, ``--json``, ``--quiet`` and ``--color``, collected with
    those of `solver_options` in the parameter ``call``.
    """

    @wraps(function)
    def collected(*args: Any, options: ModelOptions, time_limit: float | None, **kwargs: Any) -> Any:
        by = {name: kwargs.pop(name) for name in ("solver", "encoding")} if "solver" in kwargs else {}
        call = AnalysisCall(options, time_limit, invocation_of(click.get_current_context()), **by)
        return function(*args, call=call, **kwargs)

    added: Any = collected
    for option in (
        color_option,
        quiet_option(),
        json_option,
        model_options,
        time_limit_option("Time limit for the whole command."),
        click.argument("file", type=ModelFile(), metavar="FILE"),
    ):
        added = option(added)
    return added
