"""A pool of workers: processes that share work, with a bounded number of items under way.

Workers are forked where that is safe (then they share the compiled model's memory) and spawned elsewhere. One that is
lost costs the item it was working on, nothing else; it is started anew. One that is stopped from outside (SIGSTOP) is
ended after a minute, and its items are done again. The system says that it is stopped: a heartbeat would need a thread
in each worker, which would be late on a busy machine.

Others were measured, with items that take no time and two workers: 20,000 items a second here, 8,000 with
ProcessPoolExecutor (`concurrent.futures`), 9,000 with pebble; `puzzledsl batch` needs up to 5,000. A worker that is
killed breaks a whole ProcessPoolExecutor, and leaves a `multiprocessing.Pool` waiting for ever; neither can end one
item, or bounds what it reads ahead. Pebble survives the loss of a worker and has a limit for each item, but it is a
dependency that takes 60 ms longer to import, and leaves order and bounds to us. A comparison uses no pool: nothing may
have warmed the process of a run before (`puzzledsl.comparison.new_process`).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from puzzledsl.diagnostics import failure
from puzzledsl.portfolio.reading_ahead import ReadingAhead
from puzzledsl.time_limit import is_cancelled, on_cancel

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

    from puzzledsl.portfolio.workers import Work

AHEAD = 128
"""Items, for each worker, that may be read but not yet answered: what a slow one may hold up."""

_DEPTH = 8
"""Quick items that a worker is given at most, so that it need not wait for the next."""

_QUICK = 0.005
"""Seconds for an item above which a worker is given one at a time: else an idle one may find all of them given away."""

_WEIGHT = 0.1
"""Of the latest item in the running mean of the time that items take."""

LAST_ANSWERS = 0.5
"""Seconds that items under way have to come to their end when the run is broken off."""

STOPPED = 60.0
"""Seconds that a worker may be stopped."""

_LOOKS = 60
"""Successive looks that find a worker stopped before it is ended. Looks are counted, not the time between them: this
process may have been stopped, too, or the whole machine suspended."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass
class _Worker(Generic[T]):
    """One worker and the items that it was given, the oldest first."""

    process: BaseProcess
    connection: Connection
    given: deque[tuple[int, T]] = field(default_factory=deque)
    ready: bool = False
    looks_stopped: int = 0


class Pool(Generic[T, R]):
    """Workers that share the work. Use it as a context manager; leaving ends them all.

    With one job the work is done in this process, each item when its result is requested.

    Attributes:
        seconds: that the workers have spent on items.
    """

    def __init__(self, work: Work[T, R], jobs: int = 1, apart: bool = False, stopped: float = STOPPED) -> None:
        """Args:
        apart: a worker even for one job.
        stopped: seconds that a worker may be stopped from outside before it is ended and its items are done again.
        """
        self._work = work
        self._between_looks = stopped / _LOOKS
        self._workers: list[_Worker[T]] = []
        self._stopping = False
        self._run: _Run[T, R] | None = None
        self.seconds = 0.0
        if jobs > 1 or apart:
            for _ in range(jobs):
                self._workers.append(self._started())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def size(self) -> int:
        """How many items are worked on at the same time."""
        return max(len(self._workers), 1)

    @property
    def pids(self) -> list[int]:
        """The workers' processes."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def close(self) -> None:
        """End all workers, even those at work. SIGTERM gives them a second to clean up."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.connection.close()
            if worker.given:
                worker.process.terminate()
        for worker in workers:
            worker.process.join(1)
            if worker.process.is_alive():
                worker.process.kill()
            worker.process.join()
        self._work.close()

    def stop(self) -> None:
        """Take no further items: `results` ends with those that are finished within half a second."""
        self._stopping = True
        if self._run is not None:
            self._run.reading.end()
            self._run.wake()

    def results(self, items: Iterable[T], in_order: bool = True) -> Iterator[R]:
        """The result of each item. Items are taken in a thread of their own if there are workers.

        After the last result the pool may be given further items. A pass that was broken off is the last one.

        Args:
            in_order: in the order of the items; else each as soon as it is there.

        Raises:
            PuzzleError: workers cannot be started.
        """
        if not self._workers:
            for item in items:
                yield self._work(item)
                if self._stopping:
                    return
            return
        self._run = _Run(self, items)
        yield from self._run.results(in_order)

    # ── workers ──────────────────────────────────────────────────────────────────────────────────

    def _started(self) -> _Worker[T]:
        from multiprocessing import Pipe

        context = process_context()
        ours, theirs = Pipe()
        inherited: list[Connection] = []
        if context.get_start_method() == "fork":
            inherited = [*(worker.connection for worker in self._workers), ours]
        process: Any = context.Process(target=_serve, args=(theirs, self._work, inherited), daemon=True)  # type: ignore[attr-defined]
        with sigint_blocked(spawning=context.get_start_method() != "fork"), _may_have_children():
            process.start()
        theirs.close()
        return _Worker(process, ours)


def process_context() -> BaseContext:
    """How processes are started: forked where that is safe, spawned elsewhere."""
    from multiprocessing import get_context

    # A fork copies one thread only; locks held by other threads would never be released.
    safe = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if safe else "spawn")


