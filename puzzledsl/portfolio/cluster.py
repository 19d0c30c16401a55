"""A cluster in place of the processes of a pool: chunks of items go to Dask workers, and every result is checked here.

A chunk takes a worker about a second, so that sending it costs little. At most two chunks for each worker are under
way, and as many items again wait for their turn to be printed. So memory does not grow with the input, and only up to a
bound with the cluster.

A chunk whose workers were lost again and again is split. Dask blames all that a lost worker had, so an item that is
left by itself is tried once more with nothing beside it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, isqrt
from queue import Empty
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.portfolio.chunk import (
    Done,
    Lost,
    OtherVersions,
    Refused,
    Versions,
    own_versions,
    packed,
    unpacked,
    work_on,
)
from puzzledsl.portfolio.dask_connection import Connection, Finished
from puzzledsl.portfolio.pool import AHEAD, LAST_ANSWERS, running_mean
from puzzledsl.portfolio.reading_ahead import ReadingAhead
from puzzledsl.time_limit import is_cancelled, on_cancel

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.portfolio.workers import CheckedWork

CHUNK = 1.0
"""Seconds that a chunk should take."""

LARGEST = 1_000
"""Items of the largest chunk."""

MOST_HELD = 200_000
"""Items between reading and printing, for the largest cluster."""

_DEPTH = 2
"""Chunks under way for each worker: one more than it works on, so that it need not wait for the next."""

_WEIGHT = 0.3
"""Of the latest chunk in the running mean of the time that an item takes."""

_TAIL = 8
"""What part of a usual chunk the smallest is when items run out and the rest is shared evenly."""

_PATIENCE = 1.0
"""Seconds between two looks whether the scheduler is still there."""

_MOST_NAMED = 3
"""Workers that a message names."""

T = TypeVar("T")
R = TypeVar("R")


class ClusterPool(Generic[T, R]):
    """The workers of a cluster, as `puzzledsl.portfolio.workers.Workers`. One pass over items."""

    def __init__(self, work: CheckedWork[T, R], cluster: Cluster, warn: Callable[[str], object]) -> None:
        """Connect, and compare versions.

        Args:
            warn: called with what the user should know of the cluster.

        Raises:
            PuzzleError: the cluster may not be used, is not there, or its workers have another version.
        """
        cluster.checked()
        self._work = work
        self._sent = packed(work.sent())
        self._name = cluster.address
        self._versions = own_versions()
        self._stopping = False
        self._connection = Connection(cluster)
        try:
            self._compare_versions()
        except BaseException:
            self._connection.close()
            raise
        for text in self._connection.warnings:
            warn(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancel what is under way, and leave the cluster."""
        self._connection.close()
        self._work.close()

    @property
    def size(self) -> int:
        """How many items are worked on at the same time, as far as known."""
        return self._connection.threads

    def stop(self) -> None:
        """Take no further items: `results` ends with those that are finished within half a second."""
        self._stopping = True
        self._connection.wake()

    def results(self, items: Iterable[T], in_order: bool = True) -> Iterator[R]:
        """The result of each item, checked. Items are taken in a thread of their own.

        Args:
            in_order: in the order of the items; else each as soon as it is there.

        Raises:
            PuzzleError: the cluster is lost, or cannot do the work.
        """
        yield from _Run(self, items).results(in_order)

    def _compare_versions(self) -> None:
        found = self._connection.everywhere(own_versions)
        others = {address: said for address, said in found.items() if said != self._versions}
        if not others:
            return
        named = [f"{address} has {_said(said)}" for address, said in sorted(others.items())[:_MOST_NAMED]]
        more = f"; {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        raise self._other_versions("; ".join(named) + more)

    def _other_versions(self, what: str) -> PuzzleError:
        return failure(
            f"the workers of `{self._name}` have other versions than this machine, which has {self._versions}",
            label=what,
            helps=("install the same version of puzzledsl and of Python on all machines, and start the workers anew",),
            code="cluster",
        )


def _said(found: Any) -> str:
    if isinstance(found, ModuleNotFoundError):
        return f"no package `{found.name}`" if found.name else "no puzzledsl"
    return str(found) if isinstance(found, Versions) else f"no answer ({type(found).__name__}: {found})"[:200]


