"""Many inputs, with the bounds that users have: ``python -m tests.fuzz COUNT [--start N] [--gigabytes G]``."""

from __future__ import annotations

import argparse
import resource
import time
from random import Random

from .checking import check
from .inputs import any_input


def main() -> None:
    parser = argparse.ArgumentParser(description="Check mutated and random inputs; print those that are treated badly.")
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0, help="number of the first input")
    parser.add_argument("--gigabytes", type=float, default=2.0, help="limit of the address space")
    options = parser.parse_args()
    most = int(options.gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    started, found, longest = time.monotonic(), 0, 0.0
    for number in range(options.start, options.start + options.count):
        text = any_input(Random(f"fuzz {number}"))
        wrong, seconds = check(text)
        longest = max(longest, seconds)
        if wrong:
            found += 1
            print(f"input {number}: {wrong}\n{text!r}\n", flush=True)
        if (number + 1) % 1000 == 0:
            kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            done = f"{number + 1 - options.start} inputs, {time.monotonic() - started:.0f} s"
            print(f"# {done}, longest {longest:.2f} s, {kilobytes // 1024} MB", flush=True)
    print(f"{options.count} inputs, {found} treated badly, longest {longest:.2f} s")
    raise SystemExit(found > 0)


if __name__ == "__main__":
    main()
