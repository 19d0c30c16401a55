"""Items taken ahead of their results, in a thread: an item may be long in coming, and few of them are held."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class ReadingAhead(Generic[T]):
    """Takes items as long as there is room for them.

    Attributes:
        waiting: items that were taken and not yet given away, with their numbers, from 0.
    """

    def __init__(self, items: Iterable[T], room: int, wake: Callable[[], object]) -> None:
        """Args:
        room: how many items may be held before `done_with_one` says that one is no longer.
        wake: called in the thread whenever there is another item, or no further one.
        """
        self.waiting: deque[tuple[int, T]] = deque()
        self._items = items
        self._free = threading.Semaphore(room)
        self._wake = wake
        self._count: int | None = None
        self._failed: BaseException | None = None
        self._ended = False

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._read, daemon=True).start()

    def end(self) -> None:
        """Take no further items."""
        self._ended = True
        self._free.release()

    def done_with_one(self) -> None:
        """Make room for another item."""
        self._free.release()

    @property
    def complete(self) -> bool:
        """Whether all items have been taken."""
        return self._count is not None

    def ends_at(self, number: int) -> bool:
        """Whether there are exactly so many items.

        Raises:
            BaseException: what has ended the items early.
        """
        if self._count != number:
            return False
        if self._failed is not None:
            raise self._failed
        return True

    def _read(self) -> None:
        number = 0
        try:
            for item in self._items:
                self.waiting.append((number, item))
                number += 1
                self._wake()
                self._free.acquire()
                if self._ended:
                    break
        except BaseException as error:
            self._failed = error
        self._count = number
        self._wake()
