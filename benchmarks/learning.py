"""What conflict learning is worth: the same search without learning, in turns, and learning in every run.

    python benchmarks/learning.py [--seconds 10] FILE.puz …

Prints for each model the seconds and the conflicts of the three. Run it on an installed wheel for figures that mean
something: search is compiled there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from puzzledsl.flattening import flatten
from puzzledsl.loading import load_model
from puzzledsl.presolve.presolve import rooted
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, NEVER, TURNS, Search
from puzzledsl.source import Source
from puzzledsl.time_limit import within
from puzzledsl.verification import Verifier

WAYS = {"plain": NEVER, "in turns": TURNS, "learning": ALWAYS}


def run(path: Path, learning: int, seconds: float) -> tuple[float, int, bool]:
    """Seconds, conflicts, and whether the search came to an end."""
    model = load_model(Source(str(path), path.read_text(encoding="utf-8")))
    flat = flatten(model)
    root = rooted(flat, "domain")
    root.engine.run()
    search = Search(root.engine, range(flat.sources), Verifier(model).accepts, learning=learning)
    started = time.monotonic()
    try:
        with within(seconds):
            ended = search.run() is not None
    except Refuted:
        ended = True
    return time.monotonic() - started, search.done.conflicts, ended


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    print("| model |" + "".join(f" {way}, s | conflicts |" for way in WAYS))
    print("| --- |" + " --- | --- |" * len(WAYS))
    for path in arguments.files:
        cells = []
        for learning in WAYS.values():
            seconds, conflicts, ended = run(path, learning, arguments.seconds)
            cells.append(f" {seconds:.2f} | {conflicts:,} |" if ended else f" limit | {conflicts:,} |")
        print(f"| {path.stem} |" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