class _Run(Generic[T, R]):
    """One pass over items."""

    def __init__(self, pool: ClusterPool[T, R], items: Iterable[T]) -> None:
        self.pool = pool
        self.connection = pool._connection
        self.mean: float | None = None
        self.room = self.most_held()
        self.reading = ReadingAhead(items, self.room, self.connection.wake)
        self.under_way: dict[int, list[T]] = {}
        self.found: dict[int, tuple[list[T], bytes | str]] = {}
        self.suspects: deque[tuple[int, list[T]]] = deque()
        self.alone: int | None = None

    def most_held(self) -> int:
        """Items that may be between reading and printing: twice what is under way."""
        return min(self.connection.threads * max(AHEAD, 2 * _DEPTH * self.size()), MOST_HELD)

    def size(self) -> int:
        """Items of the next chunk."""
        if self.mean is None:
            return 1
        most = min(LARGEST, max(MOST_HELD // (2 * _DEPTH * self.connection.threads), 1))
        return max(1, min(most, round(CHUNK / max(self.mean, 1e-9))))

    def results(self, in_order: bool) -> Iterator[R]:
        """See `ClusterPool.results`."""
        pool, reading = self.pool, self.reading
        reading.start()
        following = 0
        end: float | None = None
        try:
            while True:
                if not pool._stopping:
                    self.give()
                while self.found and (following in self.found or not in_order):
                    items, content = self.found.pop(following if in_order else next(iter(self.found)))
                    for result in self.unpacked(items, content):
                        yield result
                        following += 1
                        reading.done_with(1)
                    if not pool._stopping:
                        self.give()
                if pool._stopping:
                    end = end or monotonic() + LAST_ANSWERS
                    if monotonic() >= end or not self.under_way:
                        return
                elif reading.ends_at(following):
                    return
                if is_cancelled():
                    return
                with on_cancel(self.connection.wake):
                    self.take(_PATIENCE if end is None else max(end - monotonic(), 0.0))
        finally:
            pool._stopping = True
            reading.end()

    def give(self) -> None:
        """Send as many chunks as the workers need so that they do not run dry."""
        waiting, threads = self.reading.waiting, self.connection.threads
        if self.suspects:  # one after the other, and nothing beside it that could be blamed or to blame
            if not self.under_way:
                self.alone, items = self.suspects.popleft()
                self.send(self.alone, items)
            return
        while waiting and len(self.under_way) < _DEPTH * threads:
            size = self.size()
            if self.reading.complete:
                size = min(size, max(ceil(len(waiting) / (_DEPTH * threads)), ceil(size / _TAIL)))
            first, item = waiting.popleft()
            items = [item]
            while waiting and len(items) < size:
                number, item = waiting.popleft()
                assert number == first + len(items)
                items.append(item)
            self.send(first, items)

    def send(self, first: int, items: list[T]) -> None:
        """Send a chunk."""
        self.under_way[first] = items
        self.connection.submit(first, work_on, self.pool._sent, packed(items), self.pool._versions)

    def take(self, patience: float) -> None:
        """Wait for the end of a chunk, and for all others that have ended by then.

        Raises:
            PuzzleError: the cluster is lost, or cannot do the work.
        """
        try:
            ended = self.connection.finished.get(timeout=patience)
            while True:
                if ended is not None:
                    if ended.scheduler_lost:
                        raise self.gone("the scheduler does not answer any longer")
                    self.sort(self.under_way.pop(ended.tag), ended)
                ended = self.connection.finished.get_nowait()
        except Empty:
            pass
        if self.connection.is_lost:
            raise self.gone("the scheduler does not answer any longer")
        if self.connection.has_no_workers:
            raise self.gone("all workers are gone, and no other has come")

    def sort(self, items: list[T], ended: Finished) -> None:
        """What has come of a chunk.

        Raises:
            PuzzleError: the cluster cannot do the work.
        """
        first = ended.tag
        match ended.value:
            case Done(results, seconds):
                self.found[first] = items, results
                self.mean = running_mean(self.mean, seconds / len(items), _WEIGHT)
                more = self.most_held() - self.room
                if more > 0:
                    self.room += more
                    self.reading.done_with(more)
            case Refused(diagnostics):
                raise PuzzleError(diagnostics)
            case OtherVersions(versions):
                raise self.pool._other_versions(f"a worker that has come later has {versions}")
            case _ if len(items) > 1:
                part = max(isqrt(len(items)), 1)
                for place in range(0, len(items), part):
                    self.send(first + place, items[place : place + part])
            case _ if ended.workers_lost and first != self.alone:
                self.suspects.append((first, items))
            case _:
                self.found[first] = items, ended.how or "a worker has returned something that is not a result"

    def unpacked(self, items: Sequence[T], content: bytes | str) -> Iterator[R]:
        """The results of a chunk, checked; or why there are none."""
        work = self.pool._work
        results: Any = None
        if isinstance(content, bytes):
            try:
                results = unpacked(content)
            except Exception as error:  # whatever the bytes of a stranger bring about
                content = f"its result cannot be read ({type(error).__name__})"
            else:
                if not isinstance(results, list) or len(results) != len(items):
                    results, content = None, "a worker has returned something that is not a result"
        for place, item in enumerate(items):
            if results is None:
                yield work.lost(item, str(content))
            elif isinstance(results[place], Lost):
                yield work.lost(item, results[place].how)
            else:
                yield work.accepted(item, results[place])

    def gone(self, what: str) -> PuzzleError:
        """The cluster is lost."""
        return failure(
            f"the cluster at `{self.pool._name}` is lost: {what}",
            helps=("what was written so far is right; `puzzledsl batch … --resume OUT` goes on behind it",),
            code="cluster",
        )
