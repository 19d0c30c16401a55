"""A cluster in place of processes of this machine: chunks go to Dask workers, and every result is checked here.

A chunk takes a worker about a second, so that sending it costs little. Memory does not grow with the input, and only up
to a bound with the cluster.

Dask itself gives the chunks of a lost worker to others, several times. Then it blames all that the worker had.
"""

from __future__ import annotations

import logging
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.portfolio.chunk import own_versions, packed, unpacked, work_on
from puzzledsl.portfolio.dask_client import (
    CLOSING,
    CONNECTING,
    client_of,
    distributed_package,
    local_cluster,
    within,
    words,
)
from puzzledsl.portfolio.workers import MOST_LOSSES, Chunk, Executor

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.portfolio.workers import CheckedWork

ANSWERING = 60.0
"""Seconds within which all workers must answer."""

WITHOUT_WORKERS = 60.0
"""Seconds that a scheduler may be without any worker: workers that were killed are started again in less."""

WITHOUT_ANSWER = 60.0
"""Seconds without an answer after which a scheduler counts as lost: as long as it may be without workers."""

SILENCE = 10.0
"""Seconds without an answer after which the user is told."""

RETRIES = 3
"""How often a chunk is tried again after an error. The scheduler itself counts lost workers (``allowed-failures``,
by default 3, too)."""

_LOOK = 1.0
"""Seconds between two looks at the workers."""

_MOST_NAMED = 3
"""Workers that a message names."""


