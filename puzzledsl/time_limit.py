"""How a call ends early: at its deadline, or because its caller cancelled it.

Both use one mechanism. All work that can be stopped has a deadline and calls `is_late`; cancelling a call makes all of
its deadlines pass. A call that may be cancelled but has no time limit has the deadline `UNTIL_CANCELLED`. The deadline
``None`` is for work that must not be stopped before its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TypeVar

Item = TypeVar("Item")

BEFORE_SOLVER = "the time limit came before the solver"
"""What an answer says then."""

UNTIL_CANCELLED = inf
"""The deadline of a call that only its caller ends."""

Late = Callable[[], bool]
"""Whether there is no more time."""


class OutOfTime(Exception):  # noqa: N818 - a finding, not a mistake
    """The time was up before the work was complete."""


class Cancelled(Exception):  # noqa: N818 - what the caller asked for, not a mistake
    """The call was ended by its `CancellationToken`. It returns nothing, even if it had found something."""


class CancellationToken:
    """Cancel the calls that have this token, from another thread or from ``on_progress``.

    >>> token = CancellationToken()
    >>> token.cancel()
    >>> token.cancelled
    True

    Several calls may have the same token, one after another or at the same time. A cancelled token stays cancelled: a
    further call with it raises `Cancelled` at once.
    """

    __slots__ = ("_calls", "_cancelled")

    def __init__(self) -> None:
        self._cancelled = False
        self._calls: list[Callable[[], object]] = []

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Cancel the calls. Each raises `Cancelled` within a fraction of a second. This may be called twice."""
        self._cancelled = True
        for call in tuple(self._calls):
            call()

    def __repr__(self) -> str:
        return f"<CancellationToken{' cancelled' if self._cancelled else ''}>"


_current: ContextVar[CancellationToken | None] = ContextVar("puzzledsl cancellation", default=None)


def is_late(deadline: float | None) -> bool:
    """Return whether work with this deadline (on the clock of ``time.monotonic``) must end.

    Without a deadline it need not.
    """
    if deadline is None:
        return False
    token = _current.get()
    return (token is not None and token._cancelled) or time.monotonic() >= deadline


def is_cancelled() -> bool:
    """Return whether the current call was cancelled."""
    token = _current.get()
    return token is not None and token._cancelled


def is_timed(deadline: float | None) -> bool:
    """Return whether this deadline is a time limit."""
    return deadline is not None and deadline != UNTIL_CANCELLED


def deadline_in(seconds: float | None) -> float | None:
    """Return the deadline of a time limit that begins now.

    Without a time limit it is `UNTIL_CANCELLED` in a call that may be cancelled, otherwise ``None``.
    """
    if seconds is not None:
        return time.monotonic() + seconds
    return None if _current.get() is None else UNTIL_CANCELLED


def seconds_left(deadline: float | None) -> float | None:
    """Return the seconds to the deadline, at least 0. ``None`` means no limit, as in functions that wait."""
    if deadline is None or deadline == UNTIL_CANCELLED:
        return None
    return max(deadline - time.monotonic(), 0.0)


@contextmanager
def cancellable(token: CancellationToken | None) -> Iterator[None]:
    """Run the block as a call that the token can cancel.

    Raises:
        Cancelled: the token is cancelled, even if the block then ends with an answer or an error.
    """
    if token is None:
        yield
        return
    if token.cancelled:
        raise Cancelled("the call was cancelled before it began")
    before = _current.set(token)
    try:
        yield
    except Exception as error:
        if not token.cancelled:
            raise
        raise Cancelled("the call was cancelled") from error
    finally:
        _current.reset(before)
    if token.cancelled:
        raise Cancelled("the call was cancelled")


def each_cancellable(items: Iterator[Item], token: CancellationToken | None) -> Iterator[Item]:
    """Yield the items of an iterator. The token can cancel the search for the next item."""
    try:
        while True:
            with cancellable(token):
                item = next(items, _END)
            if item is _END:
                return
            yield item  # type: ignore[misc] # not the end
    finally:
        close = getattr(items, "close", None)
        if close is not None:
            close()


_END = object()


@contextmanager
def on_cancel(wake: Callable[[], object]) -> Iterator[None]:
    """Run a block that waits. If the current call is cancelled meanwhile, the cancelling thread calls ``wake``, perhaps
    twice."""
    token = _current.get()
    if token is None:
        yield
        return
    token._calls.append(wake)
    try:
        if token.cancelled:
            wake()
        yield
    finally:
        token._calls.remove(wake)


def until(deadline: float | None) -> Late | None:
    """Return a function that says whether the deadline has passed, or ``None`` without a deadline."""
    return None if deadline is None else lambda: is_late(deadline)


def in_time(items: Iterable[Item], late: Late | None) -> Iterator[Item]:
    """The items one by one.

    Raises:
        OutOfTime: it is late, and there are items left.
    """
    if late is None:
        yield from items
        return
    for item in items:
        if late():
            raise OutOfTime
        yield item
