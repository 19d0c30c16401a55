"""A time limit that is enforced in every stage."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from puzzledsl.time_limit import seconds_left, until

MARGIN = 0.75
"""Seconds past the limit after which the work is broken off: time for HiGHS to be stopped and to return what it
has."""

AGAIN = 5.0
"""Seconds until it is broken off once more: an error that is raised while Python collects garbage is lost."""


class TimeIsUp(BaseException):
    """The limit has passed, and a stage that knows nothing of limits is still at work."""


@contextmanager
def watched(end: float) -> Iterator[None]:
    """Runs the block with a time limit that ends at a moment of ``time.monotonic``.

    All long work looks at the clock itself. Work in Python that does not is broken off by `TimeIsUp` when it exceeds
    the limit by `MARGIN`; not without signals (Windows, or not the main thread).
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
    """Ctrl-C and the end of the time limit wait until the block is done, where the system can do that."""
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
