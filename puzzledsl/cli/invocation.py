"""The state of one call of the command: when it started, and how it writes answers and remarks."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.presentation.screen import Screen


class Invocation:
    """One call.

    Attributes:
        started: when the process began, on the clock of ``time.monotonic``.
        json: answers and errors go to standard output as JSON.
        color: ``auto``, ``always`` or ``never``.
        quiet: no remarks, and nothing besides the answer.
    """

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
