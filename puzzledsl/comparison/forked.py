"""A piece of work in a copy of this process, ended at its limit.

The process that is copied has loaded everything. So the start of Python is not measured, no cache is warm for one
combination and cold for another, and a crash or a run past its limit costs that run alone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

R = TypeVar("R")


class Late(Exception):  # noqa: N818 - what has happened
    """The limit came first, and the copy was ended by force."""


class Crashed(Exception):  # noqa: N818 - what has happened
    """The copy ended without a result.

    Attributes:
        signal: that has ended it; 0 where it was none.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


def forked(work: Callable[[], R], most: float | None) -> R:
    """The result of ``work``, done in a fork of this process. Where the system has no fork it is done here.

    SIGTERM meanwhile ends the copy, then this process. To be called in the main thread.

    Args:
        work: its result goes through a pipe, pickled.
        most: seconds, ``None`` for no limit.

    Raises:
        Late, Crashed: there is no result. An exception in ``work`` counts as a crash.
    """
    if not hasattr(os, "fork"):
        return work()
    from multiprocessing import Pipe

    reader, writer = Pipe(duplex=False)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM,))  # until there is a handler that knows the copy
    copy = os.fork()
    if copy == 0:
        status = 1
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            writer.send(work())
            status = 0
        finally:
            os._exit(status)

    def leave(number: int, _frame: object) -> None:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)
        os._exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    try:
        writer.close()
        if not reader.poll(most):
            raise Late
        result: R = reader.recv()
        return result
    except EOFError:
        pass
    finally:
        reader.close()
        os.kill(copy, signal.SIGKILL)
        _, ended = os.waitpid(copy, 0)
        signal.signal(signal.SIGTERM, before)
    raise Crashed(max(-os.waitstatus_to_exitcode(ended), 0))
