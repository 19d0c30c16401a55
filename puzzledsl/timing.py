"""A time limit that is enforced in every stage."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from puzzledsl.time_limit import seconds_left, until

MARGIN = 0.75
"""Seconds between the time limit and the signal that breaks off the work. In this time HiGHS can stop and return its
result."""

AGAIN = 5.0
"""Seconds until it is broken off once more: an error that is raised while Python collects garbage is lost."""


class TimeIsUp(BaseException):
    """The time limit passed in a stage that does not check it."""


@contextmanager
def watched(end: float) -> Iterator[None]:
    """Run the block with a time limit.

    Long work checks the clock itself. Python code that does not is broken off by a signal `MARGIN` seconds after the
    limit. There is no such signal on Windows, and none outside the main thread.

    Args:
        end: when the limit ends, in seconds of ``time.monotonic``; ``inf``: never.

    Raises:
        TimeIsUp: the signal broke off the block.
    """
    if end == inf or not hasattr(signal, "setitimer"):
        with until(end):
            yield
        return
    try:
        before = signal.signal(signal.SIGALRM, _time_is_up)
    except ValueError:  # not the main thread
        with until(end):
            yield
        return
    try:
        with until(end):
            signal.setitimer(signal.ITIMER_REAL, (seconds_left() or 0.0) + MARGIN, AGAIN)
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C and the end of the time limit until the block is done. On Windows, do not delay them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _time_is_up(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise TimeIsUp
