"""How a call ends early: at its time limit, or because its caller cancelled it.

Both are known to the current context, so no function passes them on. Work that may take long looks at the clock now
and then: it calls `is_late` and returns what it has, or `check_time`, which raises `OutOfTime`. What a call begins in
another thread runs in a copy of its context; another process is sent the seconds that are left, or is ended.

A block inside a limit may have a smaller one (`within`, `until`), never a larger one. No generator may yield inside
such a block: its consumer would go on with the limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from math import inf
from typing import TypeVar

Item = TypeVar("Item")

BEFORE_SOLVER = "the time limit came before the solver"
"""What an answer says then."""

LATE = "the time limit came before there was an answer"
"""The message where nothing can be returned."""

LONGEST_WAIT = 1e9
"""Seconds; systems refuse to wait much longer."""

clock: Callable[[], float] = time.monotonic
"""The time in seconds. Nothing else is read to find out whether it is late, so a test can count the readings."""


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


_current: ContextVar[tuple[CancellationToken | None, float]] = ContextVar("puzzledsl time limit", default=(None, inf))
"""What may end the current work: a token, and the moment on the `clock` when it is late."""


def is_late() -> bool:
    """Return whether the current work must end: its time is up, or it was cancelled."""
    token, deadline = _current.get()
    return (token is not None and token._cancelled) or (deadline != inf and clock() >= deadline)


def check_time() -> None:
    """End the current work if its time is up, or it was cancelled.

    Raises:
        OutOfTime: so it is.
    """
    if is_late():
        raise OutOfTime


def in_time(items: Iterable[Item]) -> Iterator[Item]:
    """The items one by one.

    Raises:
        OutOfTime: it is late, and there are items left.
    """
    for item in items:
        check_time()
        yield item


def is_cancelled() -> bool:
    """Return whether the current call was cancelled."""
    token = _current.get()[0]
    return token is not None and token._cancelled


def is_timed() -> bool:
    """Return whether the current work has a time limit."""
    return _current.get()[1] != inf


def seconds_left() -> float | None:
    """Return the seconds to the time limit, from 0 to `LONGEST_WAIT`. ``None`` means no limit, as in functions that
    wait."""
    deadline = _current.get()[1]
    return None if deadline == inf else min(max(deadline - clock(), 0.0), LONGEST_WAIT)


def moment_in(seconds: float | None) -> float:
    """Return the moment so many seconds from now, for `until`; ``None``: it never comes."""
    return inf if seconds is None else clock() + seconds


@contextmanager
def until(moment: float) -> Iterator[None]:
    """Run the block with a time limit that ends at a moment of the `clock`, if that comes before the current one."""
    token, deadline = _current.get()
    if moment >= deadline:
        yield
        return
    before = _current.set((token, moment))
    try:
        yield
    finally:
        _current.reset(before)


def within(seconds: float | None) -> AbstractContextManager[None]:
    """Run the block with a time limit that begins now. ``None`` is no limit but the current one."""
    return until(moment_in(seconds))


def reserving(seconds: float) -> AbstractContextManager[None]:
    """Run the block such that these seconds of the current limit, if there is one, are left after it."""
    return until(_current.get()[1] - seconds)


@contextmanager
def ended_by(token: CancellationToken) -> Iterator[None]:
    """Run the block so that the token ends it, as does the one that could end it before."""
    with on_cancel(token.cancel):
        before = _current.set((token, _current.get()[1]))
        try:
            yield
        finally:
            _current.reset(before)


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
    before = _current.set((token, _current.get()[1]))
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
    token = _current.get()[0]
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
