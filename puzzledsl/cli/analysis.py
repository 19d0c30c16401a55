"""An analysing command: its question about one model, which it asks and whose answer it prints."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.progress import Display
from puzzledsl.cli.shared_options import color_option, json_option, model_options, quiet_option, time_limit_option
from puzzledsl.drawable import Answer
from puzzledsl.model import Kind
from puzzledsl.time_limit import OutOfTime
from puzzledsl.timing import TimeIsUp, watched

if TYPE_CHECKING:
    from puzzledsl.analysis.asking import Asking
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen

OBJECTIVE = "the objective is ignored: every filling that obeys the rules is a solution"


DEFINED = (
    "the objective is ignored, except that it must be defined: every such filling that obeys the rules is a solution"
)


class Analysis:
    """One call of an analysing command. Each command is a subclass, which has its own options as attributes.

    At the time limit, or after Ctrl-C, `ask` may be broken off anywhere. What `so_far` returns then takes the place of
    its answer.

    Attributes:
        question: the function that is asked, as ``module.function``; it gets the options in ``own``.
        stage: what the display of progress shows while the question is asked.
        nothing: the JSON if the time limit comes before any answer.
        objective: whether the analysis takes the objective of the model into account.
        streams: answers are printed while they are found, so there is no display on the same terminal.
        on_stderr: the text is only about the answer, and goes to standard error.
        allow_clashes: a model is read even if some of its clues can be seen never to hold together.
        model: the model, as soon as it is read.
        seconds: by stage; ``total`` from the start of the process.
        interrupted: Ctrl-C came first.
        so_far: returns what was found so far, or ``None``.
    """

    question = ""
    stage = "solving"
    nothing: Mapping[str, object] = {"status": "unknown"}
    objective = False
    streams = False
    on_stderr = False
    allow_clashes = False
    interrupted = False
    model: Model
    display: Display

    def __init__(
        self,
        invocation: Invocation,
        *,
        file: str,
        options: ModelOptions,
        time_limit: float | None = None,
        solver: str | None = None,
        encoding: str | None = None,
        pictures: Pictures | None = None,
        **own: Any,
    ) -> None:
        self.invocation = invocation
        self.file = file
        self.options = options
        self.end = inf if time_limit is None else invocation.started + time_limit
        self.solver = solver
        self.encoding = encoding
        self.pictures = pictures
        self.seconds: dict[str, float] = {}
        self.so_far: Callable[[], Any] = lambda: None
        self.own = own
        vars(self).update(own)

    # ── what a command defines ───────────────────────────────────────────────────────────────────

    def check(self) -> None:
        """Refuse a wrong call.

        Raises:
            UsageError: options that do not go together.
            PuzzleError: a file that cannot be written.
        """

    def ask(self) -> Any:
        """Find the answer."""
        module, _, function = self.question.rpartition(".")
        return getattr(import_module(f"puzzledsl.{module}"), function)(self.model, self.asking(), **self.own)

    def json(self, found: Any) -> Any:
        """The answer as JSON-ready data, without seconds."""
        return found.as_json()

    def text(self, found: Any) -> Any:
        """The answer as text."""
        return found.as_text(self.screen)

    def scene(self, found: Any) -> Any:
        """What pictures show."""
        return found._scene()

    # ── how it runs ──────────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        """Read the model, ask, print the answer, and return the exit status.

        Raises:
            UsageError: options do not go together.
            PuzzleError: the file cannot be read, the model is wrong, or a picture cannot be written.
        """
        self.check()
        found = self._found()
        self.show(found)
        if self.interrupted:
            return statuses.INTERRUPTED
        status = statuses.LIMIT if found is None else statuses.of_answer(getattr(found, "status", "shown"))
        return status if status != statuses.FOUND or getattr(found, "proven", True) else statuses.LIMIT

    def _found(self) -> Any:
        from puzzledsl.kernel.library import seconds_worked

        refuse_two_readers([self.file], self.options)
        found, worked = None, seconds_worked()
        try:
            with watched(self.end), Display(not (self.streams or self.quiet), self.invocation.color) as display:
                self.display = display
                self.model, self.seconds = load(self.file, self.options, self.allow_clashes)
                self._warn()
                display.stage = self.stage
                found = self.ask()
        except (TimeIsUp, OutOfTime):
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds["kernel"] = seconds_worked() - worked
        self.seconds["total"] = time.monotonic() - self.invocation.started
        self.screen.interrupted, self.screen.quiet, self.screen.file = self.interrupted, self.quiet, self.file
        found = self.so_far() if found is None else found
        return found.timed(self.seconds) if isinstance(found, Answer) else found

    def _warn(self) -> None:
        self.invocation.warn_of_all(self.model.warnings)
        if self.model.objective is not None and not self.objective and not self.invocation.json:
            partial = any(r.origin.kind is Kind.OBJECTIVE for r in self.model.requirements)
            self.invocation.warn(DEFINED if partial else OBJECTIVE)

    def show(self, found: Any) -> None:
        """Print the answer, as JSON or as text, and write its pictures.

        With JSON the pictures are written first, so that an error about them is the only object printed. With text they
        are written last, so that the answer is printed even if the disk is full.
        """
        pictures, json = self.pictures, self.invocation.json

        def write_pictures() -> None:
            if pictures is not None:
                pictures.write(lambda: None if found is None else self.scene(found))

        if json:
            write_pictures()
            answer = {**(self.nothing if found is None else self.json(found))}
            if self.interrupted:
                answer["interrupted"] = True
            answer["seconds"] = {stage: round(seconds, 6) for stage, seconds in self.seconds.items()}
            self.invocation.emit(answer)
            return
        if self.on_stderr or pictures is None or not pictures.on_stdout:
            text = f"unknown ({self.why})" if found is None else self.text(found)
            if text:
                sys.stdout.flush()
                print(text, file=sys.stderr if self.on_stderr else sys.stdout, flush=True)
        write_pictures()

    # ── what its parts use ───────────────────────────────────────────────────────────────────────

    @property
    def screen(self) -> Screen:
        """Where the answer is printed as text."""
        return self.invocation.errors if self.on_stderr else self.invocation.screen

    @property
    def quiet(self) -> bool:
        """Whether only the answer is printed: no title, no status line."""
        return self.invocation.quiet

    @property
    def why(self) -> str:
        """Why an answer is not complete."""
        return self.screen.why(getattr(self, "model", None))  # none, if time ran out before it was read

    def asking(self) -> Asking:
        """How the question is asked: within the time limit, with the display of progress."""
        from puzzledsl.analysis.asking import Asking
        from puzzledsl.answer import Options

        def publish(known: Callable[[], Any]) -> None:
            self.so_far = known

        read = self.options.rereading().changed(self.model)
        return Asking(Options(encoding=self.encoding, solver=self.solver), self.display.report, publish, read)


def analysis_command(
    analysis: type[Analysis] | Callable[..., int], name: str, short_help: str, *options: Callable[[Any], Any]
) -> click.Command:
    """Make the command of an analysis: FILE, the options of the model, ``--time-limit``, ``--json``, ``--quiet``,
    ``--color``, and these options.

    Args:
        analysis: its docstring is the help text. A function, for a choice between several, gets the `Invocation`, and
            the options by their names.
    """

    def run(*invocation: Any, **given: Any) -> int:
        called = analysis(*invocation, **given)
        return called if isinstance(called, int) else called.run()

    made: Any = click.pass_obj(run)
    for one in (
        color_option,
        quiet_option(),
        json_option,
        *reversed(options),
        model_options,
        time_limit_option("Time limit for the whole command."),
        click.argument("file", type=ModelFile(), metavar="FILE"),
    ):
        made = one(made)
    return click.command(name, short_help=short_help, help=analysis.__doc__)(made)
