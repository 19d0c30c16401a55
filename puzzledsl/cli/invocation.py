"""What one call of the command carries from its options to its end."""

from __future__ import annotations


class Invocation:
    """One call.

    Attributes:
        started: when the process began, on the clock of ``time.monotonic``.
        json: answers and errors go to standard output as JSON.
        color: ``auto``, ``always`` or ``never``.
    """

    def __init__(self, started: float, json: bool = False, color: str = "auto") -> None:
        self.started = started
        self.json = json
        self.color = color
