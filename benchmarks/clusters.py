"""A cluster beside the pool: ``python benchmarks/clusters.py [--rounds N] [--puzzles N]``.

`puzzledsl batch --jobs 2` and `--cluster` with two workers of this machine take turns over the same puzzles (classics
without a given that could be dropped). The rate is that of the answers after the first one, so the start of Python, of
the pool and of Dask does not count. Then what limits a client: bytes that travel, and the time to check and print an
answer. Every answer is checked. Prints Markdown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from puzzles import classics  # noqa: E402 - the tree's own package comes first

from puzzledsl.answer import Options  # noqa: E402
from puzzledsl.batches.outcome import Line, LineSolver  # noqa: E402
from puzzledsl.cli.commands.batch.answer_lines import json_line  # noqa: E402
from puzzledsl.loading import load_model, read_source  # noqa: E402
from puzzledsl.portfolio.chunk import packed, unpacked  # noqa: E402
from puzzledsl.portfolio.cluster import MOST_HELD  # noqa: E402

MODEL = HERE.parent / "models" / "classic.puz"
WORKERS = 2
CHUNK = 1_000


def varied(puzzles: Sequence[str], count: int) -> list[str]:
    """So many different puzzles: the digits of these, exchanged at random."""
    random = Random(1)
    tables = (str.maketrans("123456789", "".join(random.sample("123456789", 9))) for _ in range(count))
    return [puzzle.translate(table) for puzzle, table in zip(cycle(puzzles), tables, strict=False)]


def rate(puzzles: Sequence[str], words: Sequence[str]) -> float:
    """Answers a second after the first one."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{puzzle}\n" for puzzle in puzzles)
        file.flush()
        call = [sys.executable, "-m", "puzzledsl", "batch", str(MODEL), "--givens", file.name, "--quiet", *words]
        with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=HERE.parent) as running:
            assert running.stdout is not None
            first, count = 0.0, 0
            for line in running.stdout:
                assert '"status": "solved"' in line, line
                count += 1
                first = first or time.monotonic()
            last = time.monotonic()
    assert count == len(puzzles), f"{count} of {len(puzzles)} answers"
    return (count - 1) / (last - first)


def side_by_side(puzzles: Sequence[str], rounds: int) -> None:
    """The two rates, in turns."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", memory_limit=0
    ) as cluster:
        ways = {
            f"`--jobs {WORKERS}`": ["--jobs", str(WORKERS)],
            "`--cluster`": ["--cluster", cluster.scheduler_address],
        }
        for words in ways.values():  # whatever is loaded for the first time
            rate(puzzles[:20], words)
        found: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(rounds):
            for name in list(ways) if number % 2 else list(ways)[::-1]:
                found[name].append(rate(puzzles, ways[name]))
    print(f"{len(puzzles):,} puzzles, {WORKERS} workers, {rounds} rounds; answers a second:\n")
    print("| | rounds | median |\n| --- | --- | --- |")
    for name, rates in found.items():
        print(f"| {name} | {', '.join(f'{one:,.0f}' for one in rates)} | {median(rates):,.0f} |")
    pool, other = found.values()
    ratios = [second / first for first, second in zip(pool, other, strict=True)]
    print(f"\nRatio of the same round: {', '.join(f'{one:.2f}' for one in ratios)}; median {median(ratios):.2f}.\n")


def client(puzzles: Sequence[str]) -> None:
    """What a puzzle costs the client, in seconds of its processor."""
    model = load_model(read_source(MODEL))
    here = LineSolver(model, Options(), json_line)
    make, arguments = here.sent()
    there = make(*arguments)
    lines = [Line(number, puzzle) for number, puzzle in enumerate(puzzles[:CHUNK], 1)]
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
    lines = [Line(number, "".join(list(puzzle))) for number, puzzle in enumerate(puzzles, 1)]
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
