"""Processes of this machine that work on chunks, by `concurrent.futures.ProcessPoolExecutor`.

They are forked where that is safe: then they share the compiled model's memory, and start at once. A process that ends
breaks the whole executor. It is replaced by another one, whose processes are spawned, and all chunks are done again
that were under way.

A process that is stopped (SIGSTOP) is ended after a minute. The system says that it is stopped: a heartbeat would be
late on a busy machine.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, current_process, get_context, resource_tracker
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.portfolio.workers import MOST_LOSSES, Chunk, Executor

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

    from puzzledsl.portfolio.workers import Work

STOPPED = 60.0
"""Seconds that a worker may be stopped."""

_LOOKS = 60
"""Successive looks that find a worker stopped before it is ended. Looks are counted, not the time between them: this
process may have been stopped, too, or the whole machine suspended."""

_MOST_FAILED_STARTS = 12
"""Executors in a row that may break by a signal before a process has begun to work."""

_ERROR = 4
"""For how many of them one counts that breaks otherwise."""

_TO_END = 1.0
"""Seconds that a process has to end."""


class LocalExecutor(Executor):
    """Processes of this machine. Close it."""

    chunk_seconds = 0.005
    largest = 16
    checked = False

    def __init__(self, work: Work[Any, Any], jobs: int = 1, stopped: float = STOPPED) -> None:
        """Start so many processes.

        Args:
            stopped: seconds that a process may be stopped from outside before it is ended and its chunk is done again.
        """
        super().__init__()
        self._work = work
        self._jobs = jobs
        self._failed_starts = 0
        self._pool = _Pool(work, jobs, fork=_may_fork())
        self._closed = threading.Event()
        with sigint_blocked():
            threading.Thread(target=self._watch, args=(stopped / _LOOKS,), daemon=True).start()

    @property
    def size(self) -> int:
        """How many chunks are worked on at the same time."""
        return self._jobs

    def submit(self, chunk: Chunk) -> None:
        """Begin a chunk. `ended` returns it.

        Raises:
            PuzzleError: processes cannot be started.
        """
        pool = self._pool
        try:
            future = pool.submit(_worked, chunk.items)
        except BrokenExecutor:  # while it had nothing to do
            self._replace(pool)
            self.submit(chunk)
        else:
            self._queue(chunk, future, lambda: self._read(chunk, future, pool))

    def check(self) -> None:
        """Do nothing: processes that were lost are replaced."""

    def close(self) -> None:
        """End all processes, even those at work. SIGTERM gives them a second to clean up."""
        self._closed.set()
        self._pool.close()

    def _read(self, chunk: Chunk, future: Future[Any], pool: _Pool) -> None:
        """Read what has come of a chunk."""
        error = future.exception()
        if error is None:
            chunk.results, chunk.seconds = future.result()
        elif isinstance(error, BrokenExecutor):
            if pool is self._pool:
                self._replace(pool)
            chunk.how = pool.how
            chunk.losses += pool.was_ready and not pool.was_stopped
        else:
            chunk.how = f"{type(error).__name__}: {error}"
            chunk.losses = MOST_LOSSES

    def _replace(self, pool: _Pool) -> None:
        """Start processes in place of a pool that is broken.

        Raises:
            PuzzleError: they cannot be started.
        """
        pool.close()
        weight = 1 if pool.how.startswith("signal") else _ERROR
        self._failed_starts = 0 if pool.was_ready else self._failed_starts + weight
        if self._failed_starts > _MOST_FAILED_STARTS:
            raise failure(f"the workers cannot be started: {pool.how}", code="process")
        self._pool = _Pool(self._work, self._jobs, fork=False)

    def _watch(self, between: float) -> None:
        """Look at the processes again and again."""
        while not self._closed.wait(between):
            self._pool.look()


class _Pool:
    """A `ProcessPoolExecutor` that knows its processes.

    Attributes:
        processes: that were made.
        was_stopped: whether it is broken because a process had been stopped.
        how: how the process has ended that has broken it; after `close`.
    """

    def __init__(self, work: Work[Any, Any], size: int, fork: bool) -> None:
        self.processes: list[BaseProcess] = []
        self.was_stopped = False
        self.how = ""
        self._looks: dict[BaseProcess, int] = {}
        self._spawned = b"" if fork else pickle.dumps(work)
        context: Any = type(get_context("fork" if fork else "spawn"))()
        self._results = results = context.SimpleQueue()
        self._process = context.Process
        context.Process, context.SimpleQueue = self._made, lambda: results
        parent, self._writer = Pipe(duplex=False)
        arguments = (self._spawned or work, parent, self._writer if fork else None)
        self._executor: Any = ProcessPoolExecutor(size, context, initializer=_begin, initargs=arguments)
        _open.add(self)
        self._ready = self.submit(int)

    def _made(self, *arguments: Any, **named: Any) -> BaseProcess:
        process: BaseProcess = self._process(*arguments, **named, daemon=True)
        self.processes.append(process)
        return process

    @property
    def was_ready(self) -> bool:
        """Whether a process has begun to work."""
        return self._ready.done() and self._ready.exception() is None

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a process call a function. Processes are started here.

        Raises:
            BrokenExecutor: a process has ended.
        """
        with _starting(self._spawned):
            future: Future[Any] = self._executor.submit(function, *arguments)
            return future

    def look(self) -> None:
        """End all processes if one has been stopped too long.

        Or if one has ended, and the executor still waits for the rest of a result that it was sending then.
        """
        for process in tuple(self.processes):
            has_ended = process.exitcode is not None
            looks = self._looks.get(process, 0) + 1 if has_ended or _is_stopped(process) else 0
            self._looks[process] = looks
            if looks == _LOOKS:
                self.was_stopped = not has_ended
                self.kill()
                self._end_of_results()

    def kill(self) -> None:
        """End the processes by force."""
        for process in tuple(self.processes):
            if process.pid is not None:
                process.kill()

    def close(self) -> None:
        """End the processes; those that listen to SIGTERM by that. This may be called twice."""
        if self._executor is None:
            return
        started = [process for process in self.processes if process.pid is not None]
        for process in started:
            process.terminate()
        end = time.monotonic() + _TO_END
        for process in started:
            process.join(max(end - time.monotonic(), 0.0))
        codes = [process.exitcode for process in started if process.exitcode is not None]
        code = next((code for code in codes if code != -signal.SIGTERM), -signal.SIGTERM)
        self.how = f"signal {-code}" if code < 0 else f"exit status {code}"
        self.kill()
        for process in started:
            process.join()
        self._end_of_results()
        self._executor.shutdown()
        self._writer.close()
        _open.discard(self)
        self._executor = self._results = None  # with the last references, semaphores of the system are removed

    def _end_of_results(self) -> None:
        """See to it that the executor sees the end of all processes.

        If one was killed while it sent a result, it would wait for the rest for ever.
        """
        executor, results = self._executor, self._results
        with suppress(RuntimeError):  # it has seen it
            if executor is not None and not wait([executor.submit(int)], _TO_END).done:
                results.close()


