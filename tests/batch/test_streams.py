"""What only a process of its own shows: streams, order over processes, signals, lost processes, memory, imports."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.command import (
    COMMAND,
    children,
    environment,
    imported,
    on_terminal,
    started,
    wait_for,
    wait_for_work,
)

from .conftest import grids_of_four, puzzles_of_four, without_seconds

pytestmark = [
    pytest.mark.usefixtures("folder"),
    pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX"),
]
JOBS = pytest.mark.parametrize("jobs", ["1", "2"])


def write(name: str, lines: list[str]) -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines))


@JOBS
def test_a_stream_is_answered_as_it_comes(jobs: str) -> None:
    with started("batch", "four.puz", "--givens", "-", "--jobs", jobs) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number, puzzle in enumerate(grids_of_four()[:5], 1):
            running.stdin.write(puzzle + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["line"] == number
        running.stdin.close()
        assert running.wait(20) == 0


def test_jobs_keep_the_order() -> None:
    write("puzzles.txt", puzzles_of_four(400))
    outs = []
    for jobs in ("1", "3"):
        out, err = started("batch", "four.puz", "--givens", "puzzles.txt", "--jobs", jobs).communicate(timeout=60)
        assert err.startswith("400 puzzles: ")
        outs.append(without_seconds(out))
    assert outs[0] == outs[1]
    assert [answer["line"] for answer in outs[1]] == list(range(1, 401))


@contextmanager
def endless(puzzle: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command over a stream of one puzzle that never ends."""
    with subprocess.Popen(["yes", puzzle], stdout=subprocess.PIPE) as source:
        assert isinstance(source.stdout, io.BufferedReader)
        with started("batch", *arguments, "--givens", "-", stdin=source.stdout.fileno()) as running:
            source.stdout.close()
            yield running


@JOBS
def test_a_reader_that_leaves_ends_an_endless_run(jobs: str) -> None:
    with endless("12" + "." * 14, "four.puz", "--jobs", jobs) as running:
        assert running.stdout is not None
        for number in range(1, 6):
            assert json.loads(running.stdout.readline())["line"] == number
        running.stdout.close()
        assert running.wait(20) == 141
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()


@JOBS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_leave_whole_lines_without_gaps(jobs: str, number: signal.Signals) -> None:
    with endless("12" + "." * 34, "six.puz", "--jobs", jobs, "--output", "out.jsonl") as running:
        out = Path("out.jsonl")
        while not out.exists() or out.stat().st_size < 10_000:
            time.sleep(0.05)
        os.killpg(running.pid, number) if number == signal.SIGINT else running.send_signal(number)
        _, err = running.communicate(timeout=20)
        assert running.returncode == 128 + number
    assert err.startswith("interrupted: ")
    text = out.read_text()
    assert text.endswith("\n")
    answers = without_seconds(text)
    assert [answer["line"] for answer in answers] == list(range(1, len(answers) + 1))
    assert {answer["status"] for answer in answers} == {"solved"}


def market_split() -> str:
    """Cornuéjols & Dawande, A Class of Hard Small 0–1 Programs: minutes of work, unless cells are given."""
    random = Random(1)
    lines = ["grid cell[1, 40] in bool"]
    for _ in range(5):
        weights = [random.randrange(100) for _ in range(40)]
        left = f"sum(a * x for a, x in zip({weights}, row(1)))"
        lines.append(f"{left} == {sum(weights) // 2}")
    return "\n".join(lines) + "\n"


HARD, QUICK = "." * 40, "01" * 20


def test_a_puzzle_beyond_the_limit_holds_up_nobody() -> None:
    Path("hard.puz").write_text(market_split())
    write("puzzles.txt", [QUICK, HARD, QUICK])
    for solver in ("search", "highs"):
        running = started("batch", "hard.puz", "--givens", "puzzles.txt", "--time-limit", "1.5", "--solver", solver)
        out, _ = running.communicate(timeout=60)
        assert [answer["status"] for answer in without_seconds(out)] == ["infeasible", "unknown", "infeasible"]
        assert running.returncode == 3


