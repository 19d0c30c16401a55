"""Processes of this machine that work on chunks: `multiprocessing`, one process and one pipe for each worker.

The workers share no lock and no queue, so the loss of one cannot hold up another. A thread for each worker sends a
chunk, waits for its results, and starts another process if the worker has ended. Only the chunk at work is done again.

`concurrent.futures.ProcessPoolExecutor` was tried. All its processes write to one pipe under one lock, the loss of one
ends the others, and a process that it starts while it notices that loss is neither watched nor ended (Python 3.11).
Runs then waited for ever.

Processes are forked where that is safe: then they share the compiled model's memory, and start at once. A process that
is stopped (SIGSTOP) is ended after a minute. The system says that it is stopped: a heartbeat would be late on a busy
machine.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import (
    Pipe,
    current_process,
    get_all_start_methods,
    get_context,
    parent_process,
    resource_tracker,
    set_start_method,
)
from queue import SimpleQueue
from types import ModuleType
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.portfolio.workers import MOST_LOSSES, Chunk, Executor

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

    from puzzledsl.portfolio.workers import Work

STOPPED = 60.0
"""Seconds that a worker may be stopped."""

_LOOKS = 60
"""Successive looks that find a worker stopped before it is ended. Looks are counted, not the time between them: this
process may have been stopped, too, or the whole machine suspended."""

_MOST_FAILED_STARTS = 12
"""Processes in a row that a worker may lose by a signal before they have begun to work."""

_ERROR = 4
"""For how many of them one counts that ends otherwise."""

_TO_END = 1.0
"""Seconds that a process has to end."""


class LocalExecutor(Executor):
    """Processes of this machine. Close it."""

    chunk_seconds = 0.01
    largest = 32
    checked = False

    def __init__(self, work: Work[Any, Any], jobs: int = 1, stopped: float = STOPPED) -> None:
        """Start so many processes.

        Args:
            stopped: seconds that a process may be stopped from outside before it is ended and its chunk is done again.
        """
        super().__init__()
        self.patience = stopped / _LOOKS
        self._next_look = 0.0
        self._chunks: SimpleQueue[Chunk | None] = SimpleQueue()
        fork = _may_fork()
        self._workers = [_Worker(work, fork) for _ in range(jobs)]  # before the first thread
        with sigint_blocked():
            for worker in self._workers:
                worker.serve(self._chunks, self._done)
        _open.add(self)

    @property
    def size(self) -> int:
        """How many chunks are worked on at the same time."""
        return len(self._workers)

    def submit(self, chunk: Chunk) -> None:
        """Begin a chunk. `ended` returns it."""
        self._chunks.put(chunk)

    def check(self) -> None:
        """End processes that have been stopped too long."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self.patience
            for worker in self._workers:
                worker.look()

    def close(self) -> None:
        """End all processes, even those at work. SIGTERM gives them a second to clean up."""
        _open.discard(self)
        for worker in self._workers:
            worker.closed = True
            self._chunks.put(None)
            worker.interrupt()
        end = time.monotonic() + _TO_END
        for worker in self._workers:
            worker.end(end)


class _Worker:
    """One process after another, and the thread that hands them chunks.

    Attributes:
        closed: whether no further process may start.
    """

    def __init__(self, work: Work[Any, Any], fork: bool) -> None:
        self.closed = False
        self._work = work
        self._failed_starts = 0
        self._at_work = False
        self._start(fork)

    def _start(self, fork: bool) -> None:
        self._ready = False
        self._looks = 0
        pickled = b"" if fork else pickle.dumps(self._work)
        self._connection, theirs = Pipe()
        arguments = (theirs, pickled or self._work, self._connection if fork else None)
        context: Any = get_context("fork" if fork else "spawn")
        with theirs, _starting(pickled):
            process = context.Process(target=_serve, args=arguments, daemon=True)
            process.start()
            self.process = process

    def serve(self, chunks: SimpleQueue[Chunk | None], done: SimpleQueue[Chunk | None]) -> None:
        """Work on chunks, in a thread, until there is ``None`` in place of one."""

        def run() -> None:
            while (chunk := chunks.get()) is not None and not self.closed:
                self._at_work = True
                self._do(chunk)
                self._at_work = False
                done.put(chunk)
            self._connection.close()
            self.process.join()

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()

    def _do(self, chunk: Chunk) -> None:
        """Fill in what comes of a chunk."""
        try:
            if not self._ready:
                self._connection.recv()
                self._ready = True
            self._connection.send(chunk.items)
            chunk.results, chunk.seconds, chunk.how = pickle.loads(self._connection.recv_bytes())
            if chunk.results is None:
                chunk.losses = MOST_LOSSES
        except (EOFError, OSError):
            self._replace(chunk)
        except Exception as error:  # an item or a result that cannot be pickled
            chunk.how = f"{type(error).__name__}: {error}"
            chunk.losses = MOST_LOSSES

    def _replace(self, chunk: Chunk) -> None:
        """Start another process for one that has ended."""
        self._connection.close()
        self.process.kill()  # if it has only closed its pipe
        with _lock:
            self.process.join()
        code = self.process.exitcode or 0
        chunk.how = f"signal {-code}" if code < 0 else f"exit status {code}"
        chunk.losses += self._ready and self._looks < _LOOKS
        self._failed_starts = 0 if self._ready else self._failed_starts + (1 if code < 0 else _ERROR)
        if self._failed_starts > _MOST_FAILED_STARTS:
            chunk.failure = failure(f"the workers cannot be started: {chunk.how}", code="process")
        elif not self.closed:
            try:
                self._start(fork=False)
            except Exception as error:  # no memory, too many processes, work that cannot be pickled
                chunk.failure = failure(f"the workers cannot be started: {error}", code="process")

    def look(self) -> None:
        """End the process if it has been stopped too long."""
        if self._looks < _LOOKS:  # else it has been ended already
            self._looks = self._looks + 1 if _is_stopped(self.process.pid) else 0
            if self._looks == _LOOKS:
                self.process.kill()

    def interrupt(self) -> None:
        """Send SIGTERM if there is work."""
        if self._at_work:
            self.process.terminate()

    def end(self, latest: float) -> None:
        """Wait for the end of the process; end it by force then."""
        self._thread.join(max(latest - time.monotonic(), 0.0))
        while self._thread.is_alive():
            self.process.kill()
            self._thread.join(_TO_END)


