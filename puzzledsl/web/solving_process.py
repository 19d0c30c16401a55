"""The process in which a page's puzzles are solved: one job at a time, with events while it lasts.

A worker of a pool says nothing before its result and can only be ended together with the item; a page needs progress,
and to be rid of a job at the next key. So this is the same kind of process with another conversation. A job is
cancelled as any call (`CancellationToken`: its deadlines pass); if it does not end within `PATIENCE`, its process does.
The process ends by itself when the one that started it is gone, even in the middle of a job, and HiGHS with it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

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
_SUPERSEDED = "superseded"


class Tell(Protocol):
    """Passes an event on to whoever waits for the job."""

    def __call__(self, name: str, value: Any, /) -> None:
        """Send it."""


class Job(Protocol):
    """What is done in the process: a function of a module, perhaps with some arguments bound, that can be pickled."""

    def __call__(self, tell: Tell, /) -> None:
        """Do the work. `Cancelled` may come out of it; any other exception ends the process."""


class ProcessLost(Exception):  # noqa: N818 - told to the page as it is
    """The process ended in the middle of a job."""


class Superseded(Exception):  # noqa: N818 - what jobs in the background are for
    """Another job was asked for, and this one was cancelled for it."""


class _Ticket:
    """A job that yields to others."""

    def __init__(self) -> None:
        self.number = 0
        self.superseded = False


class SolvingProcess:
    """The parent's side. All methods are called in one event loop.

    It starts with the first job, and again with the first after it was lost.
    """

    def __init__(self) -> None:
        self._running = asyncio.Lock()
        self._link: _Link | None = None
        self._number = 0
        self._yielding: _Ticket | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, if there is one."""
        return None if self._link is None else self._link.process.pid

    async def events(self, job: Job, yields: bool = False) -> AsyncGenerator[Event]:
        """The events of a job, which waits until those before it are done. Closing the iterator cancels the job.

        Args:
            yields: it is cancelled as soon as another job is asked for.

        Raises:
            ProcessLost: the process ended before the job did.
            Superseded: another job came, and this one yields.
        """
        self._supersede()
        ticket = _Ticket()
        if yields:
            self._yielding = ticket
        async with self._running:
            if ticket.superseded:
                raise Superseded
            if self._link is None:
                self._link = await asyncio.to_thread(_Link, asyncio.get_running_loop())
            link = self._link
            self._number += 1
            ticket.number = number = self._number
            done = False
            try:
                link.send(("job", number, job))
                while True:
                    name, value = await link.next(number)
                    done = name in (_END, _LOST)
                    if name == _LOST:
                        self._drop(link)
                        raise ProcessLost(value)
                    if name == _SUPERSEDED:
                        raise Superseded
                    if done:
                        return
                    yield name, value
            finally:
                if self._yielding is ticket:
                    self._yielding = None
                if not done:
                    await self._cancel(link, number)

    def _supersede(self) -> None:
        if self._yielding is not None:
            self._yielding.superseded = True
            if self._link is not None and self._yielding.number:
                self._link.put((self._yielding.number, _SUPERSEDED, None))
            self._yielding = None

    async def _cancel(self, link: _Link, number: int) -> None:
        """Cancel a job and wait for its end. A second cancellation meanwhile ends the process."""
        link.send(("cancel", number, None))
        try:
            async with asyncio.timeout(PATIENCE):
                while (await link.next(number))[0] not in (_END, _LOST):
                    pass
        except (TimeoutError, asyncio.CancelledError):
            self._drop(link)

    def _drop(self, link: _Link) -> None:
        if self._link is link:
            self._link = None
        link.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._link is not None:
            self._drop(self._link)


class _Link:
    """A process and the pipe to it. The events of all its jobs come in through one thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")  # the server has threads, so a fork would not be safe
        self._connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self._loop = loop
        self._events: asyncio.Queue[tuple[int, str, Any]] = asyncio.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        how = "it was ended"
        try:
            while True:
                self.put(self._connection.recv())
        except (EOFError, OSError):
            pass
        except Exception as error:
            how = f"it sent what cannot be read: {error}"
        self.process.join(PATIENCE)
        code = self.process.exitcode
        if code:
            how = f"signal {-code}" if code < 0 else f"exit status {code}"
        self.put((0, _LOST, how))

    def put(self, event: tuple[int, str, Any]) -> None:
        """Add an event, from any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._events.put_nowait, event)

    def send(self, message: tuple[str, int, Job | None]) -> None:
        with suppress(OSError):  # it is gone, which its thread says
            self._connection.send(message)

    async def next(self, number: int) -> Event:
        """The next event of a job; those of jobs before it are left out."""
        while True:
            of, name, value = await self._events.get()
            if of == number or name == _LOST:
                return name, value

    def close(self) -> None:
        """End the process: it is told to, so that it can clear away what it has; then it is killed."""
        self.send(("end", 0, None))
        threading.Thread(target=self._reap).start()  # no daemon: the server waits for it when it ends

    def _reap(self) -> None:
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self._connection.close()


# ── the process ──────────────────────────────────────────────────────────────────────────────────


def _serve(connection: Connection) -> None:
    """The life of the process: jobs are done in the main thread, where time limits are enforced by signals."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    jobs: _Jobs = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, jobs), daemon=True).start()
    sending = threading.Lock()

    def tell(number: int, name: str, value: Any) -> None:
        with sending:
            connection.send((number, name, value))

    while (found := jobs.get()) is not None:
        number, job, token = found
        with suppress(Cancelled), cancellable(token):
            job(partial(tell, number))
        tell(number, _END, None)


def _receive(connection: Connection, jobs: _Jobs) -> None:
    latest, token = 0, CancellationToken()
    with suppress(EOFError, OSError):  # then the parent is gone
        while True:
            kind, number, job = connection.recv()
            if kind == "end":
                break
            if kind == "job":  # the one before is done
                latest, token = number, CancellationToken()
                jobs.put((number, job, token))
            elif number == latest:
                token.cancel()
    token.cancel()
    jobs.put(None)
    time.sleep(PATIENCE / 2)
    os._exit(0)


_Jobs = SimpleQueue[tuple[int, Job, CancellationToken] | None]
