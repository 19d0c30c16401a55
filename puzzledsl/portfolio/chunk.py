"""What a worker of a cluster does with a chunk: a pure function of the work and its items, both sent as bytes.

Each thread of a Dask worker hands its chunk to a process of its own (`puzzledsl.portfolio.local_executor`). So a limit
of time is enforced, a crash costs one item, and a chunk that nobody waits for any longer ends at once; a thread could
do none of this. The process is kept for the next chunk of the same work.
"""

from __future__ import annotations

import pickle
import sys
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from puzzledsl.diagnostics import failure
from puzzledsl.portfolio.local_executor import LocalExecutor
from puzzledsl.portfolio.workers import Workers
from puzzledsl.time_limit import CancellationToken, cancellable

IDLE = 30.0
"""Seconds after which a process that has nothing to do is ended."""

_LOOK = 0.5
"""Seconds between two looks whether the chunk is still needed."""


def own_versions() -> str:
    """What must be the same on all machines for their results to be the same."""
    from puzzledsl import __version__

    return "puzzledsl {} on Python {}.{}".format(__version__, *sys.version_info)  # a last number changes no result


def packed(thing: object) -> bytes:
    """As few bytes: texts and grids are a fifth of their length then."""
    return zlib.compress(pickle.dumps(thing), 1)


def unpacked(content: bytes) -> Any:
    """What was packed."""
    return pickle.loads(zlib.decompress(content))


def work_on(work: bytes, items: bytes, versions: str) -> tuple[bytes, float]:
    """The results of a chunk, packed, and the seconds that they took; called in a thread of a Dask worker.

    Args:
        work: what makes the work and its arguments, packed.
        items: packed.
        versions: of the process that has sent them.

    Raises:
        PuzzleError: the work cannot be done here, whatever the items.
        Cancelled: nobody waits for the results.
    """
    if own_versions() != versions:
        raise failure(
            f"a worker that has come later has {own_versions()}, this machine has {versions}",
            helps=("install the same versions on all machines, and start the workers anew",),
            code="cluster",
        )
    token = CancellationToken()
    with _cancelled_if_dropped(token), cancellable(token):
        workers = _taken(work)
        started = time.perf_counter()
        try:
            results = list(workers.results(unpacked(items)))
        except BaseException:
            workers.close()
            raise
        _keep(work, workers)
        return packed(results), time.perf_counter() - started


@contextmanager
def _cancelled_if_dropped(token: CancellationToken) -> Iterator[None]:
    """In a task: cancel the block as soon as its result is no longer needed."""
    from distributed import get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()
    done = threading.Event()

    def look() -> None:
        while not done.wait(_LOOK):
            task = worker.state.tasks.get(key)
            if task is None or task.state in ("cancelled", "released", "forgotten"):
                token.cancel()
                return

    threading.Thread(target=look, daemon=True).start()
    try:
        yield
    finally:
        done.set()


_idle: defaultdict[bytes, list[Workers[Any, Any]]] = defaultdict(list)
"""By work, the processes that wait for another chunk of it, in one Dask worker. Its threads share them: the methods of
a list are atomic."""


def _taken(work: bytes) -> Workers[Any, Any]:
    """A process for this work."""
    try:
        return _idle[work].pop()
    except IndexError:
        make, arguments = unpacked(work)
        made = make(*arguments)
        return Workers(made, LocalExecutor(made))


def _keep(work: bytes, workers: Workers[Any, Any]) -> None:
    """Keep a process for a while."""

    def end() -> None:
        with suppress(ValueError):  # it has been taken
            _idle[work].remove(workers)
            workers.close()

    _idle[work].append(workers)
    timer = threading.Timer(IDLE, end)
    timer.daemon = True
    timer.start()
