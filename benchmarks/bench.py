"""The whole process of ``puzzledsl solve`` beside scripts that solve the same sudoku, in one run.

    python benchmarks/bench.py [--rounds 15] [--python PYTHON]

Each command is run once to warm the caches, then all of them in turn, round by round, so that whatever else the
machine does hits all alike. Every answer is checked. ``--python`` names an interpreter that has the peers'
libraries (benchmarks/requirements.txt) when this one has not; a peer that cannot run is left out and said to be.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
GIVENS = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
POLL = 0.002
"""Seconds between two looks at the memory."""

CACHE = tempfile.TemporaryDirectory(prefix="puzzledsl-bench-")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = CACHE.name  # for all alike; no bytecode is left in the tree


@dataclass
class Contender:
    name: str
    command: list[str]
    seconds: list[float] = field(default_factory=list)
    memory: int = 0

    def run(self) -> None:
        """Once, timed; the answer is checked."""
        start = time.perf_counter()
        done = run(self.command)
        self.seconds.append(time.perf_counter() - start)
        if done.returncode or digits(done.stdout) != SOLUTION:
            raise SystemExit(f"{self.name} answered {done.stdout!r}")

    def weigh(self) -> None:
        """Once, with the largest resident memory of the process and its children together, in bytes (Linux)."""
        with subprocess.Popen(self.command, stdout=subprocess.DEVNULL, cwd=ROOT, env=ENVIRONMENT) as process:
            while process.poll() is None:
                self.memory = max(self.memory, sum(resident(pid) for pid in family(process.pid)))
                time.sleep(POLL)

    def runs(self) -> bool:
        """Whether it can be run here."""
        done = run(self.command)
        if done.returncode:
            print(f"left out: {self.name} ({(done.stderr.strip().splitlines() or ['no message'])[-1]})")
        return done.returncode == 0


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """The command, from the root of the project."""
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=ENVIRONMENT)


def digits(output: str) -> str:
    """The 81 digits of an answer, from ours (JSON) or a peer's output."""
    if output.startswith("{"):
        return "".join(str(value) for row in json.loads(output)["grids"]["cell"] for value in row)
    return output.strip()


def family(pid: int) -> list[int]:
    """A process and its descendants, as far as they are still there."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(member for child in children for member in family(int(child)))]


def resident(pid: int) -> int:
    """Resident memory in bytes, 0 for a process that is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--python", default=sys.executable, help="interpreter for the peers")
    options = parser.parse_args()
    ours = [sys.executable, "-m", "puzzledsl", "solve", str(HERE / "easy.puz"), "--json"]
    contenders = [
        Contender("puzzledsl", ours),
        Contender("puzzledsl --no-presolve", [*ours, "--no-presolve"]),
        Contender("puzzledsl --no-presolve --encoding integer", [*ours, "--no-presolve", "--encoding", "integer"]),
    ]
    contenders += [
        Contender(peer.stem, [options.python, str(peer), GIVENS]) for peer in sorted((HERE / "peers").glob("*.py"))
    ]
    contenders = [contender for contender in contenders if contender.runs()]  # warms the caches, too
    for _ in range(options.rounds):
        for contender in contenders:
            contender.run()
    for contender in contenders:
        contender.weigh()
    peers = [contender for contender in contenders if not contender.name.startswith("puzzledsl")]
    heads = ["", "median", "fastest", *(f"of {peer.name}" for peer in peers), "memory"]
    print(f"\n{options.rounds} rounds, Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print("| " + " | ".join(heads) + " |\n|" + " --- |" * len(heads))
    for contender in contenders:
        median = statistics.median(contender.seconds)
        ratios = [f"{median / statistics.median(peer.seconds):.2f}×" for peer in peers]
        memory = f"{contender.memory / 1e6:.0f} MB" if contender.memory else "?"
        cells = [contender.name, f"{1000 * median:.0f} ms", f"{1000 * min(contender.seconds):.0f} ms", *ratios, memory]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
