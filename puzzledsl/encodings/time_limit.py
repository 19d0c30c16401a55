"""The time limit while a program is being written: asked between constraints and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

Late = Callable[[], bool]
"""Whether there is no more time."""


class OutOfTime(Exception):  # noqa: N818 - a finding, not a mistake
    """The time was up before the program was complete."""


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
