"""What `puzzledsl check` does with an input, and what is wrong with that."""

from __future__ import annotations

import re
import time

from puzzledsl import PuzzleError, parse
from puzzledsl.elaboration import Limits
from puzzledsl.flattening import flatten

RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that command a terminal, or reorder what it shows."""

LONGEST = 2.0
"""Seconds of processor time that an input may take."""


def check(text: str, limits: Limits | None = None) -> tuple[str, float]:
    """What is wrong with how the text was checked, or nothing; and the processor time that it took."""
    started = time.thread_time()
    said: list[str] = []
    wrong = ""
    try:
        model = parse(text, limits=limits)
        flatten(model.elaborated)
        said = list(model.warnings)
    except PuzzleError as error:
        said = [str(error), *(str(diagnostic.as_json()) for diagnostic in error.diagnostics)]
        wrong = "" if all(said) else "an empty message"
    except (Exception, RecursionError) as error:
        wrong = repr(error)
    seconds = time.thread_time() - started
    if any(RAW.search(message) for message in said):
        wrong = f"a raw control character: {said!r}"
    if not wrong and seconds > LONGEST:
        wrong = f"{seconds:.1f} s of processor time"
    return wrong, seconds
