"""Runs commands and takes their time and memory; knows nothing of puzzles."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

SLOW_POLL = 0.05
QUICK_POLL = 0.002
"""Seconds between two looks at the memory: while something else is timed, and in a run of its own."""
STARTUP = 30
"""Seconds that a process may take longer for its first line."""

CACHE = tempfile.TemporaryDirectory(prefix="puzzledsl-bench-")
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = CACHE.name  # for all alike; no bytecode is left in the tree


@dataclass(frozen=True)
class Command:
    """Words, and variables added to the environment."""

    words: list[str]
    variables: dict[str, str] = field(default_factory=dict)

    def start(self, errors: int) -> subprocess.Popen[bytes]:
        """The process, in a group of its own, away from the tree."""
        return subprocess.Popen(
            self.words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=CACHE.name,
            env=ENVIRONMENT | self.variables,
            start_new_session=True,
        )


@dataclass(frozen=True)
class Once:
    """One whole process; ``late`` when the limit came first. Memory in bytes, 0 when it was not asked for."""

    seconds: float
    late: bool
    output: str
    errors: str
    status: int
    memory: int


def once(command: Command, limit: float, *, weigh: bool = False) -> Once:
    """Runs the command. ``weigh`` looks at the memory of it and its children all the time, which costs time."""
    late, done = threading.Event(), threading.Event()
    heaviest = 0

    def stop() -> None:
        late.set()
        end(process)

    def look() -> None:
        nonlocal heaviest
        while not done.wait(QUICK_POLL):
            heaviest = max(heaviest, resident(process.pid))

    start = time.perf_counter()
    process = command.start(subprocess.PIPE)
    timer = threading.Timer(limit, stop)
    timer.daemon = True
    timer.start()
    if weigh:
        threading.Thread(target=look, daemon=True).start()
    try:
        output, errors = process.communicate()
        seconds = time.perf_counter() - start
    finally:  # also when the benchmark itself is stopped
        done.set()
        timer.cancel()
        end(process)
    return Once(seconds, late.is_set(), output.decode(), errors.decode(), process.returncode, heaviest)


@dataclass
class Stream:
    """What a process said line by line, and when, in seconds after its start; its peak memory in bytes.

    ``late``: it was stopped because a line took longer than its limit; ``spent``: because all of them together did.
    """

    lines: list[str] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    memory: int = 0
    late: bool = False
    spent: bool = False


def stream(command: Command, limit: float, budget: float) -> Stream:
    """Reads the lines of the command as they come; ``limit`` and ``budget`` (from the first line on) in seconds.

    What is under way when the budget is spent is waited for, so that long answers are not left out more often.
    """
    result, start = Stream(), time.perf_counter()
    process = command.start(subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        _listen(process, result, start, limit, budget)
    finally:
        end(process)
        process.stdout.close()
        process.wait()
    return result


def _listen(process: subprocess.Popen[bytes], result: Stream, start: float, limit: float, budget: float) -> None:
    assert process.stdout is not None
    last, looked, rest = start, start, b""
    with DefaultSelector() as selector:
        selector.register(process.stdout, EVENT_READ)
        while not (result.late or result.spent):
            ready = selector.select(SLOW_POLL)
            now = time.perf_counter()
            if ready:
                piece = os.read(process.stdout.fileno(), 1 << 16)
                if not piece:
                    break
                *whole, rest = (rest + piece).split(b"\n")
                for line in whole:
                    result.lines.append(line.decode())
                    result.arrivals.append(now - start)
                    last = now
                    result.spent = result.arrivals[-1] - result.arrivals[0] >= budget
            if now - looked >= SLOW_POLL:
                looked = now
                result.memory = max(result.memory, resident(process.pid))
            result.late = now - last > limit + (0 if result.lines else STARTUP)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and its children; nothing when they are gone."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def family(pid: int) -> list[int]:
    """A process and its descendants, as far as they are still there (Linux; elsewhere the process alone)."""
    children: list[str] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            children += Path(f"/proc/{pid}/task/{task}/children").read_text().split()
    except OSError:  # it has ended meanwhile
        pass
    return [pid, *(member for child in children for member in family(int(child)))]


def resident(pid: int) -> int:
    """Resident memory of a process and its descendants together, in bytes; 0 when they are gone."""
    pages = 0
    for member in family(pid):
        try:
            pages += int(Path(f"/proc/{member}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
    return pages * os.sysconf("SC_PAGE_SIZE")
