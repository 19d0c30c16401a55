"""What workers are given to do in tests. They import little, since each process imports it that is started."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


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


class Fussy:
    """Doubles numbers."""

    def __call__(self, item: object) -> str:
        if not isinstance(item, int):
            raise TypeError(item)
        return str(2 * item)

    def lost(self, item: object, how: str) -> str:
        return f"lost: {how}"

    def close(self) -> None:
        return


class Echo:
    """Returns its items."""

    def __call__(self, item: bytes) -> bytes:
        return item

    def lost(self, item: bytes, how: str) -> bytes:
        raise AssertionError((len(item), how))

    def close(self) -> None:
        return


class Slow:
    """Says which process has worked on an item, which takes a while."""

    def __call__(self, item: int) -> tuple[int, int]:
        time.sleep(0.05 if item else 0.5)
        return item, os.getpid()

    def lost(self, item: int, how: str) -> tuple[int, int]:
        raise AssertionError((item, how))

    def close(self) -> None:
        return


class Stuck(Slow):
    """Does not even listen to SIGTERM."""

    def __call__(self, item: int) -> tuple[int, int]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if item:
            time.sleep(1000)
        return item, os.getpid()


class Pausing(Slow):
    """Stops its own process at an item until somebody continues it; the first time only."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, item: int) -> tuple[int, int]:
        if item == 3 and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGSTOP)
        return item, os.getpid()


class Sleeping(Slow):
    """Does not come to its end."""

    def __call__(self, item: int) -> tuple[int, int]:
        if item:
            time.sleep(1000)
        return item, os.getpid()