class DaskExecutor(Executor):
    """The workers of a cluster. Close it."""

    chunk_seconds = 1.0
    largest = 1_000
    checked = True

    def __init__(self, work: CheckedWork[Any, Any], cluster: Cluster, warn: Callable[[str], object]) -> None:
        """Connect, wait for a worker, and compare versions.

        Args:
            warn: called with what the user should know of the cluster.

        Raises:
            PuzzleError: the cluster may not be used, is not there, has no workers, or its workers have another version;
                or distributed is not installed.
        """
        super().__init__()
        cluster.checked()
        distributed = distributed_package()
        self._sent = packed(work.sent())
        self._name = cluster.address
        self._threads = 1
        self._closed = threading.Event()
        self._without_workers: float | None = None
        self._answered = time.monotonic()
        self._warn, self._warned = warn, False
        self._own: Any = None
        self._client: Any = None
        self._executor: Any = None
        self._silence = _Silence()
        try:
            if cluster.local is not None:
                self._own = local_cluster(distributed, cluster.local)
            self._client, remarks = client_of(distributed, cluster, self._own)
            self._wait_for_workers()
            self._compare_versions()
        except BaseException:
            self.close()
            raise
        self._executor = self._client.get_executor(pure=False, retries=RETRIES)
        threading.Thread(target=self._look, daemon=True).start()
        for text in remarks:
            warn(text)

    @property
    def size(self) -> int:
        """How many chunks are worked on at the same time, as far as known."""
        return self._threads

    def submit(self, chunk: Chunk) -> None:
        """Begin a chunk. `ended` returns it."""
        future = self._executor.submit(work_on, self._sent, packed(chunk.items), own_versions())
        future.add_done_callback(lambda done: self._read(chunk, done))

    def _read(self, chunk: Chunk, future: Future[Any]) -> None:
        """Fill in what has come of a chunk."""
        try:
            content, chunk.seconds = future.result()
            results = unpacked(content)
            if len(results) != len(chunk.items):
                raise ValueError(f"{len(results)} results of {len(chunk.items)} items")
            chunk.results = list(results)
        except CancelledError:
            chunk.failure = self._gone("the scheduler does not answer any longer")
        except PuzzleError as error:
            chunk.failure = error
        except Exception as error:  # also whatever the bytes of a stranger bring about
            is_lost = type(error).__name__ == "KilledWorker"
            chunk.losses += MOST_LOSSES // 2 if is_lost else MOST_LOSSES
            chunk.how = "each worker of the cluster that worked on it was lost" if is_lost else words(error)
        self._done.put(chunk)

    def check(self) -> None:
        """See that the cluster is there. Warn of a scheduler that has stopped answering.

        Raises:
            PuzzleError: the scheduler is lost, or all workers are.
        """
        silence = time.monotonic() - self._answered
        if self._is_lost or silence > WITHOUT_ANSWER:
            raise self._gone("the scheduler does not answer any longer")
        if silence > SILENCE and not self._warned:
            self._warned = True
            self._warn(
                f"the scheduler at `{self._name}` has not answered for {SILENCE:g} s; "
                f"the run ends after {WITHOUT_ANSWER:g} s"
            )
        since = self._without_workers
        if since is not None and time.monotonic() - since > WITHOUT_WORKERS:
            raise self._gone("all workers are gone, and no other has come")

    def close(self) -> None:
        """Cancel what is under way, and end what was started. Within some seconds, whatever the scheduler does."""
        self._closed.set()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if self._executor is not None and not self._is_lost:
                with suppress(Exception):
                    self._executor.shutdown(wait=False)  # cancels all chunks
            for opened in (self._client, self._own):
                with suppress(Exception):  # also `None`, which was never opened
                    opened.close(timeout=CLOSING)
        self._silence.end()

    @property
    def _is_lost(self) -> bool:
        return bool(self._client.status != "running")

    def _wait_for_workers(self) -> None:
        def wait() -> None:
            self._client.wait_for_workers(1, timeout=CONNECTING)
            self._count()

        try:  # Dask itself waits for ever for a scheduler that is stopped
            within(CONNECTING + CLOSING, wait)
        except TimeoutError:
            raise failure(
                f"the scheduler at `{self._name}` has no workers",
                helps=(f"start some with `dask worker {self._name}`",),
                code="cluster",
            ) from None

    def _compare_versions(self) -> None:
        try:
            found = within(ANSWERING, lambda: self._client.run(own_versions, on_error="return"))
        except Exception:
            raise failure(f"the workers of `{self._name}` do not answer", code="cluster") from None
        others = {address: versions for address, versions in found.items() if versions != own_versions()}
        if not others:
            return
        named = [f"{address} has {_in_words(others[address])}" for address in sorted(others)]
        if len(named) > _MOST_NAMED:
            named[_MOST_NAMED:] = [f"{len(named) - _MOST_NAMED} more"]
        raise failure(
            f"the workers of `{self._name}` have other versions than this machine, which has {own_versions()}",
            label="; ".join(named),
            helps=("install the same version of puzzledsl and of Python on all machines, and start the workers anew",),
            code="cluster",
        )

    def _look(self) -> None:
        """Count the workers again and again, in a thread."""
        while not self._closed.wait(_LOOK):
            with suppress(Exception):  # `check` tells of it
                self._count()

    def _count(self) -> None:
        threads = sum(self._client.nthreads().values())
        self._answered, self._warned = time.monotonic(), False
        if threads:
            self._threads = threads
            self._without_workers = None
        elif self._without_workers is None:
            self._without_workers = time.monotonic()

    def _gone(self, what: str) -> PuzzleError:
        return failure(
            f"the cluster at `{self._name}` is lost: {what}",
            helps=("what was written so far is right; `puzzledsl batch … --resume OUT` goes on behind it",),
            code="cluster",
        )


def _in_words(found: object) -> str:
    if isinstance(found, ModuleNotFoundError):
        return f"no package `{found.name}`" if found.name else "no puzzledsl"
    return found if isinstance(found, str) else f"no answer ({words(found)})"[:200]


class _Silence:
    """No messages of Dask and what it uses: what is wrong is said once, by us."""

    def __init__(self) -> None:
        names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in ("distributed", "tornado")]
        self._before = {name: logging.getLogger(name).level for name in names}  # many have a level of their own
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    def end(self) -> None:
        """As it was before."""
        for name, level in self._before.items():
            logging.getLogger(name).setLevel(level)
