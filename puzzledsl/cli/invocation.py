"""What one call of the command carries from its options to its end."""

from __future__ import annotations

from collections.abc import Callable


class Invocation:
    """One call.

    Attributes:
        started: when the process began, on the clock of ``time.monotonic``.
        json: answers and errors go to standard output as JSON.
        color: ``auto``, ``always`` or ``never``.
        text: what is printed without ``--json``, where the caller asked for both.
        found: the same as an object, of commands that keep it.
    """

    def __init__(self, started: float, json: bool = False, color: str = "auto", keeps_text: bool = False) -> None:
        self.started = started
        self.json = json
        self.color = color
        self.text = ""
        self.found: object = None
        self._keeps_text = keeps_text

    def keep_text(self, text: Callable[[], str], found: object = None) -> None:
        """Keep what would be printed without ``--json``, and what it is about, if somebody wants it too."""
        if self._keeps_text:
            self.text, self.found = text(), found
