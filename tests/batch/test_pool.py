"""Processes that share the work: what comes of items that end the process they are worked on in."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from puzzledsl.portfolio.pool import Pool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class Fragile:
    """Doubles a number; of those divisible by seven it dies, in one way or another."""

    def __call__(self, item: int) -> str:
        if item % 7 == 0:
            os.kill(os.getpid(), signal.SIGKILL) if item % 2 else os._exit(3)
        return str(2 * item)

    def lost(self, item: int, how: str) -> str:
        return f"{item} lost: {how}"

    def close(self) -> None:
        return


@pytest.mark.parametrize("jobs", [2, 3])
def test_what_kills_a_process_costs_itself_only(jobs: int) -> None:
    def items() -> Iterator[int]:
        yield from range(1, 31)

    with Pool[int, str](Fragile(), jobs) as pool:
        found = list(pool.results(items()))
        assert len(pool.pids) == jobs
    expected = [
        f"{n} lost: {'signal 9' if n % 2 else 'exit status 3'}" if n % 7 == 0 else str(2 * n) for n in range(1, 31)
    ]
    assert found == expected
