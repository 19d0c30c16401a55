"""The questions of a page, asked as the commands ask them: the text comes in, JSON, text and picture come out.

The options go the way of a command line, so that a page and a script are refused the same; the answer is the record
that a command would print.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.progress import INTERVAL, Display
from puzzledsl.presentation.screen import Screen
from puzzledsl.progress import Reporter
from puzzledsl.source import Source
from puzzledsl.web.solving_process import paced

if TYPE_CHECKING:
    from puzzledsl.cli.analysis import Analysis
    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.progress import Progress
    from puzzledsl.web.solving_process import Tell

A = TypeVar("A")


class _Display(Display):
    """Tells a page how far its question is."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(shown=False, color="never")
        self._tell = paced(tell, INTERVAL)
        self.report = Reporter(self._take)

    def _take(self, progress: Progress) -> None:
        super()._take(progress)
        self._tell("progress", lambda: {"text": self.text(), "fraction": None})


class PageCall(Invocation):
    """A call that keeps its answer.

    Attributes:
        result: what the page gets: the answer as JSON and as text, and the picture.
        mistake: the first message, if something is wrong.
    """

    def __init__(self, source: Source, tell: Tell) -> None:
        super().__init__(time.monotonic(), json=True)
        self.source = source
        self.result: dict[str, Any] = {"answer": {}, "printed": "", "svg": None, "boards": None}
        self.mistake = ""
        self.screen = self.errors = Screen()
        self._tell = tell

    def display(self, shown: bool) -> Display:  # noqa: ARG002
        """What tells the page how far the work is."""
        return _Display(self._tell)

    def print_answer(self, asked: Analysis[A], found: A | None) -> None:
        """Keep the answer."""
        from puzzledsl.drawable import drawn

        scene = None if found is None or asked.pictures is None else asked.scene(found)
        svg = None if scene is None else drawn(scene, "svg")
        printed = asked.text_of(found)
        self.result = {"answer": asked.json_of(found), "printed": printed, "svg": svg, "boards": _boards(found)}

    def emit(self, value: Any) -> None:
        """Keep an answer that has no text."""
        self.result["answer"] = value
        self.mistake = value.get("error", "")

    def warn(self, remark: Diagnostic | str, even_if_quiet: bool = False) -> None:
        """Nothing: the page shows the warnings of its text."""

    def complain(self, diagnostics: Sequence[Diagnostic], **besides: object) -> None:  # noqa: ARG002
        """Keep the first mistake."""
        from puzzledsl.diagnostics import shown

        self.mistake = shown(diagnostics)[0].message


OPTIONS: Mapping[str, Sequence[str]] = {
    "solve": ("encoding", "solver", "presolve", "gap", "seed"),
    "unique": ("encoding", "solver"),
    "count": ("encoding", "solver", "limit"),
    "explain": ("encoding", "solver", "by", "keep", "smallest", "all"),
    "steps": ("hint", "try", "until", "max"),
    "redundant": ("encoding", "solver", "by", "keep", "houses"),
    "minimize": ("encoding", "solver", "keep", "houses", "seed"),
    "generate": ("givens", "symmetry", "cages", "seed"),
    "relax": ("encoding", "presolve", "no-presolve", "cuts"),
    "tree": ("encoding", "presolve", "order", "nodes"),
    "model": ("encoding", "line", "clue", "no-presolve"),
}
"""The commands that a page may run, with the options that it may set. None of these reads or writes a file; and
``--solver pyomo:NAME`` is left out, since it starts programs by their name."""

LONGEST = 600.0
"""Seconds that a command may take if the page sets no limit."""


def command_words(command: str, folder: str | None, options: Mapping[str, Any]) -> list[str]:
    """The command line for a model on standard input, within the bounds of ``--safe``.

    Args:
        folder: of the files that the model may include.
        options: without dashes: ``{"by": "cell", "smallest": True, "keep": ["houses"], "time_limit": 60}``. ``cell``
            is the argument of `explain`.

    Raises:
        PuzzleError: a command that a page may not run, or an option that it may not set.
    """
    from puzzledsl.answer import SOLVERS
    from puzzledsl.diagnostics import failure
    from puzzledsl.web.limits import FILES

    if command not in OPTIONS:
        raise failure(f"the page cannot run `{command[:40]}`", code="call")
    words = [command, "--safe", f"--time-limit={options.get('time_limit', LONGEST)}"]
    cell = []
    if folder is not None:
        words += [f"--include={folder}", f"--bound=files={FILES}"]
    for name, value in options.items():
        if name == "cell" and command == "explain":
            cell = [str(value)]
        elif name in OPTIONS[command]:
            words += _option_words(name, value)
        elif name != "time_limit":
            raise failure(f"the page cannot set `{name[:40]}` of `{command}`", code="call")
        if name == "solver" and value not in (*SOLVERS, None, ""):
            raise failure(f"the page knows the solvers {', '.join(SOLVERS)}", code="call")
    return [*words, "--json", "--", "-", *cell]


def _option_words(name: str, value: object) -> list[str]:
    if isinstance(value, list):
        return [word for one in value for word in _option_words(name, one)]
    if value is True:
        return [f"--{name}"]
    return [] if value is False or value is None or value == "" else [f"--{name}={value}"]


def run_for_page(
    command: str, text: str, name: str, folder: str | None, options: Mapping[str, Any], tell: Tell
) -> None:
    """The job that runs a command: ``progress`` events, then ``result`` or ``error``.

    ``name`` is that of the text in messages, ``folder`` that of the files that it may include.
    ``values`` among the options of `steps` are those that a player has put in; they count as givens.

    Raises:
        PuzzleError: a command that a page may not run, or an option that it may not set.
    """
    from puzzledsl.cli.command_line import command_line
    from puzzledsl.cli.run import run
    from puzzledsl.given_values import givens_text
    from puzzledsl.web.limits import loaded

    values = options.get("values")
    words = command_words(command, folder, {k: v for k, v in options.items() if k != "values"})
    if command == "steps" and isinstance(values, dict) and values:
        model = loaded(text, name, folder, allow_clashes=True)
        played = {one.name: one.told(values[one.name]) for one in model.variables if one.name in values}
        words.insert(1, f"--givens={givens_text(played, model.grids)}")
    call = PageCall(Source(name, text), tell)
    status = run(command_line, words, "puzzledsl", invocation=call)
    if call.mistake:
        tell("error", {"message": call.mistake})
        return
    result = {"status": status} | call.result
    if command in ("explain", "steps", "redundant", "minimize"):
        from puzzledsl.web.clue_places import add_places

        add_places(result["answer"], loaded(text, name, folder, allow_clashes=True))
    if command in ("minimize", "generate"):
        result["model"] = result["answer"].get("text")
    tell("result", result)


def _boards(path: object) -> list[dict[str, list[int]]] | None:
    """The candidates before each step of a path, and after the last."""
    from puzzledsl.steps.solve_path import StepsPath

    if not isinstance(path, StepsPath):
        return None
    puzzle = path.puzzle
    return [
        {puzzle.names[x]: puzzle.values(x, mask) for x, mask in enumerate(masks[: puzzle.sources]) if mask}
        for masks in path.before
    ]
