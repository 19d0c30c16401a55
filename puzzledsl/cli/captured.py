"""Commands run for somebody else than a terminal: the text comes in, JSON, text and picture come out.

`puzzledsl edit` runs its buttons' commands so, in the process of a page. They are the commands themselves, with
``--json``, so that a page and a script are told the same.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

Tell = Callable[[str, Any], None]


class _Input(io.BytesIO):
    """Standard input with a name of its own, for messages."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text.encode("utf-8", "surrogatepass"))
        self.name = name


@contextmanager
def _streams(text: _Input) -> Iterator[io.BytesIO]:
    """The standard streams as the command finds them. What it prints on standard error is not part of its answer."""
    before, output = sys.stdin, io.BytesIO()
    stdout = io.TextIOWrapper(output, encoding="utf-8")
    sys.stdin = io.TextIOWrapper(text, encoding="utf-8")
    try:
        with redirect_stdout(stdout), redirect_stderr(io.StringIO()):
            yield output
    finally:
        stdout.detach()  # else the output would be closed with it
        sys.stdin = before


@contextmanager
def _reporting(tell: Tell) -> Iterator[None]:
    from puzzledsl.cli import progress

    progress.listener = lambda text: tell("progress", {"text": text, "fraction": None})
    try:
        yield
    finally:
        progress.listener = None


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
    """
    from puzzledsl.cli.command_line import command_line
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.picture_options import content
    from puzzledsl.cli.run import run
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.given_values import givens_text
    from puzzledsl.web.limits import loaded

    values = options.get("values")
    try:
        _, *words = command_words(command, folder, {k: v for k, v in options.items() if k != "values"})
        if command == "steps" and isinstance(values, dict) and values:
            model = loaded(text, name, folder, allow_clashes=True)
            played = {one.name: one.told(values[one.name]) for one in model.variables if one.name in values}
            words = [f"--givens={givens_text(played, model.grids)}", *words]
    except PuzzleError as error:
        tell("error", {"message": error.diagnostics[0].message})
        return
    invocation = Invocation(time.monotonic(), json=True, keeps=True)
    with _streams(_Input(text, name)) as output, _reporting(tell):
        status = run(command_line, [command, *words], "puzzledsl", invocation=invocation)
        sys.stdout.flush()
    lines = output.getvalue().splitlines()
    answer = json.loads(lines[-1]) if lines else {}
    if "error" in answer:
        messages = [one["message"] for one in answer.get("diagnostics", [])]
        tell("error", {"message": (messages or [answer["error"]])[0]})
        return
    svg = None if invocation.shown is None else content(invocation.shown, "svg")
    result: dict[str, Any] = {"status": status, "answer": answer, "printed": invocation.text, "svg": svg}
    result["boards"] = _boards(invocation.found)
    if command in ("explain", "steps", "redundant", "minimize"):
        from puzzledsl.web.clue_places import add_places

        add_places(answer, loaded(text, name, folder, allow_clashes=True))
    if command in ("minimize", "generate"):
        result["model"] = answer.get("text")
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
