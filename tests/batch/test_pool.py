"""Processes that share the work: what comes of items that end the process they are worked on in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from puzzledsl.portfolio.local_executor import LocalExecutor
from puzzledsl.portfolio.workers import Workers
from tests.command import environment

from .works import Echo, Fragile, Fussy, Pausing, Slow, Stuck

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def pids() -> list[int]:
    """The workers."""
    return [process.pid for process in active_children() if process.pid is not None]


@pytest.mark.parametrize("jobs", [2, 3])
def test_what_kills_a_process_costs_itself_only(jobs: int) -> None:
    def items() -> Iterator[int]:
        yield from range(1, 16)

    with Workers[int, str](Fragile(), LocalExecutor(Fragile(), jobs)) as shared:
        found = list(shared.results(items()))
    expected = [
        f"{n} lost: {'signal 9' if n % 2 else 'exit status 3'}" if n % 7 == 0 else str(2 * n) for n in range(1, 16)
    ]
    assert found == expected


def test_an_exception_costs_its_item_only() -> None:
    with Workers[object, str](Fussy(), LocalExecutor(Fussy(), 2)) as shared:
        assert list(shared.results([3, "no number", 5])) == ["6", "lost: TypeError: no number", "10"]


def test_items_and_results_may_be_larger_than_a_pipe() -> None:
    items = [bytes([n]) * 1_000_000 for n in range(12)]
    with Workers[bytes, bytes](Echo(), LocalExecutor(Echo(), 2)) as shared:
        assert list(shared.results(items)) == items


def test_few_items_that_take_long_are_shared() -> None:
    with Workers[int, tuple[int, int]](Slow(), LocalExecutor(Slow(), 2)) as pool:
        found = list(pool.results(range(1, 9)))
    assert [item for item, _ in found] == list(range(1, 9))
    assert len({pid for _, pid in found}) == 2


def test_out_of_order_nothing_waits_for_a_slow_item() -> None:
    with Workers[int, tuple[int, int]](Slow(), LocalExecutor(Slow(), 2)) as pool:
        found = [item for item, _ in pool.results(range(4), in_order=False)]
    assert sorted(found) == [0, 1, 2, 3]
    assert found[-1] == 0


def test_one_job_in_a_process_of_its_own() -> None:
    with Workers[int, str](Fragile(), LocalExecutor(Fragile())) as shared:
        assert len(pids()) == 1
        assert list(shared.results([6, 7, 8])) == ["12", "7 lost: signal 9", "16"]


def test_leaving_ends_a_worker_that_does_not_listen() -> None:
    with Workers[int, tuple[int, int]](Stuck(), LocalExecutor(Stuck())) as pool:
        _, pid = next(pool.results(range(2)))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


STOPPING = pytest.mark.skipif(not hasattr(os, "waitid"), reason="macOS before Python 3.13")


@STOPPING
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_stopped_process_was_given_is_done_by_another(tmp_path: Path, jobs: int) -> None:
    work = Pausing(tmp_path / "mark")
    with Workers[int, tuple[int, int]](work, LocalExecutor(work, jobs, stopped=0.3)) as shared:
        before = pids()
        found = list(shared.results(range(1, 31)))
        (replaced,) = set(before) - set(pids())
    assert [item for item, _ in found] == list(range(1, 31))
    assert dict(found)[3] != replaced
    with pytest.raises(ProcessLookupError):
        os.kill(replaced, 0)


@STOPPING
def test_a_process_that_is_continued_in_time_goes_on(tmp_path: Path) -> None:
    work = Pausing(tmp_path / "mark")
    with Workers[int, tuple[int, int]](work, LocalExecutor(work)) as shared:
        (pid,) = pids()
        for item, found in shared.results(range(1, 31)):
            assert found == pid
            if item == 2:
                os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
                os.kill(pid, signal.SIGCONT)
    assert item == 30


SCRIPT = """
import os, sys, threading, time
{before}
import puzzledsl

model = puzzledsl.parse("grid cell[4, 4] in 1..4\\nalldifferent: rows, columns, boxes\\n")
found = puzzledsl.batch(model, ["1" + "." * 15] * 40, jobs=2)
print([next(found).status for _ in range(30)].count("solved"))
"""


@pytest.mark.parametrize("before", ["", "threading.Thread(target=time.sleep, args=(3,), daemon=True).start()"])
def test_a_script_needs_no_guard_and_may_leave_a_run_open(tmp_path: Path, before: str) -> None:
    """With another thread nothing is forked, and processes that are spawned do not run the script again."""
    (tmp_path / "script.py").write_text(SCRIPT.format(before=before))
    call = [sys.executable, str(tmp_path / "script.py")]
    done = subprocess.run(call, capture_output=True, text=True, env=environment(), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "30\n", "")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("before", ["", "threading.Thread(target=time.sleep, args=(99,), daemon=True).start()"])
def test_workers_end_with_a_process_that_is_killed(tmp_path: Path, before: str) -> None:
    """Those at work, too."""
    code = (
        f"import threading, time\n{before}\nfrom multiprocessing import active_children\n"
        "from puzzledsl.portfolio.local_executor import LocalExecutor\n"
        "from puzzledsl.portfolio.workers import Workers\nfrom tests.batch.works import Sleeping\n"
        "for _ in Workers(Sleeping(), LocalExecutor(Sleeping(), 2)).results([0, 1]):\n"
        "    print(*(process.pid for process in active_children()), flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment()
    ) as running:
        assert running.stdout is not None
        workers = [Path(f"/proc/{pid}/stat") for pid in running.stdout.readline().split()]
        assert workers
        running.kill()
    for _ in range(500):
        if all(has_ended(worker) for worker in workers):
            return
        time.sleep(0.02)
    raise AssertionError(workers)


def has_ended(stat: Path) -> bool:
    """Whether a process has ended; nobody may have looked at its end."""
    try:
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
