"""An analysing command: its question about one model, and how its answer prints as text, as JSON and as a picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, json_option, model_options, quiet_option, time_limit_option
from puzzledsl.cli.style import seconds_text
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.listing import counted
from puzzledsl.model import Kind
from puzzledsl.records import EMPTY
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.analysis.elements import Element
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.cli.style import Screen
    from puzzledsl.drawable import Scene
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.value_texts import Values
    from puzzledsl.session import SolverSession

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

OBJECTIVE = "the objective is ignored: every filling that obeys the rules is a solution"


DEFINED = (
    "the objective is ignored, except that it must be defined: every such filling that obeys the rules is a solution"
)


class Question(Protocol[A_co]):
    """A question that keeps what it has found, such as a `puzzledsl.analysis.uniqueness.UniquenessTest`."""

    def result(self) -> A_co:
        """What is known by now."""


Q = TypeVar("Q", bound="Question[Any]")


class Analysis(Generic[A]):
    """One call of an analysing command. Each command is a subclass, which has its own options as attributes.

    At the time limit, or after Ctrl-C, `ask` may be broken off anywhere. What `so_far` returns then takes the place of
    its answer.

    Attributes:
        stage: what the display of progress shows while the question is asked.
        by_status: exit statuses by the status of an answer; every other status is that of the time limit. Without any,
            each answer is a success.
        nothing: the JSON of an answer that the time limit came before.
        spaced: blank lines set the title and the status line apart.
        objective: the question does not ignore the objective.
        streams: answers are printed while they are found, so there is no display on the same terminal.
        on_stderr: the text is only about the answer, and goes to standard error.
        titled: the text begins with the title of the model.
        model: the model, as soon as it is read.
        seconds: by stage; ``total`` from the start of the process.
        interrupted: Ctrl-C came first.
        so_far: returns what was found so far, or ``None``.
    """

    stage = "solving"
    by_status: Mapping[str, int] = EMPTY
    nothing: Mapping[str, object] = {"status": "unknown"}
    spaced = False
    objective = False
    streams = False
    on_stderr = False
    titled = True
    late = False
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
        self.so_far: Callable[[], A | None] = lambda: None
        vars(self).update(own)

    # ── what a command defines ───────────────────────────────────────────────────────────────────

    def check(self) -> None:
        """Refuse a wrong call.

        Raises:
            UsageError: options that do not go together.
            PuzzleError: a file that cannot be written.
        """

    def ask(self) -> A:
        """Find the answer."""
        raise NotImplementedError

    def json(self, found: A) -> dict[str, object]:
        """The answer as JSON-ready data, without seconds."""
        return found.as_json()  # type: ignore[attr-defined,no-any-return]

    def lines(self, found: A) -> list[str]:  # noqa: ARG002
        """The answer as text."""
        return []

    def parts(self, found: A) -> Sequence[str] | None:  # noqa: ARG002
        """The parts of the status line, which the seconds follow; ``None``: there is no such line."""
        return None

    def scene(self, found: A) -> Scene | Picture | None:  # noqa: ARG002
        """What pictures show."""
        return None

    def exit_status(self, found: A) -> int:
        """The exit status, unless Ctrl-C came first."""
        return self.by_status.get(getattr(found, "status", ""), statuses.LIMIT) if self.by_status else statuses.FOUND

    # ── how it runs ──────────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        """Read the model, ask, print the answer, and return the exit status.

        Raises:
            UsageError: options do not go together.
            PuzzleError: the file cannot be read, the model is wrong, or a picture cannot be written.
        """
        self.check()
        found = self._found()
        self.interrupted = self.interrupted or getattr(found, "interrupted", False)
        self.show(found)
        if self.interrupted:
            return statuses.INTERRUPTED
        return statuses.LIMIT if found is None else self.exit_status(found)

    def _found(self) -> A | None:
        from puzzledsl.cli.progress import Display
        from puzzledsl.kernel.library import seconds_worked

        refuse_two_readers([self.file], self.options)
        found, worked = None, seconds_worked()
        try:
            with watched(self.end), Display(not (self.quiet or self.streams), self.invocation.color) as display:
                self.display = display
                self.model, self.seconds = load(self.file, self.options)
                self._warn()
                display.stage = self.stage
                found = self.ask()
        except (TimeIsUp, OutOfTime):
            self.late = True
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds["kernel"] = seconds_worked() - worked
        self.seconds["total"] = time.monotonic() - self.invocation.started
        return self.so_far() if found is None else found

    def _warn(self) -> None:
        self.invocation.warn_of_all(self.model.warnings)
        if self.model.objective is not None and not self.objective and not self.invocation.json:
            partial = any(r.origin.kind is Kind.OBJECTIVE for r in self.model.requirements)
            self.invocation.warn(DEFINED if partial else OBJECTIVE)

    def show(self, found: A | None) -> None:
        """Print the answer, and write its pictures."""
        self.invocation.print_answer(
            lambda: {**(self.nothing if found is None else self.json(found)), **self._closing()},
            lambda: self._text(found),
            self.pictures,
            lambda: None if found is None else self.scene(found),
            found,
            self.on_stderr,
        )

    def _closing(self) -> dict[str, object]:
        interrupted = {"interrupted": True} if self.interrupted else {}
        return interrupted | {"seconds": {stage: round(seconds, 6) for stage, seconds in self.seconds.items()}}

    def _text(self, found: A | None) -> str:
        if found is None:
            return f"unknown ({self.why})"
        titled = self.titled and self.model.title and not self.quiet
        sections = [[self.screen.strong(self.model.title)] if titled else [], self.lines(found)]
        if not self.quiet:
            sections.append([self.status_line(found)])
        return ("\n\n" if self.spaced else "\n").join("\n".join(section) for section in sections if any(section))

    def status_line(self, found: A) -> str:
        """The last line of the text; empty: there is none."""
        parts = self.parts(found)
        return "" if parts is None else self.screen.joined(*parts, seconds_text(self.seconds["total"]))

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
        from puzzledsl.session import shown_variables

        if self.interrupted:
            return "interrupted"
        model = getattr(self, "model", None)  # none, if time ran out before it was read
        if model is not None and any(model.variables[x].is_real for x in shown_variables(model)):
            return "a real variable may have further values"
        return "the time limit came first"

    def session(self) -> SolverSession:
        """The session that answers questions about the model, within the time limit."""
        from puzzledsl.answer import Options
        from puzzledsl.session import SolverSession

        return SolverSession(self.model, Options(encoding=self.encoding, solver=self.solver))

    def asked(self, question: Callable[[SolverSession], Q], run: Callable[[Q], A]) -> A:
        """Ask a question that keeps what it has found, in a session."""
        with self.session() as session:
            asked = question(session)
            self.so_far = asked.result
            return run(asked)

    def asked_by_parts(self, question: Callable[..., A], **how: object) -> A:
        """Ask a question about parts of the model, such as `puzzledsl.analysis.redundancy.redundant`."""
        from puzzledsl.analysis.subsets import Asking
        from puzzledsl.answer import Options

        def report(word: str) -> None:
            self.display.stage = f"{self.stage}: {word}"

        def publish(found: A) -> None:
            self.so_far = lambda: found

        options = Options(encoding=self.encoding, solver=self.solver)
        return question(self.model, how=Asking(options, report, publish=publish), **how)

    def asked_text(self, questions: int) -> list[str]:
        """How many parts of the model were tried, for the status line."""
        return [*(["interrupted"] if self.interrupted else []), counted(questions, "question")]

    def names(self, variables: Iterable[int]) -> list[str]:
        """The names of cells and variables."""
        return [self.model.variables[x].name for x in variables]

    def elements(self, elements: Iterable[Element]) -> list[dict[str, object]]:
        """Clues as JSON: kind, sentence, place in the source and cells."""
        found = []
        for element in elements:
            span = element.origin.span
            line, column = span.source.position(span.start)
            place = {"file": span.source.name, "line": line, "column": column}
            clue = {"clue": element.origin.clue, "sentence": element.sentence}
            found.append(clue | place | {"cells": self.names(element.variables)})
        return found

    def needed(self, witnesses: Mapping[Element, Values | None]) -> list[dict[str, object]]:
        """Clues as JSON, each with a solution of the model without it, where one is known."""
        return [
            shown | {"without_it": None if values is None else self.solution(values)}
            for shown, values in zip(self.elements(witnesses), witnesses.values(), strict=True)
        ]

    def solution(self, values: Values) -> dict[str, object]:
        """``grids`` as JSON, and ``variables`` where there are any besides."""
        from puzzledsl.presentation.report import grids, variables

        found: dict[str, object] = {"grids": grids(self.model, values)}
        others = variables(self.model, values)
        return found | {"variables": others} if others else found


def analysis_command(
    analysis: type[Analysis[Any]] | Callable[..., int], name: str, short_help: str, *options: Callable[[Any], Any]
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