@contextmanager
def sigint_blocked(spawning: bool) -> Iterator[None]:
    """Ctrl-C waits; a process or a thread that is started meanwhile inherits that, and decides what to do with it.

    Args:
        spawning: whether processes are spawned meanwhile, not forked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if spawning:
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # the first process that is spawned would, and unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_starting = threading.Lock()


@contextmanager
def _may_have_children() -> Iterator[None]:
    """A process that must not have children may have one all the same: a Dask worker is daemonic by default.

    The rule is there because the children of such a process would outlive it. Ours end when their pipe is closed.
    `multiprocessing` has no public way to say so.
    """
    from multiprocessing import current_process

    config: dict[str, object] = getattr(current_process(), "_config", {})
    with _starting:
        before = config.pop("daemon", None)
        try:
            yield
        finally:
            if before is not None:
                config["daemon"] = before


def _is_stopped(process: BaseProcess) -> bool:
    """Whether a child is stopped by a signal. On Windows, and on macOS before Python 3.13, nobody says so."""
    if not hasattr(os, "waitid") or process.pid is None:
        return False
    try:
        return os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it has ended
        return False


def _serve(connection: Connection, work: Work[Any, Any], inherited: list[Connection]) -> None:
    """The life of a worker: answer items until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:  # else they would stay open when the parent is gone
        other.close()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            item = connection.recv()
            started = time.perf_counter()
            result = work(item)
            connection.send((result, time.perf_counter() - started))
    work.close()


def running_mean(mean: float | None, latest: float, weight: float) -> float:
    """The mean of figures, each of which counts less, the older it is.

    Args:
        mean: before the latest figure; ``None`` if that is the first.
        weight: of the latest figure.
    """
    return latest if mean is None else mean + weight * (latest - mean)


class _Run(Generic[T, R]):
    """One pass over items."""

    def __init__(self, pool: Pool[T, R], items: Iterable[T]) -> None:
        from multiprocessing import Pipe

        self.pool = pool
        self.reading = ReadingAhead(items, AHEAD * len(pool._workers), self.wake)
        self.found: dict[int, R] = {}
        self.failed_starts = 0
        self.mean: float | None = None
        self.woken = threading.Event()
        self.wakes, self.wake_up = Pipe(duplex=False)
        self.next_look = 0.0

    def wake(self) -> None:
        """Wake the main thread, unless it has been woken already and not yet looked."""
        if not self.woken.is_set():
            self.woken.set()
            with suppress(OSError):
                self.wake_up.send_bytes(b"!")

    def results(self, in_order: bool) -> Iterator[R]:
        from multiprocessing.connection import wait

        pool, reading = self.pool, self.reading
        reading.start()
        following = 0
        end: float | None = None
        try:
            while True:
                if not pool._stopping:
                    for worker in pool._workers:  # first, so that they work while the caller has the results
                        self.give(worker)
                while self.found and (following in self.found or not in_order):
                    yield self.found.pop(following if in_order else next(iter(self.found)))
                    following += 1
                    reading.done_with(1)
                if pool._stopping:
                    end = end or time.monotonic() + LAST_ANSWERS
                    if time.monotonic() >= end or not any(worker.given for worker in pool._workers):
                        return
                elif reading.ends_at(following):
                    return
                if is_cancelled():
                    pool._stopping = True
                    return
                connections = {worker.connection: worker for worker in pool._workers}
                patience = self.looked() if end is None else max(end - time.monotonic(), 0.0)
                with on_cancel(self.wake):
                    found = wait([self.wakes, *connections], patience)
                for ready in found:
                    if ready is self.wakes:
                        self.wakes.recv_bytes()
                        self.woken.clear()
                    else:
                        self.take(connections[ready])  # type: ignore[index]
        except BaseException:
            pool._stopping = True
            raise
        finally:
            reading.end()
            self.wakes.close()

    def looked(self) -> float:
        """End workers that have been stopped too long. Returns the seconds until the next look."""
        now = time.monotonic()
        if now >= self.next_look:
            self.next_look = now + self.pool._between_looks
            for worker in self.pool._workers:
                if worker.looks_stopped < _LOOKS:  # else it has been ended already
                    worker.looks_stopped = worker.looks_stopped + 1 if _is_stopped(worker.process) else 0
                    if worker.looks_stopped == _LOOKS:
                        worker.process.kill()
        return self.next_look - now

    def give(self, worker: _Worker[T]) -> None:
        """As many items as a worker needs so that it does not run dry."""
        depth = _DEPTH if self.mean is not None and self.mean < _QUICK else 1
        waiting = self.reading.waiting
        while waiting and len(worker.given) < depth:
            entry = waiting.popleft()
            worker.given.append(entry)
            try:
                worker.connection.send(entry[1])
            except (BrokenPipeError, ConnectionError):  # it is gone; the next look at it says so
                return

    def take(self, worker: _Worker[T]) -> None:
        """One message of a worker: a result, or its end."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            self.replace(worker)
            return
        if not worker.ready:
            worker.ready = True
            return
        number, _ = worker.given.popleft()
        self.found[number], seconds = message
        self.pool.seconds += seconds
        self.mean = running_mean(self.mean, seconds, _WEIGHT)

    def replace(self, worker: _Worker[T]) -> None:
        """Another worker for one that has ended; the item that it was working on is lost, unless it was stopped."""
        pool = self.pool
        worker.process.join()
        worker.connection.close()
        pool._workers.remove(worker)
        code = worker.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        if not worker.ready:
            self.failed_starts += 1
            if self.failed_starts > 3:
                raise failure(f"the workers cannot be started: {how}", code="process")
        elif worker.given and worker.looks_stopped < _LOOKS:
            number, item = worker.given.popleft()
            self.found[number] = pool._work.lost(item, how)
        self.reading.waiting.extendleft(reversed(worker.given))
        pool._workers.append(pool._started())