_open: set[LocalExecutor] = set()


@atexit.register
def _close_all() -> None:
    """End runs that were left open. `multiprocessing` would end their processes, too, but others would start."""
    for executor in tuple(_open):
        executor.close()


# ── starting and ending ──────────────────────────────────────────────────────────────────────────


def process_context() -> BaseContext:
    """How processes are started: forked where that is safe, spawned elsewhere."""
    return get_context("fork" if _may_fork() else "spawn")


def _may_fork() -> bool:
    """Whether this process has one thread. Locks that others hold would never be released in a copy.

    The system counts, too, what libraries have started without Python.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


_lock = threading.Lock()


@contextmanager
def _starting(pickled: bytes) -> Iterator[None]:
    """Start a process.

    A process that must not have children may have one all the same: a Dask worker is daemonic by default. The rule is
    there because the children of such a process would outlive it. Ours end with it. `multiprocessing` has no public way
    to say so.

    A process that is spawned does not run the user's script again. So a script needs no `if __name__ == "__main__":`.

    Args:
        pickled: the work of a process that is spawned. If it needs something of the script, that is run.
    """
    config: dict[str, object] = getattr(current_process(), "_config", {})
    with _lock, sigint_blocked(spawning=bool(pickled)):
        main = sys.modules["__main__"]
        if pickled and b"__main__" not in pickled:
            sys.modules["__main__"] = ModuleType("__main__")  # without a file
        daemon = config.pop("daemon", None)
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            if daemon is not None:
                config["daemon"] = daemon


@contextmanager
def sigint_blocked(spawning: bool = False) -> Iterator[None]:
    """Ctrl-C waits; a process or a thread that is started meanwhile inherits that, and decides what to do with it.

    Args:
        spawning: whether processes are spawned meanwhile, not forked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if spawning:
        resource_tracker.ensure_running()  # the first process that is spawned would, and unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _is_stopped(pid: int | None) -> bool:
    """Whether a child is stopped by a signal. On Windows, and on macOS before Python 3.13, nobody says so."""
    if not hasattr(os, "waitid") or pid is None:
        return False
    try:
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it has ended
        return False


# ── in a worker ──────────────────────────────────────────────────────────────────────────────────


def begin_worker() -> None:
    """Prepare a process of `multiprocessing` for being killed at any time.

    The parent decides what Ctrl-C means. A lock that a library makes (Pyomo does when it is loaded) has a name in the
    system while the process lives if that was spawned; killed, it would leave the name behind, and the resource tracker
    would warn of it. The locks of forked processes have no names.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "fork" in get_all_start_methods():
        set_start_method("fork", force=True)


def _serve(connection: Connection, work: Any, inherited: Connection | None) -> None:
    """Work on chunks until the connection closes or the parent ends.

    Args:
        work: pickled, if the worker was spawned.
        inherited: the parent's end of the connection, if the worker was forked.
    """
    begin_worker()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent: Any = parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
    if inherited is None:
        work = pickle.loads(work)
    else:
        inherited.close()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send_bytes(_worked(work, connection.recv()))
    work.close()


def _worked(work: Work[Any, Any], items: list[Any]) -> bytes:
    """The results of items, how many seconds they took, and why there are no results; pickled."""
    started = time.perf_counter()
    try:
        results = [work(item) for item in items]
        return pickle.dumps((results, time.perf_counter() - started, ""))
    except Exception as error:
        return pickle.dumps((None, 0.0, f"{type(error).__name__}: {error}"))
