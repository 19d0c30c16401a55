"""How far commands exceed their time limit, on models whose single steps are long: seconds past the limit, user CPU."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WIDE = "grid cell[{0}, {0}] in [i * 10^9 for i in 1..90000]\n"

MODELS = {
    "circuit of 340": "grid cell[1, 340] in 1..340\ncircuit(row(1))\n",
    "99×99 of 90,000": WIDE.format(99),
    "30×30 of 90,000": WIDE.format(30) + "alldifferent: rows, columns\n",
    "sizes 70×70": "grid cell[70, 70] in 1..9\ncomponent_sizes(cells, cells)\n",
    "division 45×45": "grid cell[45, 45] in 0..1\ndivision piece of cell in 2..5\n",
}
"""By name: a text. Loops over its cells, values or pairs take seconds."""

COMMANDS = {
    "solve": ["solve"],
    "highs": ["solve", "--solver", "highs"],
    "unique": ["unique"],
    "count": ["count"],
    "candidates": ["candidates"],
    "redundant": ["redundant"],
    "explain": ["explain"],
    "steps": ["steps"],
    "generate": ["generate", "--count", "1", "--seed", "1"],
    "lp": ["model", "--to", "lp"],
    "pdf": ["print", "--pdf", os.devnull],
}
"""By name: the words of a command, without the file."""


def past(words: list[str], file: Path, limit: float) -> tuple[float, float, int]:
    """Run a command: seconds past its limit, user CPU seconds and exit status."""
    call = [sys.executable, "-m", "puzzledsl", words[0], str(file), *words[1:], "--safe", "--time-limit", str(limit)]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    status = subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds - limit, after.ru_utime - before.ru_utime, status


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--limit", type=float, default=2.0, help="seconds (2)")
    parser.add_argument("--commands", nargs="*", choices=list(COMMANDS), default=list(COMMANDS), help="which (all)")
    parser.add_argument("--models", default="", help="only models with this in their name")
    arguments = parser.parse_args()
    print("| model | " + " | ".join(arguments.commands) + " |\n| --- |" + " ---: |" * len(arguments.commands))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in MODELS.items():
            if arguments.models not in name:
                continue
            file = Path(folder, "model.puz")
            file.write_text(text, encoding="utf-8")
            cells = []
            for command in arguments.commands:
                seconds, used, status = past(COMMANDS[command], file, arguments.limit)
                cells.append("refused" if status == 2 else f"{max(seconds, 0.0):.1f} ({used:.1f})")
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
