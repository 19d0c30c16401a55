"""``--cluster``: the same answers as ``--jobs``, whatever becomes of workers, and none that was not verified here."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import puzzledsl
from puzzledsl import BatchResult, CancellationToken, Cancelled, PuzzleError
from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
from puzzledsl.portfolio import dask_executor
from puzzledsl.portfolio.dask_executor import DaskExecutor
from tests.batch.conftest import puzzles_of_four, without_seconds
from tests.command import Call, started
from tests.python.test_cancellation import SQUARES

from .conftest import Scheduler, classics
from .hostile import KILLER
from .serve import at_work

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

PUZZLES = int(os.environ.get("PUZZLEDSL_CLUSTER_PUZZLES", "300"))
KILLS = int(os.environ.get("PUZZLEDSL_CLUSTER_KILLS", "2"))
"""3000 and 10 take a minute or two."""


class Killer(threading.Thread):
    """Kills a worker at random moments, each time at work on a chunk that no earlier kill has hit.

    Attributes:
        hit: the chunks.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self.hit: list[str] = []
        self.ended = threading.Event()
        self._address = address
        self._random = Random(1)

    def run(self) -> None:
        import distributed

        with distributed.Client(self._address, set_as_default=False) as client:
            while len(self.hit) < KILLS and not self.ended.wait(self._random.random() * 0.2):
                found: dict[str, tuple[int, list[str]]] = {}
                with suppress(OSError):  # one that was killed just now
                    found = client.run(at_work, on_error="ignore")
                fresh = [(pid, key) for pid, keys in found.values() for key in keys if key not in self.hit]
                if fresh:
                    pid, key = self._random.choice(fresh)
                    os.kill(pid, signal.SIGKILL)
                    self.hit.append(key)


def command(*words: str) -> int:
    return run(command_line, list(words), "puzzledsl")


def rows(path: str) -> list[dict[str, Any]]:
    return without_seconds(Path(path).read_text())


def row(result: BatchResult) -> tuple[object, ...]:
    """All of a result but its seconds."""
    found = result.solution
    more = None if found is None else (found.values, found.unique, found.solver, found.nodes)
    return result.line, result.givens, result.status, str(result.error), more


