"""What the commands that ask about one model share: reading it, the time limit, progress, Ctrl-C, and mistakes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.modelfile import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.options import ModelFile, Number, color_option, json_option, model_options
from puzzledsl.cli.style import print_warning
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model

F = TypeVar("F", bound=Callable[..., Any])

OBJECTIVE = "the objective is left aside: a solution is whatever keeps the rules"


@dataclass(frozen=True)
class Asking:
    """Everything that was asked for, whatever the question.

    Attributes:
        time_limit: seconds for the whole command.
    """

    model: ModelOptions
    time_limit: float | None
    invocation: Invocation
    quiet: bool = False

    @property
    def deadline(self) -> float | None:
        """On the clock of ``time.monotonic``."""
        return None if self.time_limit is None else self.invocation.started + self.time_limit


@dataclass
class Asked:
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

    @property
    def broken_off(self) -> bool:
        """Whether what has been found is not all that was asked for."""
        return self.late or self.interrupted


def ask(
    file: str,
    call: Asking,
    work: Callable[[Model, float | None, Display], None],
    stage: str,
    progress: bool = True,
) -> Asked:
    """Read a model and do the work on it. At the time limit, or after Ctrl-C, the work may be broken off anywhere:
    what it has found so far it has to keep where the caller finds it.

    Args:
        work: gets the model, the deadline (of ``time.monotonic``), and the display of progress.
        stage: what the work is called in the display, as ``counting``.
        progress: whether there may be a display: not where answers are streamed to the same terminal.

    Raises:
        PuzzleError: the file cannot be read, or the model is wrong, or the work finds that it is.
    """
    from puzzledsl.cli.progress import Display

    refuse_two_readers([file], call.model)
    asked, deadline = Asked(), call.deadline
    try:
        with watched(deadline), Display(progress and not call.quiet, call.invocation.color) as display:
            asked.model, asked.seconds = load(file, call.model, deadline)
            if not call.quiet and not call.invocation.json:
                for warning in asked.model.warnings:
                    print_warning(warning, call.invocation.color)
                if asked.model.objective is not None:
                    print_warning(OBJECTIVE, call.invocation.color)
            display.stage = stage
            work(asked.model, deadline, display)
    except (TimeIsUp, OutOfTime):
        asked.late = True
    except KeyboardInterrupt:
        asked.interrupted = True
    asked.seconds["total"] = time.monotonic() - call.invocation.started
    return asked


def exit_status(asked: Asked, status: int) -> int:
    """Ctrl-C counts more than what came of the question."""
    return statuses.INTERRUPTED if asked.interrupted else status


def seconds_text(seconds: float) -> str:
    """As status lines have it."""
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def branches_text(nodes: int) -> str:
    """``1 branch``, ``1,234 branches``."""
    return "1 branch" if nodes == 1 else f"{nodes:,} branches"


def question_options(function: F) -> F:
    """FILE, ``--time-limit``, the options of the model, ``--json``, ``--quiet``, ``--color``."""
    added: Any = function
    for option in (
        color_option,
        click.option("--quiet", "-q", is_flag=True, help="Only the answer: no title, no status line, no warnings."),
        json_option,
        model_options,
        click.option("--time-limit", type=Number(), metavar="SECONDS", help="Of the whole command."),
        click.argument("file", type=ModelFile(), metavar="FILE"),
    ):
        added = option(added)
    return added  # type: ignore[no-any-return]
