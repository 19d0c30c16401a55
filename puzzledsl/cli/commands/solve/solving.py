"""What ``puzzledsl solve`` does with each file."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl.answer import Answer, Options, without_answer
from puzzledsl.cli import statuses
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.recognition import short_name
from puzzledsl.records import record, replace
from puzzledsl.solve import solve_model
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.drawable import Scene
    from puzzledsl.model import Model
    from puzzledsl.progress import Progress


@record
class SolveCall:
    """The options of one call."""

    model: ModelOptions
    options: Options
    pictures: Pictures
    invocation: Invocation


def solve_files(files: Sequence[str], call: SolveCall) -> int:
    """Solves one file after the other; a wrong one does not stop the rest. Returns the exit status."""
    refuse_two_readers(files, call.model)
    found: list[int] = []
    for number, name in enumerate(files):
        started = call.invocation.started if number == 0 else time.monotonic()
        if len(files) > 1 and not call.invocation.json and not call.invocation.quiet:
            print(f"{'' if number == 0 else chr(10)}{short_name(name)}:")
        found.append(_solve_file(name, call, started, len(files) > 1))
        sys.stdout.flush()
        if found[-1] == statuses.INTERRUPTED:
            break
    return statuses.worst(found)


def _solve_file(name: str, call: SolveCall, started: float, several: bool) -> int:
    limit = call.options.time_limit
    deadline = None if limit is None else started + limit
    try:
        model, answer = _answer(name, call, started, deadline)
    except PuzzleError as error:
        call.invocation.complain(error.diagnostics, **_named(name, several))
        return statuses.WRONG
    _show(name, model, answer, call, several)
    return statuses.INTERRUPTED if answer.interrupted else statuses.of_answer(answer.status)


def _answer(name: str, call: SolveCall, started: float, deadline: float | None) -> tuple[Model | None, Answer]:
    """The model and its answer; without a model when the limit came before there was one."""
    from puzzledsl.cli.progress import Display

    seconds: dict[str, float] = {}
    model: Model | None = None
    shown = not (call.options.log or call.invocation.quiet)
    try:
        with watched(deadline), Display(shown, call.invocation.color) as display:
            model, seconds = load(name, call.model, deadline)
            display.stage = "solving"
            on_progress = display.on_progress
            if on_progress is None and model.objective is not None:
                on_progress = _unseen  # HiGHS reports its bound only when asked to, and Ctrl-C may need it
            answer = solve_model(model, call.options, on_progress, deadline)
    except (TimeIsUp, OutOfTime):
        answer = without_answer(call.options, "the time limit came first")
    except KeyboardInterrupt:
        answer = replace(without_answer(call.options, "interrupted"), interrupted=True)
    total = {"total": time.monotonic() - started}
    return model, replace(answer, seconds=seconds | answer.seconds | total)


def _unseen(progress: Progress) -> None:
    """Ignore a report."""


def _why(model: Model | None, command: str) -> str:
    """The clue that cannot hold by itself, if there is one, and the command that explains any other conflict."""
    from puzzledsl.analysis.lone_clue import impossible_alone

    lone = None if model is None else impossible_alone(model)
    said = "" if lone is None else f"{lone.sentence} (line {lone.line}) can never hold; "
    return f"{said}`{command}` says which clues cannot hold together"


def _show(name: str, model: Model | None, answer: Answer, call: SolveCall, several: bool) -> None:
    from puzzledsl.cli.commands.solve.answer_text import answer_json, answer_text, figures_text

    if call.options.log and answer.statistics is not None:
        print(figures_text(answer.statistics), file=sys.stderr)
    why = (
        _why(model, f"puzzledsl explain {short_name(name)}{call.model.words()}")
        if answer.status == "infeasible"
        else ""
    )
    if model is not None:
        call.invocation.warn_of_all(model.warnings)
    call.invocation.print_answer(
        lambda: _named(name, several) | answer_json(model, answer, why),
        lambda: answer_text(model, answer, call.invocation, why),
        call.pictures,
        lambda: None if model is None else _scene(model, answer),
    )


def _named(name: str, several: bool) -> dict[str, object]:
    """What the JSON of one of several files begins with."""
    return {"file": name} if several else {}


def _scene(model: Model, answer: Answer) -> Scene:
    from puzzledsl.drawable import Scene

    return Scene(model, answer.values)
