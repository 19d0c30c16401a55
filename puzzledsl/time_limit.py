"""The time limit of the stages before a solver, checked between statements, requirements, constraints and rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

BEFORE_SOLVER = "the time limit came before the solver"
"""What an answer says then."""

Late = Callable[[], bool]
"""Whether there is no more time."""


class OutOfTime(Exception):  # noqa: N818 - a finding, not a mistake
    """The time was up before the work was complete."""


def until(deadline: float | None) -> Late | None:
    """Late from this point on the clock of ``time.monotonic``; never where there is none."""
    return None if deadline is None else lambda: time.monotonic() >= deadline


def in_time(items: Iterable[Item], late: Late | None) -> Iterator[Item]:
    """The items one by one.

    Raises:
        OutOfTime: it is late, and there are items left.
    """
    if late is None:
        yield from items
        return
    for item in items:
        if late():
            raise OutOfTime
        yield item