@pytest.mark.slow
def test_workers_that_are_killed_cost_nothing(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n")
    monkeypatch.setattr(DaskExecutor, "chunk_seconds", 0.1)
    killer = Killer(scheduler.address)
    given: list[str] = []

    def puzzles() -> Iterator[str]:
        """So many, and on a quick machine more: until all kills are done."""
        for puzzle in ["no puzzle", *classics(50 * PUZZLES)]:
            if len(given) >= PUZZLES and not killer.is_alive():
                return
            given.append(puzzle)
            yield puzzle

    killer.start()
    try:
        found = [row(result) for result in puzzledsl.batch(model, puzzles(), cluster=scheduler.address)]
    finally:
        killer.ended.set()
        killer.join()
    assert found == [row(result) for result in puzzledsl.batch(model, given, jobs=2)]
    assert len(set(killer.hit)) == KILLS


def test_the_same_answers_in_the_same_order(call: Call, scheduler: Scheduler) -> None:
    puzzles = ["# of all kinds", *puzzles_of_four(60), "", "123.5..........."]
    here, there = (call("four.puz", puzzles, *words) for words in ((), ("--cluster", scheduler.address)))
    assert there.status == here.status
    assert without_seconds(there.out) == without_seconds(here.out)
    words = ("--format", "text", "--cluster", scheduler.address)
    assert call("four.puz", ["1234341221434321"], *words).out == "1234341221434321\n"


PARTS = {
    "clues.puz": 'include "parts.puz"\nclues number:\n    3 .\n'
    "grid cell[height(number), width(number)] in 1..4\ndifferent\nfor c, n in number:\n    c == n\n",
    "parts.puz": "rule different():\n    for line in rows:\n        alldifferent(line)\n"
    "    for line in columns:\n        alldifferent(line)\n",
    "grids.puz": 'include "parts.puz"\ngrid cell[4, 4] in 1..4\ndifferent\nalldifferent: boxes\n',
}


@pytest.fixture
def parts(folder: Path) -> None:
    """Models that include files which the workers do not have."""
    for name, text in PARTS.items():
        (folder / name).write_text(text)


def outputs(capsys: pytest.CaptureFixture[str], address: str, *words: str) -> tuple[str, str]:
    """What a command prints without a cluster, and with one."""
    found = []
    for further in (("--jobs", "1"), ("--cluster", address)):
        command(*words, "--quiet", *further)
        found.append(capsys.readouterr())
    assert not found[0].err
    assert not found[1].err
    return found[0].out, found[1].out


@pytest.mark.usefixtures("parts")
def test_lines_with_clues_of_their_own(capsys: pytest.CaptureFixture[str], scheduler: Scheduler) -> None:
    Path("clues.txt").write_text("number: 3./.1\n12/..\nnumber: 44/..\nnumber: 2.1/.../...\n")
    here, there = outputs(capsys, scheduler.address, "batch", "clues.puz", "--givens", "clues.txt")
    assert without_seconds(here) == without_seconds(there)
    assert {"solved", "infeasible", "error"} == {json.loads(line)["status"] for line in there.splitlines()}


@pytest.mark.usefixtures("folder")
def test_links(capsys: pytest.CaptureFixture[str], scheduler: Scheduler) -> None:
    Path("links.txt").write_text(".Shape~4x4.Cage~8~R1C1~R1C2~R2C2.BlackDot~R4C1~R4C2.Arrow~R1C4~R1C3~R2C3\nno link\n")
    here, there = outputs(capsys, scheduler.address, "batch", "--givens", "links.txt")
    assert without_seconds(here) == without_seconds(there)


def test_another_version_is_refused(call: Call, scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    there = puzzledsl.__version__
    monkeypatch.setattr(puzzledsl, "__version__", "99.0")
    done = call("four.puz", ["." * 16], "--cluster", scheduler.address)
    assert done.status == 2
    assert done.out == ""
    assert "have other versions than this machine, which has puzzledsl 99.0 on Python" in done.err
    assert f"has puzzledsl {there} on Python" in done.err


def test_a_call_that_is_cancelled_leaves_free_workers(scheduler: Scheduler) -> None:
    squares, four = puzzledsl.parse(SQUARES), puzzledsl.parse("grid cell[4, 4] in 1..4\nalldifferent: rows\n")
    token = CancellationToken()
    timer = threading.Timer(1.5, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        list(puzzledsl.batch(squares, ["." * 100] * 6, cluster=scheduler.address, cancel=token))
    timer.join()
    said: list[str] = []
    found = puzzledsl.batch(
        four, ["1" + "." * 15] * 5, cluster=scheduler.address, on_progress=lambda now: said.append(now.message)
    )
    assert [result.status for result in found] == ["solved"] * 5
    assert said


# ── a bad worker, and TLS ────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """The address of a cluster with TLS, whose one worker is hostile; and the options with the certificates."""
    import trustme

    place = tmp_path_factory.mktemp("certificates")
    authority = trustme.CA()
    issued = authority.issue_cert("localhost", "127.0.0.1")
    files = [str(place / name) for name in ("ca.pem", "cert.pem", "key.pem")]
    authority.cert_pem.write_to_path(files[0])
    issued.cert_chain_pems[0].write_to_path(files[1])
    issued.private_key_pem.write_to_path(files[2])
    hostile = str(Path(__file__).with_name("hostile.py"))
    cluster = Scheduler(workers=1, tls=files, preload=hostile, allowed_failures=0)
    options = ("--cluster-ca", "--cluster-cert", "--cluster-key")
    yield cluster.address, [word for pair in zip(options, files, strict=True) for word in pair]
    cluster.close()


def test_a_wrong_grid_is_no_answer(call: Call, tls: tuple[str, list[str]]) -> None:
    address, certificates = tls
    assert address.startswith("tls://")
    puzzles = ["2.34....1.......", "1234341221434321", "3" + "." * 15]
    done = call("four.puz", puzzles, "--cluster", address, *certificates)
    assert [answer["status"] for answer in done.answers] == ["solved", "error", "solved"]
    assert done.answers[1]["error"] == "a worker has returned a grid that does not solve this puzzle"
    assert "grids" not in done.answers[1]
    assert done.status == 2


@pytest.mark.slow
def test_what_kills_workers_costs_itself_only(call: Call, tls: tuple[str, list[str]]) -> None:
    """The scheduler gives up a task when it has lost one worker to it; the chunk is split until one line is left."""
    address, certificates = tls
    puzzles = [f"2{'.' * 14}{digit}" for digit in "134213"]
    puzzles[3] = KILLER
    done = call("four.puz", puzzles, "--cluster", address, *certificates)
    assert [answer["status"] for answer in done.answers] == ["error" if p == KILLER else "solved" for p in puzzles]
    assert "each worker of the cluster that worked on it was lost" in done.answers[3]["error"]


def test_a_stranger_is_refused(call: Call, tls: tuple[str, list[str]], tmp_path: Path) -> None:
    import trustme

    address, certificates = tls
    issued = trustme.CA().issue_cert("localhost", "127.0.0.1")
    issued.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "own.pem"))
    own = ["--cluster-cert", str(tmp_path / "own.pem")]
    done = call("four.puz", ["." * 16], "--cluster", address, *certificates[:2], *own)
    assert done.status == 2
    assert f"no scheduler answers at `{address}`" in done.err


# ── ends ─────────────────────────────────────────────────────────────────────────────────────────


def lines_of(path: str, count: int) -> None:
    """Wait until a file has so many lines."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(FileNotFoundError):
            if Path(path).read_bytes().count(b"\n") >= count:
                return
        time.sleep(0.02)
    raise AssertionError(f"{path} does not grow")


@pytest.mark.slow
def test_a_run_that_ends_early_can_be_resumed(scheduler: Scheduler, classic: Callable[[Iterable[str]], Path]) -> None:
    """The scheduler is lost; another cluster goes on until Ctrl-C, and processes of this machine do the rest."""
    classic(classics(3000))
    words = ("batch", "classic.puz", "--givens", "classics.txt", "--resume", "out")
    with started(*words, "--cluster", scheduler.address) as running:
        lines_of("out", 1)
        scheduler.kill()
        _, said = running.communicate(timeout=60)
    assert running.returncode == 2
    assert f"the cluster at `{scheduler.address}` is lost" in said
    assert "--resume OUT" in said
    assert "Traceback" not in said
    first = whole_lines("out")
    with started(*words, "--cluster", "local:1") as running:
        lines_of("out", first.count(b"\n") + 1)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: its workers get it, too
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.startswith("interrupted: ")
    assert said.count("\n") == 1
    second = whole_lines("out")
    assert command(*words, "--quiet", "--jobs", "2") == 0
    third = whole_lines("out")
    assert second.startswith(first)
    assert third.startswith(second)
    assert 0 < first.count(b"\n") < second.count(b"\n") < third.count(b"\n") == 3000
    assert command(*words[:4], "--quiet", "--output", "expected", "--jobs", "2") == 0
    assert rows("out") == rows("expected")


@pytest.mark.slow
def test_a_stopped_scheduler_counts_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"SILENCE": 1.0, "WITHOUT_ANSWER": 4.0}.items():
        monkeypatch.setattr(dask_executor, name, seconds)
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n")
    scheduler = Scheduler(workers=1)
    results = puzzledsl.batch(model, classics(100_000), cluster=scheduler.address)
    try:
        next(results)
        scheduler.stop()
        lost = f"the cluster at `{scheduler.address}` is lost: the scheduler does not answer"
        with pytest.warns(UserWarning, match="has not answered for 1 s"), pytest.raises(PuzzleError, match=lost):
            for _ in results:
                pass
    finally:
        scheduler.kill()


def whole_lines(path: str) -> bytes:
    """What is in a file, which ends with a whole line."""
    found = Path(path).read_bytes()
    assert found.endswith(b"\n")
    return found


@pytest.mark.slow
def test_workers_on_this_machine(call: Call) -> None:
    puzzles = puzzles_of_four(5)
    there = call("four.puz", puzzles, "--cluster", "local:1")
    assert without_seconds(there.out) == without_seconds(call("four.puz", puzzles).out)