def ticks(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


def at_work(pid: int) -> list[int]:
    """The workers of a run, not what else it has started."""
    found = children(pid)
    return [each for each in found if b"resource_tracker" not in Path(f"/proc/{each}/cmdline").read_bytes()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_line_whose_processes_are_killed_again_and_again_costs_itself_only() -> None:
    Path("hard.puz").write_text(market_split())
    write("puzzles.txt", [QUICK, HARD, *[QUICK] * 5])
    arguments = ("batch", "hard.puz", "--givens", "puzzles.txt", "--solver", "search", "--jobs", "2")
    with started(*arguments) as running:
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())["status"] == "infeasible"
        kills = 0
        while running.poll() is None:
            with suppress(FileNotFoundError, ProcessLookupError, ValueError):
                busiest = max(at_work(running.pid), key=ticks)
                if ticks(busiest) > 100:  # a second: it has begun, and all but the hard one are done
                    os.kill(busiest, signal.SIGKILL)
                    kills += 1
            time.sleep(0.05)
        out, err = running.communicate(timeout=60)
    statuses = [answer["status"] for answer in without_seconds(out)]
    assert kills == 4
    assert statuses == ["error"] + ["infeasible"] * 5
    assert "signal 9" in json.loads(out.splitlines()[0])["error"]
    assert "1 broken" in err
    assert running.returncode == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_ten_kills_of_processes_cost_nothing() -> None:
    puzzles, random, kills = puzzles_of_four(3000), Random(1), 0
    with started("batch", "four.puz", "--givens", "-", "--jobs", "2", "--output", "out") as running:
        assert running.stdin is not None
        for first in range(0, 3000, 300):  # after each kill there is more to do
            running.stdin.writelines(f"{puzzle}\n" for puzzle in puzzles[first : first + 300])
            running.stdin.flush()
            while running.poll() is None and kills <= first // 300:
                time.sleep(0.1 * random.random())
                with suppress(FileNotFoundError, ProcessLookupError, IndexError):
                    os.kill(random.choice(at_work(running.pid)), signal.SIGKILL)
                    kills += 1
        _, err = running.communicate(timeout=120)
    assert kills == 10
    assert err.splitlines()[-1].startswith("3,000 puzzles: ")  # Python warns of a tracker killed before it was one
    answers = without_seconds(Path("out").read_text())
    assert [answer["line"] for answer in answers] == list(range(1, 3001))
    assert [answer["givens"] for answer in answers] == puzzles
    assert not any("ended" in str(answer.get("error")) for answer in answers)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_highs_runs_in_one_process_which_may_be_lost() -> None:
    Path("hard.puz").write_text(market_split())
    write("puzzles.txt", [QUICK[:30] + HARD[30:], QUICK, HARD, *[QUICK[:30] + HARD[30:]] * 3])
    with started("batch", "hard.puz", "--givens", "puzzles.txt", "--presolve", "none", "--solver", "highs") as running:
        assert running.stdout is not None
        seen = []
        for _ in range(2):
            assert json.loads(running.stdout.readline())["solver"] in ("highs", "presolve")
            seen += children(running.pid)
        (pid,) = children(running.pid)
        wait_for_work(pid)
        assert set(seen) == {pid}
        os.kill(pid, signal.SIGKILL)
        out, _ = running.communicate(timeout=60)
    assert [answer["status"] for answer in without_seconds(out)] == ["error"] + ["infeasible"] * 3
    assert "HiGHS" in json.loads(out.splitlines()[0])["error"]


def test_the_time_limit_holds_where_a_stage_knows_nothing_of_it() -> None:
    rows = "".join(f"cell[{k}, 1] + cell[{k}, 2] * 3 != cell[{k + 1}, 3] * cell[{k}, 4]\n" for k in range(1, 200))
    Path("large.puz").write_text("grid cell[200, 100] in 1..40\n" + rows)
    write("puzzles.txt", ["." * 20_000])
    running = started(
        *("batch", "large.puz", "--givens", "puzzles.txt", "--time-limit", "0.3"),
        *("--presolve", "none", "--solver", "highs"),
    )
    out, _ = running.communicate(timeout=60)
    (answer,) = [json.loads(line) for line in out.splitlines()]
    assert answer["status"] == "unknown"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@JOBS
def test_ctrl_c_does_not_wait_for_a_hard_puzzle(jobs: str) -> None:
    Path("hard.puz").write_text(market_split())
    write("puzzles.txt", [QUICK, HARD, QUICK])
    for solver in ("search", "highs"):
        running = started("batch", "hard.puz", "--givens", "puzzles.txt", "--solver", solver, "--jobs", jobs)
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())["line"] == 1
        wait_for_work(running.pid)
        family = children(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
        assert (running.returncode, out) == (130, "")
        assert err.startswith("interrupted: 1 puzzle")
        wait_for(lambda family=family: not any(Path(f"/proc/{pid}").exists() for pid in family))  # type: ignore[misc]


def test_propagation_and_search_load_no_solver() -> None:
    write("puzzles.txt", ["1.34" + "." * 12, "." * 16])
    call = ("batch", "four.puz", "--quiet", "--givens", "puzzles.txt")
    loaded = imported(*call)
    assert not loaded & {"pyomo", "highspy", "numpy", "vl_convert", "rich", "lark", "asyncio", "multiprocessing"}
    assert "pyomo" in imported(*call, "--presolve", "none", "--solver", "highs")


def most_memory(count: int, jobs: str) -> int:
    """Bytes that the run took at most, without its child processes."""
    write("many.txt", puzzles_of_four(100) * (count // 100))
    code = (
        "import resource, sys; from puzzledsl.cli.command_line import command_line; from puzzledsl.cli.run import run\n"
        f"run(command_line, ['batch', 'four.puz', '--givens', 'many.txt', '-q', '--jobs', {jobs!r}], 'puzzledsl')\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout.count("\n") == count
    return int(done.stderr) * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.slow
@JOBS
def test_memory_stays_flat(jobs: str) -> None:
    most_memory(100, "1")
    assert most_memory(5_000, jobs) - most_memory(1_000, jobs) < 3_000_000


def test_a_bar_on_a_terminal() -> None:
    write("many.txt", ["12" + "." * 34] * 100_000)
    status, seen = on_terminal(
        *("batch", "six.puz", "--givens", "many.txt"), out="out.jsonl", until=lambda seen: " a second" in seen
    )
    assert status == 130
    assert "/100000" in seen
    assert "interrupted: " in seen
    assert '"status"' not in seen  # the answers are in the file


@pytest.mark.parametrize("into", ["--resume", "--output"])
def test_a_file_takes_the_answers_of_one_run_at_a_time(folder: Path, into: str) -> None:
    pytest.importorskip("fcntl", reason="locks of POSIX")
    first, second = grids_of_four()[:2]
    write("two.txt", [first, second])
    out = folder / "out.jsonl"
    with started("batch", "four.puz", "--givens", "-", into, "out.jsonl") as running:
        assert running.stdin is not None
        running.stdin.write(first + "\n")
        running.stdin.flush()
        wait_for(lambda: out.exists() and out.read_text().endswith("\n"))
        before = out.read_bytes()
        other = started("batch", "four.puz", "--givens", "two.txt", into, "out.jsonl")
        said = other.communicate(timeout=60)[1]
        assert other.returncode == 2
        assert "another run of `puzzledsl batch` is writing to `out.jsonl`" in said
        assert out.read_bytes() == before
        running.communicate(second + "\n", timeout=60)
    assert running.returncode == 0
    assert out.read_text().count("\n") == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_killed_run_keeps_no_file_from_others(folder: Path) -> None:
    pytest.importorskip("fcntl", reason="sizes of pipes of POSIX")
    write("two.txt", grids_of_four()[:2])
    out = folder / "out.jsonl"
    with started("batch", "four.puz", "--givens", "-", "--jobs", "2", "--resume", "out.jsonl") as running:
        assert running.stdin is not None
        running.stdin.write(grids_of_four()[0] + "\n")
        running.stdin.flush()
        wait_for(lambda: out.exists() and out.read_text().endswith("\n"))
        workers = children(running.pid)
        try:
            for worker in workers:  # as one that is at a long puzzle, and does not see that its parent is gone
                os.kill(worker, signal.SIGSTOP)
            running.kill()
            running.wait(20)
            second = started("batch", "four.puz", "--givens", "two.txt", "--resume", "out.jsonl")
            assert "1 of them before" in second.communicate(timeout=20)[1]
            assert second.returncode == 0
        finally:
            for worker in workers:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)


def test_a_full_disk_is_named_and_the_run_goes_on_behind_whole_lines() -> None:
    import resource

    puzzles = grids_of_four()[:40]
    write("puzzles.txt", puzzles)
    call = [*COMMAND, "batch", "four.puz", "--givens", "puzzles.txt", "--resume", "out.jsonl"]
    full = subprocess.run(
        call,
        capture_output=True,
        text=True,
        env=environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)),  # as a disk that is full there
    )
    assert full.returncode == 2
    assert "error: `out.jsonl` cannot be written: " in full.stderr
    assert "--resume goes on" in full.stderr
    assert Path("out.jsonl").stat().st_size == 3000
    done = subprocess.run(call, capture_output=True, text=True, env=environment())
    assert (done.returncode, " of them before" in done.stderr) == (0, True)
    assert [answer["givens"] for answer in without_seconds(Path("out.jsonl").read_text())] == puzzles
