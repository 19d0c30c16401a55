"""A clock that counts how often it is read, so that time limits are tested without waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from puzzledsl import time_limit

LIMIT = 1.0
"""Seconds of a time limit with such a clock."""


class CountingClock:
    """It stands still until its n-th reading; from then on any time limit has passed.

    Attributes:
        readings: how often it has been read.
        late_from: n.
    """

    def __init__(self, late_from: float) -> None:
        self.readings = 0
        self.late_from = late_from

    def __call__(self) -> float:
        self.readings += 1
        return 0.0 if self.readings < self.late_from else 1e9


@contextmanager
def counting(late_from: float) -> Iterator[CountingClock]:
    """Replace the clock in a block."""
    before, clock = time_limit.clock, CountingClock(late_from)
    time_limit.clock = clock
    try:
        yield clock
    finally:
        time_limit.clock = before


@contextmanager
def late_from(reading: float) -> Iterator[CountingClock]:
    """Run a block with a time limit that has passed at this reading of the clock in it: 1 is the first."""
    with counting(reading + 1) as clock, time_limit.within(LIMIT):
        yield clock
