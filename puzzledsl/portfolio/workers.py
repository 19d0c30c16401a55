"""Share work: results of items, in order, from processes of this machine or from a cluster.

Items go in chunks, so that sending costs little beside the work; of slow items, each is a chunk. A chunk that fails is
split. An item whose worker was lost is done again, first beside others, then with nothing beside it that could be to
blame. So workers that are killed cost nothing, and an item that ends its workers costs itself only.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isqrt
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from puzzledsl.closing import Closing
from puzzledsl.time_limit import is_cancelled, on_cancel

if TYPE_CHECKING:
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.portfolio.cluster_address import Cluster

MOST_HELD = 200_000
"""Items that may be read but not yet answered, however many workers there are: what a slow one may hold up."""

LAST_ANSWERS = 0.5
"""Seconds that items under way have to come to their end when the run is broken off."""

_DEPTH = 2
"""Chunks under way for each worker: one more than it works on, so that it need not wait for the next."""

_WEIGHT = 0.3
"""Of the latest chunk in the running mean of the time that an item takes."""

MOST_LOSSES = 4
"""Workers that are lost with an item before it is given up. For Dask it is four, too (``allowed-failures``)."""

_LOSSES_BESIDE = 2
"""Workers that are lost with an item before it is done with nothing beside it."""

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
R = TypeVar("R")


class Work(Protocol[T_contra, R_co]):
    """The function that is applied to each item. Workers get it by a fork, or as a pickled copy."""

    def __call__(self, item: T_contra, /) -> R_co:
        """The result; an exception counts as a loss of the item."""

    def lost(self, item: T_contra, how: str, /) -> R_co:
        """The result for an item that has none: it has ended its workers, or raised an exception."""

    def close(self) -> None:
        """Ends what was started."""


class CheckedWork(Work[T_contra, R_co], Protocol[T_contra, R_co]):
    """Work that a cluster may do: it needs no file of this machine, and its results are checked here."""

    def sent(self) -> tuple[Callable[..., Work[Any, Any]], tuple[Any, ...]]:
        """What makes the work on another machine, and its arguments. Both can be pickled.

        Its results are what `accepted` takes.
        """

    def accepted(self, item: T_contra, found: Any, /) -> R_co:
        """The result of an item, from what a cluster has found for it.

        Every solution in it is verified here. One that is wrong is a result, too: an error.
        """


@dataclass
class Chunk:
    """Successive items, and what has come of them.

    Attributes:
        first: the number of the first item, from 0.
        results: one for each item; ``None`` if there are none.
        seconds: that the items took.
        how: why there are no results.
        losses: how often it was at work, or something beside it, when a worker was lost. An item with `MOST_LOSSES` is
            given up.
        failure: why the work cannot go on.
    """

    first: int
    items: list[Any]
    results: list[Any] | None = None
    seconds: float = 0.0
    how: str = ""
    losses: int = 0
    failure: PuzzleError | None = None


class Executor(ABC):
    """What works on chunks. It gives a chunk to another worker if one is lost.

    Attributes:
        chunk_seconds: that a chunk should take.
        largest: items of the largest chunk.
        checked: whether results must be checked here.
        patience: seconds between two looks whether the workers are there.
    """

    chunk_seconds: float
    largest: int
    checked: bool

    def __init__(self) -> None:
        self.patience = 1.0
        self._done: SimpleQueue[Chunk | None] = SimpleQueue()

    @property
    @abstractmethod
    def size(self) -> int:
        """How many chunks are worked on at the same time, as far as known."""

    @abstractmethod
    def submit(self, chunk: Chunk) -> None:
        """Begin a chunk. `ended` returns it."""

    @abstractmethod
    def check(self) -> None:
        """Look at the workers.

        Raises:
            PuzzleError: no chunk will end any longer.
        """

    @abstractmethod
    def close(self) -> None:
        """End all workers, even those at work."""

    def wake(self) -> None:
        """Make `ended` return."""
        self._done.put(None)

    def ended(self, latest: float | None) -> Iterator[Chunk]:
        """Wait for the end of a chunk; that chunk, and all others that have ended by then. There may be none.

        Args:
            latest: when waiting ends, on the monotonic clock.

        Raises:
            PuzzleError: the work cannot go on.
        """
        left = self.patience if latest is None else max(latest - monotonic(), 0.0)
        try:
            chunk = self._done.get(timeout=min(left, self.patience))
            while True:
                if chunk is not None:
                    if chunk.failure is not None:
                        raise chunk.failure
                    yield chunk
                chunk = self._done.get_nowait()
        except Empty:
            self.check()


class Workers(Closing, Generic[T, R]):
    """What applies work to items. Use it as a context manager; leaving ends what was started."""

    def __init__(self, work: Work[T, R], executor: Executor | None = None) -> None:
        """Without an executor the work is done in this process, each item when its result is requested."""
        self._work = work
        self._executor = executor
        self._stopping = False

    def close(self) -> None:
        """End all workers, even those at work."""
        if self._executor is not None:
            self._executor.close()
        self._work.close()

    def stop(self) -> None:
        """Take no further items: `results` ends with those that are finished within half a second.

        A handler of signals may call it.
        """
        self._stopping = True
        if self._executor is not None:
            self._executor.wake()

    def results(self, items: Iterable[T], in_order: bool = True) -> Iterator[R]:
        """The result of each item. An executor takes items in a thread of their own.

        After the last result further items may be given. A pass that was broken off is the last one.

        Args:
            in_order: in the order of the items; else each as soon as it is there.

        Raises:
            PuzzleError: the work cannot go on. All results before that count.
        """
        if self._executor is not None:
            yield from _Run(self, self._work, self._executor, items).results(in_order)
            return
        for item in items:
            yield self._work(item)
            if self._stopping:
                return


def local_workers(work: Work[T, R], jobs: int = 1) -> Workers[T, R]:
    """So many processes of this machine; for one job, this process itself."""
    if jobs == 1:
        return Workers(work)
    from puzzledsl.portfolio.local_executor import LocalExecutor

    return Workers(work, LocalExecutor(work, jobs))


def workers(
    work: CheckedWork[T, R],
    jobs: int = 1,
    cluster: Cluster | None = None,
    warn: Callable[[str], object] = warnings.warn,
) -> Workers[T, R]:
    """The workers of a cluster, or so many processes of this machine.

    Args:
        warn: called with what the user should know of the cluster.

    Raises:
        PuzzleError: there is no such cluster, or it cannot do the work.
    """
    if cluster is None:
        return local_workers(work, jobs)
    from puzzledsl.portfolio.dask_executor import DaskExecutor

    return Workers(work, DaskExecutor(work, cluster, warn))


class _Run(Generic[T, R]):
    """One pass over items, which a thread takes: an item may be long in coming, and few of them are held."""

    def __init__(self, workers: Workers[T, R], work: Any, executor: Executor, items: Iterable[T]) -> None:
        self.workers, self.work, self.executor = workers, work, executor
        self.mean: float | None = None
        self.size = 1
        self.room = min(2 * _DEPTH * executor.largest * executor.size, MOST_HELD)  # twice what is under way
        self.free = Semaphore(self.room)
        self.items = items
        self.waiting: deque[tuple[int, T]] = deque()  # items that were taken and not yet given away, with their numbers
        self.count: int | None = None  # of all items, as soon as there are no further ones
        self.failure: BaseException | None = None  # what has ended the items early
        self.under_way = 0
        self.found: dict[int, Chunk] = {}
        self.suspects: deque[Chunk] = deque()

    def results(self, in_order: bool) -> Iterator[R]:
        """See `Workers.results`."""
        workers = self.workers
        Thread(target=self.read, daemon=True).start()
        following = 0
        end: float | None = None
        try:
            while True:
                self.give()  # first, so that they work while the caller has the results
                while self.found and (following in self.found or not in_order):
                    for result in self.finished(self.found.pop(following if in_order else next(iter(self.found)))):
                        yield result
                        following += 1
                        self.free.release()
                    self.give()
                if workers._stopping:
                    end = end or monotonic() + LAST_ANSWERS
                    if monotonic() >= end or not self.under_way:
                        return
                elif self.count == following:
                    if self.failure is not None:
                        raise self.failure
                    return
                if is_cancelled():
                    workers._stopping = True
                    return
                with on_cancel(self.executor.wake):
                    for chunk in self.executor.ended(end):
                        self.under_way -= 1
                        self.take(chunk)
        except BaseException:
            workers._stopping = True
            raise
        finally:
            self.free.release()  # so that the thread ends

    def read(self) -> None:
        """Take items as long as there is room for them."""
        number = 0
        try:
            for item in self.items:
                self.waiting.append((number, item))
                number += 1
                self.executor.wake()
                self.free.acquire()
                if self.workers._stopping:
                    break
        except BaseException as error:
            self.failure = error
        self.count = number
        self.executor.wake()

    def give(self) -> None:
        """Submit as many chunks as the workers need so that they do not run dry."""
        if self.workers._stopping:
            return
        if self.suspects:  # one after the other, and nothing beside it that could be to blame
            if not self.under_way:
                self.submit(self.suspects.popleft())
            return
        waiting, most = self.waiting, _DEPTH * self.executor.size
        while waiting and self.under_way < most:
            # The last items are shared evenly. So is the room of a cluster that has grown since.
            left = self.room // 2 if self.count is None else len(waiting)
            size = max(1, min(self.size, left // most))
            first, item = waiting.popleft()
            items = [item]
            while waiting and len(items) < size:
                items.append(waiting.popleft()[1])
            self.submit(Chunk(first, items))

    def submit(self, chunk: Chunk) -> None:
        """Begin a chunk."""
        self.under_way += 1
        self.executor.submit(chunk)

    def take(self, chunk: Chunk) -> None:
        """A chunk that has ended: keep its results, or try again what has none."""
        count = len(chunk.items)
        if chunk.results is not None:
            self.found[chunk.first] = chunk
            each = chunk.seconds / count
            self.mean = each if self.mean is None else self.mean + _WEIGHT * (each - self.mean)
            self.size = max(1, min(self.executor.largest, round(self.executor.chunk_seconds / max(self.mean, 1e-9))))
        elif count > 1:
            part = isqrt(count)
            for place in range(0, count, part):
                self.submit(Chunk(chunk.first + place, chunk.items[place : place + part]))
        elif chunk.losses >= MOST_LOSSES:
            self.found[chunk.first] = chunk
        elif chunk.losses >= _LOSSES_BESIDE:
            self.suspects.append(chunk)
        else:
            self.submit(chunk)

    def finished(self, chunk: Chunk) -> Iterator[R]:
        """The results of a chunk, checked; or why there are none."""
        if chunk.results is None:
            for item in chunk.items:
                yield self.work.lost(item, chunk.how)
        elif self.executor.checked:
            for item, found in zip(chunk.items, chunk.results, strict=True):
                yield self.work.accepted(item, found)
        else:
            yield from chunk.results
