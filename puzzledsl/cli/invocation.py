"""The state of one call of the command: when it started, and how it writes answers and remarks."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.cli.analysis import Analysis
    from puzzledsl.cli.progress import Display
    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.drawable import Scene
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.source import Source

A = TypeVar("A")


class Invocation:
    """One call.

    Attributes:
        started: when the process began, on the clock of ``time.monotonic``.
        json: answers and errors go to standard output as JSON.
        color: ``auto``, ``always`` or ``never``.
        quiet: no remarks, and nothing besides the answer.
        source: the text that is read in the place of standard input.
    """

    source: Source | None = None

    def __init__(self, started: float, json: bool = False) -> None:
        self.started = started
        self.json = json
        self.color = "auto"
        self.quiet = False

    @cached_property
    def screen(self) -> Screen:
        """What standard output can show."""
        from puzzledsl.presentation.screen import Screen

        return Screen(self.color, sys.stdout)

    @cached_property
    def errors(self) -> Screen:
        """What standard error can show."""
        from puzzledsl.presentation.screen import Screen

        return Screen(self.color, sys.stderr)

    def display(self, shown: bool) -> Display:
        """What shows how far the work is."""
        from puzzledsl.cli.progress import Display

        return Display(shown and not self.quiet, self.color)

    def print_answer(self, asked: Analysis[A], found: A | None) -> None:
        """Print the answer of a question, as JSON or as text, and write its pictures.

        With JSON the pictures come first: what goes wrong with them is then the one object printed. With text they
        come last: a full disk must not cost the answer.
        """
        pictures = asked.pictures

        def shown() -> Scene | Picture | None:
            return None if found is None else asked.scene(found)

        if self.json:
            if pictures is not None:
                pictures.write(shown)
            self.emit(asked.json_of(found))
            return
        if (asked.on_stderr or pictures is None or not pictures.on_stdout) and (text := asked.text_of(found)):
            sys.stdout.flush()
            print(text, file=sys.stderr if asked.on_stderr else sys.stdout, flush=True)
        if pictures is not None:
            pictures.write(shown)

    def emit(self, value: object) -> None:
        """Print one JSON value on a line of standard output."""
        import json

        print(json.dumps(value))

    def warn(self, remark: Diagnostic | str, even_if_quiet: bool = False) -> None:
        """Print a remark on a model or on the call to standard error, unless the call is quiet."""
        if even_if_quiet or not self.quiet:
            text = f"warning: {remark}" if isinstance(remark, str) else remark.render("warning")
            print(self.errors.painted(text), file=sys.stderr)

    def warn_of_all(self, remarks: Sequence[Diagnostic]) -> None:
        """Print the remarks on a model; with ``--json`` they are part of the answer, or left out."""
        if not self.json:
            from puzzledsl.diagnostics import shown

            for remark in shown(remarks, "warning"):
                self.warn(remark)

    def complain(self, diagnostics: Sequence[Diagnostic], **besides: object) -> None:
        """Print mistakes: to standard error, or with ``--json`` as the object that takes the place of an answer.

        Args:
            besides: what that object has before them.
        """
        if self.json:
            self.emit(besides | error_json(diagnostics))
        else:
            from puzzledsl.diagnostics import render

            sys.stdout.flush()
            print(self.errors.painted(render(diagnostics)), file=sys.stderr)


def each_file(
    invocation: Invocation, files: Sequence[str], work: Callable[[str, dict[str, object]], int], **mistaken: object
) -> int:
    """Do some work on one file after the other; a wrong one does not stop the rest. Return the exit status of all.

    Args:
        work: gets the name, and what the JSON of one of several files begins with; returns the file's exit status.
        mistaken: what the JSON of a wrong file has besides its mistakes.
    """
    from puzzledsl.cli import statuses
    from puzzledsl.diagnostics import PuzzleError

    found: list[int] = []
    for name in files:
        head: dict[str, object] = {"file": name} if len(files) > 1 else {}
        try:
            found.append(work(name, head))
        except PuzzleError as error:
            if found and not invocation.json:
                print(file=sys.stderr)
            invocation.complain(error.diagnostics, **head, **mistaken)
            found.append(statuses.WRONG)
        sys.stdout.flush()
        if found[-1] == statuses.INTERRUPTED:
            break
    return statuses.worst(found)


def error_json(diagnostics: Sequence[Diagnostic]) -> dict[str, object]:
    """The object that takes the place of a missing answer: a readable text, and its parts for tools."""
    from puzzledsl.diagnostics import json_of, render

    return {"error": render(diagnostics), "diagnostics": json_of(diagnostics)}
