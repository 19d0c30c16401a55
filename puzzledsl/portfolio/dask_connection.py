"""What is asked of a cluster of Dask: send a chunk, fetch a result, look at the workers."""

from __future__ import annotations

import logging
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.portfolio.dask_client import (
    CLOSING,
    CONNECTING,
    client_of,
    distributed_package,
    local_cluster,
    within,
    words,
)
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster

ANSWERING = 60.0
"""Seconds within which all workers must answer."""

WITHOUT_WORKERS = 60.0
"""Seconds that a scheduler may be without any worker: workers that were killed are started again in less."""

RETRIES = 3
"""How often a chunk is tried again after an error. The scheduler itself counts lost workers (``allowed-failures``,
by default 3, too)."""

_LOOK = 1.0
"""Seconds between two looks at the workers."""

_AGAIN = 0.2
"""Seconds between two looks at a task whose result was lost."""


@record
class Finished:
    """What has come of a task.

    Attributes:
        tag: as it was given to `Connection.submit`.
        how: what has gone wrong; then there is no value.
        workers_lost: the scheduler has given it up, since it was with each of several workers that were lost.
        scheduler_lost: the scheduler does not know the task any longer.
    """

    tag: int
    value: Any = None
    how: str = ""
    workers_lost: bool = False
    scheduler_lost: bool = False


