"""What `puzzledsl check` does with an input, and what is wrong with that."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from puzzledsl.cli import statuses
from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run

RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that command a terminal, or reorder what it shows. Tab and line feed are none."""

LONGEST = 2.0
"""Seconds of processor time that an input may take."""


def check(text: str, options: Sequence[str] = ()) -> tuple[str, float]:
    """What is wrong with how the command checked the text, or nothing; and the processor time that it took."""
    with _streams(text) as (output, errors):
        started = time.thread_time()
        status = run(command_line, ["check", *options, "-"], "puzzledsl")
        seconds = time.thread_time() - started
    printed = output.getvalue().decode("utf-8", "surrogatepass")
    said = errors.getvalue().decode("utf-8", "surrogatepass")
    if status not in (statuses.FOUND, statuses.WRONG):
        return f"status {status}: {said}", seconds
    if status == statuses.WRONG and not said.strip():
        return "an empty message", seconds
    if found := RAW.search(printed + said):
        return f"a raw control character {found[0]!r}: {said!r}", seconds
    if seconds > LONGEST:
        return f"{seconds:.1f} s of processor time", seconds
    return "", seconds


@contextmanager
def _streams(text: str) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """The standard streams as the command finds them, in UTF-8."""
    before = sys.stdin, sys.stdout, sys.stderr
    output, errors = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(output, encoding="utf-8", errors="surrogatepass")
    sys.stderr = io.TextIOWrapper(errors, encoding="utf-8", errors="surrogatepass")
    try:
        yield output, errors
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            stream.detach()  # else the buffer would be closed with it
        sys.stdin, sys.stdout, sys.stderr = before
