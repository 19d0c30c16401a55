"""A cluster beside the pool: ``python benchmarks/clusters.py [--rounds N] [--puzzles N]``.

`puzzledsl batch --jobs 2` and `--cluster` with two workers of this machine take turns over the same puzzles (classics
without a given that could be dropped). The rate is that of the last four fifths of the answers, so the start of Python,
of the pool and of Dask does not count; from processor times, those of a few puzzles are subtracted. Then what limits a
client: bytes that travel, and the time to check and print an answer. Every answer is checked. Prints Markdown.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from puzzles import classics  # noqa: E402 - the tree's own package, if none is installed

from puzzledsl.answer import Options  # noqa: E402
from puzzledsl.batches.outcome import LineSolver  # noqa: E402
from puzzledsl.cli.commands.batch.lines_run import json_line  # noqa: E402
from puzzledsl.formats.collection import PuzzleLine  # noqa: E402
from puzzledsl.loading import load_model, read_source  # noqa: E402
from puzzledsl.portfolio.chunk import packed, unpacked  # noqa: E402
from puzzledsl.portfolio.workers import MOST_HELD  # noqa: E402

MODEL = HERE.parent / "models" / "classic.puz"
WORKERS = 2
CHUNK = 1_000
FEW = 20


def varied(puzzles: Sequence[str], count: int) -> list[str]:
    """So many different puzzles: the digits of these, exchanged at random."""
    random = Random(1)
    tables = (str.maketrans("123456789", "".join(random.sample("123456789", 9))) for _ in range(count))
    return [puzzle.translate(table) for puzzle, table in zip(cycle(puzzles), tables, strict=False)]


def processor_times() -> dict[int, float]:
    """Seconds of the processor of this process and all below it, by process."""
    import psutil

    found = {}
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        with suppress(psutil.Error):
            times = process.cpu_times()
            found[process.pid] = times.user + times.system
    return found


def measured(puzzles: Sequence[str], words: Sequence[str]) -> tuple[float, float]:
    """Answers a second, when a fifth of them are there; and seconds of the processor, of all processes."""
    before, ended = processor_times(), sum(os.times()[2:4])
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{puzzle}\n" for puzzle in puzzles)
        file.flush()
        call = [sys.executable, "-m", "puzzledsl", "batch", str(MODEL), "--givens", file.name, "--quiet", *words]
        with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=HERE.parent) as running:
            assert running.stdout is not None
            times = []
            for line in running.stdout:
                assert '"status": "solved"' in line, line
                times.append(time.monotonic())
    assert len(times) == len(puzzles), f"{len(times)} of {len(puzzles)} answers"
    used = sum(os.times()[2:4]) - ended  # of processes that have ended
    used += sum(seconds - before.get(pid, 0.0) for pid, seconds in processor_times().items())
    start = len(times) // 5
    return (len(times) - 1 - start) / max(times[-1] - times[start], 1e-9), used


def side_by_side(puzzles: Sequence[str], rounds: int) -> None:
    """Rates and processor times, in turns."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", memory_limit=0
    ) as cluster:
        ways = {
            f"`--jobs {WORKERS}`": ["--jobs", str(WORKERS)],
            "`--cluster`": ["--cluster", cluster.scheduler_address],
        }
        few = puzzles[:FEW]
        for words in ways.values():  # whatever is loaded for the first time
            measured(few, words)
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for number in range(rounds):
            for name in list(ways) if number % 2 else list(ways)[::-1]:
                start = measured(few, ways[name])[1]
                rate, used = measured(puzzles, ways[name])
                found[name].append((rate, (used - start) / (len(puzzles) - FEW)))
    print(f"{len(puzzles):,} puzzles, {WORKERS} workers, {rounds} rounds:\n")
    print(
        "| | answers a second | median | ms of the processor for a puzzle | median |\n| --- | --- | --- | --- | --- |"
    )
    for name, pairs in found.items():
        rates, costs = zip(*pairs, strict=True)
        print(f"| {name} | {', '.join(f'{one:,.0f}' for one in rates)} | {median(rates):,.0f}", end=" ")
        print(f"| {', '.join(f'{1e3 * one:.2f}' for one in costs)} | {1e3 * median(costs):.2f} |")
    pool, other = found.values()
    by_clock = [second[0] / first[0] for first, second in zip(pool, other, strict=True)]
    by_work = [first[1] / second[1] for first, second in zip(pool, other, strict=True)]
    for what, ratios in (("the clock", by_clock), ("the processor", by_work)):
        print(f"\nThroughput of the cluster, by {what}, to that of the pool in the same round: ", end="")
        print(f"{', '.join(f'{one:.2f}' for one in ratios)}; median {median(ratios):.2f}.")
    print()


def client(puzzles: Sequence[str]) -> None:
    """What a puzzle costs the client, in seconds of its processor."""
    model = load_model(read_source(MODEL))
    here = LineSolver(model, Options(), json_line)
    make, arguments = here.sent()
    there = make(*arguments)
    lines = [PuzzleLine(number, puzzle) for number, puzzle in enumerate(puzzles[:CHUNK], 1)]
    sent = packed(lines)
    results = packed([there(line) for line in lines])
    best: dict[str, float] = {}
    for _ in range(5):
        started = time.process_time()
        outcomes = unpacked(results)
        read = time.process_time()
        values = [outcome.answer.values for outcome in outcomes]
        assert all(here._session.accepts(one) for one in values)
        verified = time.process_time()
        texts = [here.accepted(line, outcome) for line, outcome in zip(lines, outcomes, strict=True)]
        done = time.process_time()
        assert all(status == "solved" for status, _ in texts)
        times = {"unpack": read - started, "verifier alone": verified - read, "check and render": done - verified}
        for name, seconds in times.items():
            best[name] = min(best.get(name, seconds), seconds)
    print("| what | of a puzzle |\n| --- | --- |")
    print(f"| the work (model and options), sent with each chunk | {len(packed(here.sent())):,} bytes a chunk |")
    print(f"| sent | {len(sent) / CHUNK:.0f} bytes |\n| received | {len(results) / CHUNK:.0f} bytes |")
    for name, seconds in best.items():
        print(f"| {name} | {seconds / CHUNK * 1e6:.0f} µs, {CHUNK / seconds:,.0f} a second |")


def memory(puzzles: Sequence[str]) -> None:
    """What a client holds at most: lines that are under way, and results that wait for an earlier one."""
    before = resident()
    lines = [PuzzleLine(number, "".join(list(puzzle))) for number, puzzle in enumerate(puzzles, 1)]
    chunks = [packed(lines[start : start + 50]) for start in range(0, len(lines), 50)]  # about as long as results
    print(f"| {len(lines):,} puzzles held ({len(chunks):,} chunks) | {resident() - before:.0f} MB |")


def resident() -> float:
    """Megabytes of this process in memory."""
    import psutil

    return float(psutil.Process().memory_info().rss) / 1e6


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--puzzles", type=int, default=3_000)
    options = parser.parse_args()
    found = [one.givens for one in classics(None)["own_minimal"]]
    side_by_side(varied(found, options.puzzles), options.rounds)
    client(varied(found, CHUNK))
    memory(varied(found, MOST_HELD))
    return 0


if __name__ == "__main__":
    sys.exit(main())
