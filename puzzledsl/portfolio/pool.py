"""Work spread over processes, answered in order, with a bounded number of items under way.

The processes are forked where that is safe (then they share the compiled model's memory) and spawned elsewhere. One
that is lost costs the item it was working on, nothing else; it is started anew.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess
    from types import TracebackType

AHEAD = 128
"""Items, for each process, that may be read but not yet handed out: what a slow one may hold up."""

_DEPTH = 8
"""Items that a process is given at most, so that it need not wait for the next."""

_QUICK = 0.005
"""Seconds for an item above which a process is given only one more than it works on."""

_WEIGHT = 0.1
"""Of the latest item in the running mean of the time that items take."""

_LAST_WORD = 0.5
"""Seconds that items under way have to come to their end when the run is broken off."""

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
R = TypeVar("R")


class Work(Protocol[T_contra, R_co]):
    """What is done to each item. It goes to other processes as it is, or pickled."""

    def __call__(self, item: T_contra, /) -> R_co:
        """The result; an exception ends the process, and counts as its loss."""

    def lost(self, item: T_contra, how: str, /) -> R_co:
        """The result for an item whose process was lost."""

    def close(self) -> None:
        """Ends what was started."""


@dataclass
class _Worker(Generic[T]):
    """One process and the items that it was given, the oldest first."""

    process: BaseProcess
    connection: Connection
    given: deque[tuple[int, T]] = field(default_factory=deque)
    ready: bool = False
    since: float = 0.0


class Pool(Generic[T, R]):
    """Processes that share the work. Use it as a context manager; leaving ends them all.

    With one job the work is done in this process, an item when its result is asked for.
    """

    def __init__(self, work: Work[T, R], jobs: int = 1) -> None:
        self._work = work
        self._workers: list[_Worker[T]] = []
        self._stopping = False
        self._run: _Run[T, R] | None = None
        if jobs > 1:
            for _ in range(jobs):
                self._workers.append(self._started())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pids(self) -> list[int]:
        """The processes at work, other than this one."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def close(self) -> None:
        """End all processes, whatever they do."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.connection.close()
            worker.process.kill() if worker.given else worker.process.join(1)
        for worker in workers:
            if worker.process.is_alive():
                worker.process.kill()
            worker.process.join()
        self._work.close()

    def stop(self) -> None:
        """Take no further items: `results` ends with those that are finished within half a second."""
        self._stopping = True
        if self._run is not None:
            self._run.ring()

    def results(self, items: Iterable[T]) -> Iterator[R]:
        """The result of each item, in order. Items are taken in a thread of their own if there are processes.

        Raises:
            PuzzleError: processes cannot be started.
        """
        if not self._workers:
            for item in items:
                yield self._work(item)
                if self._stopping:
                    return
            return
        self._run = _Run(self, items)
        yield from self._run.results()

    # ── processes ────────────────────────────────────────────────────────────────────────────────

    def _started(self) -> _Worker[T]:
        from multiprocessing import Pipe

        context = _context()
        ours, theirs = Pipe()
        inherited = (
            [worker.connection for worker in self._workers] + [ours] if context.get_start_method() == "fork" else []
        )
        process: Any = context.Process(target=_serve, args=(theirs, self._work, inherited), daemon=True)  # type: ignore[attr-defined]
        process.start()
        theirs.close()
        return _Worker(process, ours)


def _context() -> BaseContext:
    from multiprocessing import get_context

    # A fork copies one thread only: locks that others hold stay locked for good.
    safe = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if safe else "spawn")


def _serve(connection: Connection, work: Work[Any, Any], inherited: list[Connection]) -> None:
    """The life of a process: answer items until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:  # else they would stay open when the parent is gone
        other.close()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(work(connection.recv()))
    work.close()


class _Run(Generic[T, R]):
    """One pass over items."""

    def __init__(self, pool: Pool[T, R], items: Iterable[T]) -> None:
        from multiprocessing import Pipe

        self.pool = pool
        self.items = items
        self.waiting: deque[tuple[int, T]] = deque()
        self.room = threading.Semaphore(AHEAD * len(pool._workers))
        self.count: int | None = None
        self.failed: BaseException | None = None
        self.found: dict[int, R] = {}
        self.stillborn = 0
        self.mean = 0.0
        self.told = threading.Event()
        self.bell, self.knob = Pipe(duplex=False)

    def read(self) -> None:
        """Take items as long as there is room, in a thread: an item may be long in coming."""
        number = 0
        try:
            for item in self.items:
                self.waiting.append((number, item))
                number += 1
                self.ring()
                self.room.acquire()
                if self.pool._stopping:
                    break
        except BaseException as error:
            self.failed = error
        self.count = number
        self.ring()

    def ring(self) -> None:
        """Wake the main thread, unless it has been told already and not yet looked."""
        if not self.told.is_set():
            self.told.set()
            with suppress(OSError):
                self.knob.send_bytes(b"!")

    def results(self) -> Iterator[R]:
        from multiprocessing.connection import wait

        pool = self.pool
        threading.Thread(target=self.read, daemon=True).start()
        following = 0
        end: float | None = None
        try:
            while True:
                while following in self.found:
                    yield self.found.pop(following)
                    following += 1
                    self.room.release()
                if pool._stopping:
                    end = end or time.monotonic() + _LAST_WORD
                    if time.monotonic() >= end or not any(worker.given for worker in pool._workers):
                        return
                elif self.count == following:
                    if self.failed is not None:
                        raise self.failed
                    return
                else:
                    for worker in pool._workers:
                        self.give(worker)
                connections = {worker.connection: worker for worker in pool._workers}
                patience = None if end is None else max(end - time.monotonic(), 0.0)
                for ready in wait([self.bell, *connections], patience):
                    if ready is self.bell:
                        self.bell.recv_bytes()
                        self.told.clear()
                    else:
                        self.take(connections[ready])  # type: ignore[index]
        finally:
            pool._stopping = True
            self.room.release()
            self.bell.close()

    def give(self, worker: _Worker[T]) -> None:
        """As many items as a process needs so that it does not run dry."""
        depth = _DEPTH if self.mean < _QUICK else 2
        while self.waiting and len(worker.given) < depth:
            entry = self.waiting.popleft()
            if not worker.given:
                worker.since = time.monotonic()
            worker.given.append(entry)
            try:
                worker.connection.send(entry[1])
            except (BrokenPipeError, ConnectionError):  # it is gone; the next look at it says so
                return

    def take(self, worker: _Worker[T]) -> None:
        """One message of a process: a result, or its end."""
        try:
            result = worker.connection.recv()
        except (EOFError, OSError):
            self.replace(worker)
            return
        if not worker.ready:
            worker.ready = True
            return
        number, _ = worker.given.popleft()
        self.found[number] = result
        now = time.monotonic()
        self.mean += _WEIGHT * (now - worker.since - self.mean)
        worker.since = now

    def replace(self, worker: _Worker[T]) -> None:
        """Another process for one that has ended; the item that it was working on is lost."""
        pool = self.pool
        worker.process.join()
        worker.connection.close()
        pool._workers.remove(worker)
        code = worker.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        if not worker.ready:
            self.stillborn += 1
            if self.stillborn > 3:
                raise failure(f"the processes for the work cannot be started: {how}", code="process")
        elif worker.given:
            number, item = worker.given.popleft()
            self.found[number] = pool._work.lost(item, how)
        self.waiting.extendleft(reversed(worker.given))
        pool._workers.append(pool._started())
