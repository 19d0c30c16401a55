"""Many inputs, with the bounds that users have: ``python -m tests.fuzz COUNT [--start N] [--gigabytes G]``.

One process checks many inputs, so that the library is elaborated once for all of them. It is replaced from time to
time, so that what a process keeps does not hide what an input needs, and after an input that ends it.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
import time
from random import Random

from .checking import check
from .inputs import any_input

EACH = 5_000
"""Inputs of a process."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Check mutated and random inputs; print those that are treated badly.")
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0, help="number of the first input")
    parser.add_argument("--gigabytes", type=float, default=2.0, help="limit of the address space")
    parser.add_argument("--here", action="store_true", help="in this process")
    options = parser.parse_args()
    if options.here:
        _check_here(options.start, options.count, options.gigabytes)
        return
    started, found, at, stop = time.monotonic(), 0, options.start, options.start + options.count
    longest = 0.0
    while at < stop:
        bounds = [str(min(EACH, stop - at)), f"--start={at}", f"--gigabytes={options.gigabytes}", "--here"]
        child = subprocess.Popen([sys.executable, "-m", "tests.fuzz", *bounds], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for line in child.stdout:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind == "at":
                at = int(rest)
            elif kind == "longest":
                longest = max(longest, float(rest))
            else:
                found += kind == "input"
                print(line, end="", flush=True)
        if child.wait() != 0:
            found += 1
            print(f"input {at}: ended the process with {child.returncode}\n{_input(at)!r}\n", flush=True)
        at += 1
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        done = f"{at - options.start} inputs, {time.monotonic() - started:.0f} s"
        print(f"# {done}, {found} treated badly, longest {longest:.2f} s, at most {megabytes} MB resident", flush=True)
    raise SystemExit(found > 0)


def _check_here(start: int, count: int, gigabytes: float) -> None:
    """Checks inputs; prints the number of each before it is checked, and what is wrong with it."""
    most = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    gc.set_threshold(100_000, 20)  # as the command does
    longest = 0.0
    for number in range(start, start + count):
        print("at", number, flush=True)
        text = _input(number)
        wrong, seconds = check(text)
        longest = max(longest, seconds)
        if wrong:
            print(f"input {number}: {wrong}\n{text!r}\n", flush=True)
    print("longest", longest, flush=True)


def _input(number: int) -> str:
    return any_input(Random(f"fuzz {number}"))


if __name__ == "__main__":
    main()
