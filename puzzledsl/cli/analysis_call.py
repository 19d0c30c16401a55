"""What the commands that ask about one model share: reading it, the time limit, progress, Ctrl-C, and mistakes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.run import print_json
from puzzledsl.cli.shared_options import (
    color_option,
    invocation_of,
    json_option,
    model_options,
    quiet_option,
    time_limit_option,
)
from puzzledsl.cli.style import print_warning
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.model import Kind
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.session import SolverSession


class ByParts(Protocol):
    """The answer to a question about parts of a model."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came first."""


P = TypeVar("P", bound=ByParts)

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
    quiet: bool = False
    solver: str | None = None
    encoding: str | None = None

    @property
    def deadline(self) -> float | None:
        """On the clock of ``time.monotonic``."""
        return None if self.time_limit is None else self.invocation.started + self.time_limit

    def session(self, model: Model) -> SolverSession:
        """What answers, with the solver and the encoding that were asked for."""
        from puzzledsl.answer import Options
        from puzzledsl.session import SolverSession

        return SolverSession(model, Options(encoding=self.encoding, solver=self.solver), self.deadline)


@dataclass
class AnalysisRun:
    """How far it came.

    Attributes:
        model: ``None`` when the limit, or Ctrl-C, came before there was one.
        seconds: by stage, ``total`` from the start of the process.
        late: the time limit came first, in a stage that knows nothing of it.
        interrupted: Ctrl-C came first.
    """

    model: Model | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    late: bool = False
    interrupted: bool = False

    @property
    def rounded_seconds(self) -> dict[str, float]:
        """As JSON answers have it."""
        return {stage: round(seconds, 6) for stage, seconds in self.seconds.items()}

    def closing_json(self, questions: int) -> dict[str, object]:
        """What the JSON of an analysis by parts of the model ends with: how many were tried, and the seconds."""
        interrupted = {"interrupted": True} if self.interrupted else {}
        return {"questions": questions} | interrupted | {"seconds": self.rounded_seconds}


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
    run, deadline = AnalysisRun(), call.deadline
    try:
        with watched(deadline), Display(progress and not call.quiet, call.invocation.color) as display:
            run.model, run.seconds = load(file, call.model, deadline)
            if not call.quiet and not call.invocation.json:
                for warning in run.model.warnings:
                    print_warning(warning, call.invocation.color)
                if run.model.objective is not None and not objective:
                    partial = any(r.origin.kind is Kind.OBJECTIVE for r in run.model.requirements)
                    print_warning(DEFINED if partial else OBJECTIVE, call.invocation.color)
            display.stage = stage
            work(run.model, deadline, display)
    except (TimeIsUp, OutOfTime):
        run.late = True
    except KeyboardInterrupt:
        run.interrupted = True
    run.seconds["total"] = time.monotonic() - call.invocation.started
    return run


def run_by_parts(file: str, call: AnalysisCall, ask: Callable[..., P], stage: str, unknown: P) -> tuple[AnalysisRun, P]:
    """Read a model and ask a question about parts of it. Returns how far it came, and the latest answer published.

    Args:
        ask: a function such as `puzzledsl.analysis.redundancy.redundant`; gets the model, and ``solver``, ``encoding``,
            ``deadline``, ``report`` and ``publish``.
        stage: what the work is called in the display.
        unknown: the answer where nothing has been published.

    Raises:
        PuzzleError: as of `run_analysis`.
    """
    found = [unknown]

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(word: str) -> None:
            display.stage = f"{stage}: {word}"

        solver, encoding = call.solver, call.encoding
        answer = ask(model, solver=solver, encoding=encoding, deadline=deadline, report=report, publish=found.append)
        found.append(answer)

    run = run_analysis(file, call, work, stage)
    run.interrupted = run.interrupted or found[-1].interrupted
    return run, found[-1]


def exit_status(run: AnalysisRun, status: int) -> int:
    """Ctrl-C counts more than what came of the question."""
    return statuses.INTERRUPTED if run.interrupted else status


def print_found(
    call: AnalysisCall,
    pictures: Pictures,
    as_json: Callable[[], dict[str, object]],
    as_text: Callable[[], str],
    draw: Callable[[], None],
) -> None:
    """Print what came of a question, as JSON or as text, and write its pictures.

    Args:
        draw: writes the pictures. With JSON first: what goes wrong with them is then the one object printed. With text
            last: a full disk must not cost the answer.
    """
    if call.invocation.json:
        draw()
        print_json(as_json())
        call.invocation.keep_text(as_text)
        return
    if not pictures.on_stdout:
        print(as_text(), flush=True)
    draw()


def seconds_text(seconds: float) -> str:
    """As status lines have it."""
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def status_line(parts: Sequence[str], questions: int, run: AnalysisRun) -> str:
    """The last line of an analysis by parts of the model: what came of it, how many were tried, the seconds."""
    from puzzledsl.presentation.terminal import can_draw

    ended = ["interrupted"] if run.interrupted else []
    counted = f"{questions} question{'' if questions == 1 else 's'}"
    separator = " · " if can_draw(sys.stdout.encoding) else " | "
    return separator.join([*parts, *ended, counted, seconds_text(run.seconds["total"])])


def branches_text(nodes: int) -> str:
    """``1 branch``, ``1,234 branches``."""
    return "1 branch" if nodes == 1 else f"{nodes:,} branches"


def analysis_options(function: Callable[..., Any]) -> Any:
    """FILE, and ``--time-limit``, the options of the model, ``--json``, ``--quiet`` and ``--color``, collected with
    those of `solver_options` in the parameter ``call``.
    """

    @wraps(function)
    def collected(
        *args: Any,
        options: ModelOptions,
        time_limit: float | None,
        as_json: bool,
        quiet: bool,
        color: str,
        **kwargs: Any,
    ) -> Any:
        del as_json, color  # the invocation has them
        by = {name: kwargs.pop(name) for name in ("solver", "encoding")} if "solver" in kwargs else {}
        call = AnalysisCall(options, time_limit, invocation_of(click.get_current_context()), quiet, **by)
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
