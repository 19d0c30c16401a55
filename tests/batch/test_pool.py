"""Processes that share the work: what comes of items that end the process they are worked on in."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzledsl.portfolio.pool import Pool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class Fragile:
    """Doubles a number; of those divisible by seven it dies, in one way or another."""

    def __call__(self, item: int) -> str:
        if item % 7 == 0:
            os.kill(os.getpid(), signal.SIGKILL) if item % 2 else os._exit(3)
        return str(2 * item)

    def lost(self, item: int, how: str) -> str:
        return f"{item} lost: {how}"

    def close(self) -> None:
        return


@pytest.mark.parametrize("jobs", [2, 3])
def test_what_kills_a_process_costs_itself_only(jobs: int) -> None:
    def items() -> Iterator[int]:
        yield from range(1, 31)

    with Pool[int, str](Fragile(), jobs) as pool:
        found = list(pool.results(items()))
        assert len(pool.pids) == jobs
    expected = [
        f"{n} lost: {'signal 9' if n % 2 else 'exit status 3'}" if n % 7 == 0 else str(2 * n) for n in range(1, 31)
    ]
    assert found == expected


class Slow:
    """Says which process has worked on an item, which takes a while."""

    def __call__(self, item: int) -> tuple[int, int]:
        time.sleep(0.05 if item else 0.5)
        return item, os.getpid()

    def lost(self, item: int, how: str) -> tuple[int, int]:
        raise AssertionError((item, how))

    def close(self) -> None:
        return


def test_few_items_that_take_long_are_shared() -> None:
    with Pool[int, tuple[int, int]](Slow(), 2) as pool:
        found = list(pool.results(range(1, 9)))
    assert [item for item, _ in found] == list(range(1, 9))
    assert sorted(Counter(pid for _, pid in found).values()) in ([3, 5], [4, 4])


def test_out_of_order_nothing_waits_for_a_slow_item() -> None:
    with Pool[int, tuple[int, int]](Slow(), 2) as pool:
        found = [item for item, _ in pool.results(range(4), in_order=False)]
    assert sorted(found) == [0, 1, 2, 3]
    assert found[-1] == 0


def test_one_job_in_a_process_of_its_own() -> None:
    with Pool[int, str](Fragile(), 1, apart=True) as pool:
        assert len(pool.pids) == 1
        assert list(pool.results([6, 7, 8])) == ["12", "7 lost: signal 9", "16"]
    assert pool.pids == []


class Stuck(Slow):
    """Does not even listen to SIGTERM."""

    def __call__(self, item: int) -> tuple[int, int]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if item:
            time.sleep(1000)
        return item, os.getpid()


def test_leaving_ends_a_worker_that_does_not_listen() -> None:
    with Pool[int, tuple[int, int]](Stuck(), 1, apart=True) as pool:
        _, pid = next(pool.results(range(2)))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


class Pausing(Slow):
    """Stops its own process at an item until somebody continues it; the first time only."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, item: int) -> tuple[int, int]:
        if item == 3 and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGSTOP)
        return item, os.getpid()


STOPPING = pytest.mark.skipif(not hasattr(os, "waitid"), reason="macOS before Python 3.13")


@STOPPING
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_stopped_process_was_given_is_done_by_another(tmp_path: Path, jobs: int) -> None:
    with Pool[int, tuple[int, int]](Pausing(tmp_path / "mark"), jobs, apart=True, stopped=0.3) as pool:
        before = pool.pids
        found = list(pool.results(range(1, 31)))
        (replaced,) = set(before) - set(pool.pids)
    assert [item for item, _ in found] == list(range(1, 31))
    assert dict(found)[3] != replaced
    with pytest.raises(ProcessLookupError):
        os.kill(replaced, 0)


@STOPPING
def test_time_in_which_nobody_looked_does_not_count(tmp_path: Path) -> None:
    with Pool[int, tuple[int, int]](Pausing(tmp_path / "mark"), 1, apart=True, stopped=0.1) as pool:
        (pid,) = pool.pids
        for item, found in pool.results(range(1, 31)):
            assert found == pid
            if item == 2:
                os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
                time.sleep(0.3)
                os.kill(pid, signal.SIGCONT)
    assert item == 30
