"""Many random models: ``python -m tests.oracle COUNT [--start N] [--solve SHARE]``."""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from . import comparing


class Difference(Protocol):
    """How `puzzledsl` and trying all assignments differ about the model of a number."""

    def __call__(self, number: int, *, solve: bool) -> str: ...


def main(
    difference: Difference = comparing.difference, example: Callable[[int], comparing.Example] = comparing.example
) -> None:
    """Compare as many models as the command line asks for, and print those about which answers differ."""
    parser = argparse.ArgumentParser(description="Compare answers about random models with all assignments tried.")
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0, help="number of the first model")
    parser.add_argument("--solve", type=int, default=10, help="every so many models are solved by each encoding, too")
    options = parser.parse_args()
    started, differences = time.monotonic(), 0
    for number in range(options.start, options.start + options.count):
        try:
            found = difference(number, solve=number % options.solve == 0)
        except Exception:
            found = traceback.format_exc()
        if found:
            differences += 1
            try:
                text = example(number).text
            except Exception:
                text = ""
            print(f"model {number}: {found}\n{text}\n{'-' * 60}", flush=True)
        if number % 500 == 499:
            print(f"# {number + 1 - options.start} models, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{options.count} models, {differences} differences, {time.monotonic() - started:.0f} s")
    raise SystemExit(differences > 0)


if __name__ == "__main__":
    main()
