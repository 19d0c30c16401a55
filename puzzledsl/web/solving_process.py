"""The process in which a page's puzzles are solved: one job at a time, with events while it lasts.

A worker of a pool says nothing before its result and can only be ended together with the item; a page needs progress,
and to be rid of a job at the next key. So this is the same kind of process with another conversation. A job is
cancelled as any call (`CancellationToken`); if it does not end within `PATIENCE`, its process does.
The process ends by itself when the one that started it is gone, even in the middle of a job, and HiGHS with it.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, bug
from puzzledsl.time_limit import CancellationToken, Cancelled, cancellable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

PATIENCE = 1.0
"""Seconds that a cancelled job has to come to its end."""

Event = tuple[str, Any]
"""A name and a value that can be pickled."""

_END = "end"
_LOST = "lost"
_CANCEL = "cancel"


Tell = Callable[[str, Any], None]
"""Passes an event on to whoever waits for the job."""

Job = Callable[[Tell], None]
"""What is done in the process: a function of a module, perhaps with some arguments bound, that can be pickled.

An exception from it is reported as ``error``, but `Cancelled` may come out of it.
"""


def paced(tell: Tell, pause: float) -> Callable[[str, Callable[[], Any]], None]:
    """Tells an event only if the one before it is longer ago than so many seconds; only then is its value made."""
    latest = time.monotonic()

    def told(name: str, value: Callable[[], Any]) -> None:
        nonlocal latest
        if time.monotonic() - latest >= pause:
            latest = time.monotonic()
            tell(name, value())

    return told


class ProcessLost(Exception):  # noqa: N818 - told to the page as it is
    """The process ended in the middle of a job."""


class SolvingProcess:
    """The parent's side. All methods are called in one event loop.

    It starts with the first job, and again with the first after it was lost.
    """

    def __init__(self) -> None:
        self._running = asyncio.Lock()
        self._link: _Link | None = None

    async def events(self, job: Job) -> AsyncGenerator[Event]:
        """The events of a job, which waits until those before it are done. Closing the iterator cancels the job.

        Raises:
            ProcessLost: the process ended before the job did.
        """
        async with self._running:
            if self._link is None:
                self._link = await asyncio.to_thread(_Link, asyncio.get_running_loop())
            link, name = self._link, ""
            link.send(job)
            try:
                while True:
                    name, value = await link.events.get()
                    if name == _LOST:
                        raise ProcessLost(value)
                    if name == _END:
                        return
                    yield name, value
            finally:
                if name == _LOST or (name != _END and not await _ends(link)):
                    self._drop(link)

    def _drop(self, link: _Link) -> None:
        if self._link is link:
            self._link = None
        link.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._link is not None:
            self._drop(self._link)


async def _ends(link: _Link) -> bool:
    """Whether the job ends soon now that it is cancelled. A second cancellation meanwhile is a no."""
    link.send(_CANCEL)
    try:
        async with asyncio.timeout(PATIENCE):
            while (name := (await link.events.get())[0]) not in (_END, _LOST):
                pass
    except (TimeoutError, asyncio.CancelledError):
        return False
    return name == _END


class _Link:
    """A process and the pipe to it. Events come in through a thread.

    Attributes:
        events: of one job after the other; all of a job have been taken out before the next one is sent.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")  # the server has threads, so a fork would not be safe
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.events: asyncio.Queue[Event] = asyncio.Queue()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        name = ""
        while name != _LOST:
            try:
                name, value = self._connection.recv()
            except Exception as error:
                self._process.join(PATIENCE)
                code = self._process.exitcode or 0
                ended = f"signal {-code}" if code < 0 else f"exit status {code}"
                name, value = _LOST, ended if code or isinstance(error, OSError | EOFError) else str(error)
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.events.put_nowait, (name, value))

    def send(self, message: Job | str) -> None:
        with suppress(OSError):  # it is gone, which its thread says
            self._connection.send(message)

    def close(self) -> None:
        """End the process: ask it to end, so that it can remove its files; then kill it."""
        self.send(_END)
        threading.Thread(target=self._reap).start()  # no daemon: the server waits for it when it ends

    def _reap(self) -> None:
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()
        self._connection.close()


# ── the process ──────────────────────────────────────────────────────────────────────────────────


def _serve(connection: Connection) -> None:
    """The life of the process: jobs are done in the main thread, where time limits are enforced by signals."""
    from puzzledsl.portfolio.local_executor import begin_worker  # a page without a server has no processes

    begin_worker()
    jobs: _Jobs = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, jobs), daemon=True).start()
    sending = threading.Lock()

    def tell(name: str, value: Any) -> None:
        with sending:
            connection.send((name, value))

    while (found := jobs.get()) is not None:
        job, token = found
        with suppress(Cancelled), cancellable(token):
            try:
                job(tell)
            except PuzzleError as error:
                tell("error", {"message": error.diagnostics[0].message})
            except (Exception, RecursionError) as error:
                tell("error", {"message": bug(error, "puzzle").message})
        tell(_END, None)


def _receive(connection: Connection, jobs: _Jobs) -> None:
    token = CancellationToken()
    with suppress(EOFError, OSError):  # then the parent is gone
        while (message := connection.recv()) != _END:
            if message == _CANCEL:
                token.cancel()
            else:
                token = CancellationToken()
                jobs.put((message, token))
    token.cancel()
    jobs.put(None)
    time.sleep(PATIENCE / 2)
    os._exit(0)


_Jobs = SimpleQueue[tuple[Job, CancellationToken] | None]
