"""What a worker of a cluster does with a chunk: a pure function of the work and its items, both sent as bytes.

Each thread of a Dask worker hands its chunk to a process of its own, a worker of `puzzledsl.portfolio.pool`. So a limit
of time is enforced, a crash costs one item, and a chunk that nobody waits for any longer ends at once; a thread could
do none of this. The process is kept for the next chunk of the same work.
"""

from __future__ import annotations

import pickle
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.portfolio.pool import Pool
from puzzledsl.records import record
from puzzledsl.time_limit import CancellationToken, cancellable

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.portfolio.workers import Work

IDLE = 30.0
"""Seconds after which a process that has nothing to do is ended."""

_LOOK = 0.5
"""Seconds between two looks whether the chunk is still needed."""


@record
class Versions:
    """What must be the same on all machines for their results to be the same.

    Attributes:
        python: without the last number, which changes no result.
    """

    puzzledsl: str
    python: str

    def __str__(self) -> str:
        return f"puzzledsl {self.puzzledsl} on Python {self.python}"


@record
class Done:
    """The results of a chunk.

    Attributes:
        results: one for each item, packed.
        seconds: that the items took.
    """

    results: bytes
    seconds: float


@record
class Refused:
    """The work cannot be done there, whatever the items."""

    diagnostics: tuple[Diagnostic, ...]


@record
class OtherVersions:
    """There is another version on that machine than here."""

    versions: Versions


@record
class Lost:
    """The process that worked on an item has ended."""

    how: str


_Process = Pool[bytes, "bytes | Refused | Lost"]
"""A process that does chunks of one work."""


def own_versions() -> Versions:
    """Those of this process."""
    from puzzledsl import __version__

    return Versions(__version__, "{}.{}".format(*sys.version_info))


def packed(thing: object) -> bytes:
    """As few bytes: texts and grids are a fifth of their length then."""
    return zlib.compress(pickle.dumps(thing), 1)


def unpacked(content: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(content))


def work_on(work: bytes, items: bytes, versions: Versions) -> Done | Refused | OtherVersions:
    """The results of a chunk; called in a thread of a Dask worker.

    Args:
        work: what makes the work and its arguments, packed.
        items: packed.
        versions: of the process that has sent them.

    Raises:
        Cancelled: nobody waits for the results.
    """
    from puzzledsl.portfolio.dask_connection import is_needed

    if own_versions() != versions:
        return OtherVersions(own_versions())
    token = CancellationToken()
    with _ended_unless(is_needed(), token), cancellable(token):
        pool = _processes.taken(work)
        try:
            found = _results(pool, items)
        except BaseException:
            pool.close()
            raise
        _processes.give_back(work, pool)
        return found


def _results(pool: _Process, items: bytes) -> Done | Refused:
    """The results of all items from one process; if it was lost, those of each item by itself."""
    before = pool.seconds
    (found,) = pool.results([items])
    if isinstance(found, Lost):
        results: list[object] = []
        for alone in pool.results([packed([item]) for item in unpacked(items)]):
            if isinstance(alone, Refused):
                return alone
            results += [alone] if isinstance(alone, Lost) else unpacked(alone)
        found = packed(results)
    return found if isinstance(found, Refused) else Done(found, pool.seconds - before)


@contextmanager
def _ended_unless(is_needed: Callable[[], bool], token: CancellationToken) -> Iterator[None]:
    """Cancel the block as soon as it is no longer needed."""
    done = threading.Event()

    def look() -> None:
        while not done.wait(_LOOK):
            if not is_needed():
                token.cancel()
                return

    threading.Thread(target=look, daemon=True).start()
    try:
        yield
    finally:
        done.set()


class _SentWork:
    """Work that was sent, made in the process that does it, when it is first needed there."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._content,)

    @cached_property
    def _work(self) -> Work[Any, Any] | Refused:
        make, arguments = unpacked(self._content)
        try:
            made: Work[Any, Any] = make(*arguments)
        except PuzzleError as error:  # a solver that this machine does not have
            return Refused(error.diagnostics)
        return made

    def __call__(self, items: bytes) -> bytes | Refused:
        """The results of some items."""
        work = self._work
        return work if isinstance(work, Refused) else packed([work(item) for item in unpacked(items)])

    def lost(self, items: bytes, how: str) -> Lost:  # noqa: ARG002
        """What is known of items whose process has ended."""
        return Lost(how)

    def close(self) -> None:
        """End what the work has started."""
        work = self.__dict__.get("_work")
        if work is not None and not isinstance(work, Refused):
            work.close()


class _Processes:
    """Processes that wait for another chunk of their work, in one Dask worker."""

    def __init__(self) -> None:
        self._idle: list[tuple[bytes, _Process, threading.Timer]] = []
        self._lock = threading.Lock()

    def taken(self, work: bytes) -> _Process:
        """A process for this work."""
        with self._lock:
            for place, (known, pool, timer) in enumerate(self._idle):
                if known == work:
                    del self._idle[place]
                    timer.cancel()
                    return pool
        return _Process(_SentWork(work), 1, apart=True)

    def give_back(self, work: bytes, pool: _Process) -> None:
        """Keep a process for a while."""
        timer = threading.Timer(IDLE, self._end, (pool,))
        timer.daemon = True
        with self._lock:
            self._idle.append((work, pool, timer))
        timer.start()

    def _end(self, pool: _Process) -> None:
        with self._lock:
            kept = [entry for entry in self._idle if entry[1] is not pool]
            found = len(kept) < len(self._idle)
            self._idle = kept
        if found:
            pool.close()


_processes = _Processes()
