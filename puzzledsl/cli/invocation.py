"""What one call of the command carries from its options to its end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Invocation:
    """One call.

    Attributes:
        started: when the process began, on the clock of ``time.monotonic``.
        json: answers and errors go to standard output as JSON.
        color: ``auto``, ``always`` or ``never``.
    """

    started: float
    json: bool = False
    color: str = "auto"
