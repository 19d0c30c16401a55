"""A time limit that is enforced in every stage."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MARGIN = 0.75
"""Seconds past the limit after which the work is broken off: time for HiGHS to be stopped and to return what it
has."""


class TimeIsUp(BaseException):
    """The limit has passed, and a stage that knows nothing of limits is still at work."""


@contextmanager
def watched(deadline: float | None) -> Iterator[None]:
    """Raises `TimeIsUp` in the block when the deadline (of ``time.monotonic``) is past by more than `MARGIN`.

    Stages that watch the time themselves end before. Without signals (Windows, or not the main thread) they are
    all there is.
    """
    if deadline is None or not hasattr(signal, "setitimer"):
        yield
        return
    try:
        before = signal.signal(signal.SIGALRM, _time_is_up)
    except ValueError:  # not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, max(deadline + MARGIN - time.monotonic(), 0.001))
    try:
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