_open: set[_Pool] = set()


def _kill_all() -> None:
    """End processes whose run was neither ended nor closed. Python would wait for what they are working on."""
    for pool in tuple(_open):
        pool.kill()


threading._register_atexit(_kill_all)  # type: ignore[attr-defined] # Python waits for executors before it calls `atexit`


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
def _starting(spawned: bytes) -> Iterator[None]:
    """Start processes.

    A process that must not have children may have one all the same: a Dask worker is daemonic by default. The rule is
    there because the children of such a process would outlive it. Ours end with it. `multiprocessing` has no public way
    to say so.

    A process that is spawned does not run the user's script again. So a script needs no `if __name__ == "__main__":`.

    Args:
        spawned: the work of a process that is spawned, pickled. If it needs something of the script, that is run.
    """
    config: dict[str, object] = getattr(current_process(), "_config", {})
    main = sys.modules["__main__"].__dict__
    hidden = ("__spec__", "__file__") if spawned and b"__main__" not in spawned else ()
    with _lock, sigint_blocked():
        before = {name: main[name] for name in hidden if name in main}
        main.update(dict.fromkeys(before))
        daemon = config.pop("daemon", None)
        try:
            yield
        finally:
            main.update(before)
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


def _is_stopped(process: BaseProcess) -> bool:
    """Whether a child is stopped by a signal. On Windows, and on macOS before Python 3.13, nobody says so."""
    if not hasattr(os, "waitid") or process.pid is None:
        return False
    try:
        return os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it has ended
        return False


# ── in a worker ──────────────────────────────────────────────────────────────────────────────────

_work: Any = None
"""What a worker does with items."""


def _begin(work: Any, parent: Connection, inherited: Connection | None) -> None:
    """Begin the life of a worker.

    Args:
        work: pickled, if the worker was spawned.
        parent: a pipe whose other end is open as long as the parent lives.
        inherited: that other end, if the worker was forked.
    """
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if inherited is not None:
        inherited.close()
    threading.Thread(target=lambda: (parent.poll(None), os._exit(1)), daemon=True).start()
    _work = pickle.loads(work) if inherited is None else work


def _worked(items: list[Any]) -> tuple[list[Any], float]:
    """The results of items, and how many seconds they took."""
    started = time.perf_counter()
    results = [_work(item) for item in items]
    return results, time.perf_counter() - started