class Connection:
    """A scheduler and its workers. Close it.

    Attributes:
        finished: what has come of tasks, as it comes; ``None`` if `wake` was called.
        threads: how many tasks are worked on at the same time, as far as known.
        warnings: what the user should be told of the cluster.
    """

    def __init__(self, cluster: Cluster) -> None:
        """Connect, and wait for a worker.

        Raises:
            PuzzleError: distributed is not installed, or there is no scheduler, or it has no workers.
        """
        distributed = distributed_package()
        self.finished: SimpleQueue[Finished | None] = SimpleQueue()
        self.threads = 1
        self.warnings: list[str] = []
        self._name = cluster.address
        self._futures: dict[int, Any] = {}
        self._done: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        self._closed = threading.Event()
        self._without_workers: float | None = None
        self._own: Any = None
        self._client: Any = None
        self._silence = _Silence()
        try:
            if cluster.local is not None:
                self._own = local_cluster(distributed, cluster.local)
            self._client, self.warnings = client_of(distributed, cluster, self._own)
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise
        for task in (self._fetch, self._look):
            threading.Thread(target=task, daemon=True).start()

    def close(self) -> None:
        """Forget all tasks and end what was started. Within some seconds, whatever has become of the scheduler."""
        self._closed.set()
        self._done.put(None)
        futures, self._futures = self._futures, {}
        with warnings.catch_warnings(), suppress(Exception):
            warnings.simplefilter("ignore")
            if self._client is not None:
                if futures and self._client.status == "running":
                    self._client.cancel(list(futures.values()), asynchronous=None, force=True)
                self._client.close(timeout=CLOSING)
        del futures
        with warnings.catch_warnings(), suppress(Exception):
            warnings.simplefilter("ignore")
            if self._own is not None:
                self._own.close(timeout=CLOSING)
        self._silence.end()

    @property
    def is_lost(self) -> bool:
        """Whether the scheduler is gone."""
        return bool(self._client.status != "running")

    @property
    def has_no_workers(self) -> bool:
        """Whether there has been no worker for so long that none is to be expected."""
        since = self._without_workers
        return since is not None and time.monotonic() - since > WITHOUT_WORKERS

    def everywhere(self, function: Callable[[], object]) -> dict[str, Any]:
        """What the function returns on each worker, or the exception that it raises there, by the worker's address.

        Raises:
            PuzzleError: a worker does not answer.
        """
        try:
            return within(ANSWERING, lambda: self._client.run(function, on_error="return"))
        except Exception:
            raise failure(f"the workers of `{self._name}` do not answer", code="cluster") from None

    def submit(self, tag: int, function: Callable[..., object], *arguments: object) -> None:
        """Have a worker call a function of a module; what comes of it is put into `finished`."""
        future = self._client.submit(function, *arguments, pure=False, retries=RETRIES)
        self._futures[tag] = future
        future.add_done_callback(lambda done: self._done.put((tag, done)))

    def wake(self) -> None:
        """Put a ``None`` into `finished`."""
        self.finished.put(None)

    # ── in threads ───────────────────────────────────────────────────────────────────────────────

    def _fetch(self) -> None:
        """Fetch results, all that are there at once: each time is a journey to the scheduler and back."""
        while True:
            entry = self._done.get()
            entries = [entry]
            while not self._done.empty():
                entries.append(self._done.get())
            if None in entries or self._closed.is_set():
                return
            there = []
            for tag, future in filter(None, entries):
                self._futures.pop(tag, None)
                if future.status == "finished":
                    there.append((tag, future))
                elif self._is_made_again(future):
                    self._look_again(tag, future)
                else:
                    self.finished.put(self._failed(tag, future))
            if there:
                self._gather(there)

    def _failed(self, tag: int, future: Any) -> Finished:
        """A task that has no result, in words."""
        if future.status == "cancelled" or self.is_lost:
            return Finished(tag, scheduler_lost=True)
        try:
            error = future.exception(timeout=CONNECTING)
        except Exception as failed:  # to ask has failed: a timeout, or the scheduler is lost just now
            return Finished(tag, how=words(failed), scheduler_lost=self.is_lost)
        return _without_value(tag, error)

    def _is_made_again(self, future: Any) -> bool:
        """Whether a result was lost with its worker before it was fetched: the scheduler gives the task to another."""
        return future.status == "lost" and not self.is_lost

    def _look_again(self, tag: int, future: Any) -> None:
        """Look at a task a little later; Dask calls back no second time."""
        self._futures[tag] = future
        timer = threading.Timer(_AGAIN, self._done.put, ((tag, future),))
        timer.daemon = True
        timer.start()

    def _gather(self, there: list[tuple[int, Any]]) -> None:
        try:
            values = self._client.gather([future for _, future in there])
        except Exception as error:  # a worker may be lost together with results that it has
            if len(there) > 1:
                for one in there:
                    self._gather([one])
                return
            tag, future = there[0]
            if self._is_made_again(future):
                self._look_again(tag, future)
                return
            lost = future.status == "cancelled" or self.is_lost
            self.finished.put(Finished(tag, scheduler_lost=True) if lost else _without_value(tag, error))
            return
        for (tag, _), value in zip(there, values, strict=True):
            self.finished.put(Finished(tag, value))

    def _look(self) -> None:
        while not self._closed.wait(_LOOK):
            try:
                self._count()
            except Exception:  # the tasks say so, too
                if self.is_lost:
                    self.wake()
                    return
            if self.has_no_workers:
                self.wake()

    def _count(self) -> None:
        threads = sum(self._client.nthreads().values())
        if threads:
            self.threads = threads
            self._without_workers = None
        elif self._without_workers is None:
            self._without_workers = time.monotonic()

    def _wait_for_workers(self) -> None:
        end = time.monotonic() + CONNECTING
        while not self._client.nthreads():
            if time.monotonic() > end:
                raise failure(
                    f"the scheduler at `{self._name}` has no workers",
                    helps=(f"start some with `dask worker {self._name}`",),
                    code="cluster",
                )
            time.sleep(0.1)
        self._count()


class _Silence:
    """No messages of Dask: what is wrong is said once, by us."""

    def __init__(self) -> None:
        names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
        self._before = {name: logging.getLogger(name).level for name in names}  # many have a level of their own
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    def end(self) -> None:
        """As it was before."""
        for name, level in self._before.items():
            logging.getLogger(name).setLevel(level)


def is_needed() -> Callable[[], bool]:
    """In a task: what says whether its result is still needed."""
    from distributed import get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()

    def needed() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten")

    return needed


def _without_value(tag: int, error: BaseException) -> Finished:
    if type(error).__name__ == "KilledWorker":
        return Finished(tag, how="each worker of the cluster that worked on it was lost", workers_lost=True)
    return Finished(tag, how=words(error))
