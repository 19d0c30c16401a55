"""What work that takes over a second shows on a terminal: how long, how far. Never in a pipe."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Self

from puzzledsl.progress import Reporter

if TYPE_CHECKING:
    from puzzledsl.progress import Progress

PATIENCE = 1.0
"""Seconds of work without a word."""

INTERVAL = 0.25
"""Seconds between two lines."""


class Display:
    """One line on standard error that shows the progress, if that is a terminal.

    Attributes:
        stage: what is being done, in a word.
        count: how many puzzles were done.
        report: takes how far the work is; to nobody, where it would not be seen.
    """

    def __init__(self, shown: bool, color: str) -> None:
        self.stage = "reading"
        self.count = 0
        self.began = time.monotonic()
        self._shown = shown and sys.stderr.isatty()
        self._wrap = ("", "") if color == "never" or os.environ.get("NO_COLOR") else ("\x1b[2m", "\x1b[0m")
        self._latest: Progress | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self.report = Reporter(self._take if self._shown else None)

    def __enter__(self) -> Self:
        if self._shown:
            self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._closed.set()
        if self._shown:
            self._thread.join(1)

    def _take(self, progress: Progress) -> None:
        self._latest = progress

    def _show(self) -> None:
        """In a thread of its own."""
        if self._closed.wait(PATIENCE):
            return
        while not self._closed.wait(INTERVAL):
            self._write(f"{self.text()} (Ctrl-C stops)")
        self._write("")

    def _write(self, line: str) -> None:
        """Replace the line of the terminal, in plain characters, which every terminal can show."""
        import shutil

        width = shutil.get_terminal_size().columns - 1
        print("\r" + f"{line[:width]:<{width}}".join(self._wrap) + "\r", end="", file=sys.stderr, flush=True)

    def text(self) -> str:
        """The line as it would be shown now."""
        return ", ".join(
            [
                self.stage,
                *([] if self._latest is None else self._latest.words),
                f"{time.monotonic() - self.began:.0f} s",
            ]
        )


class RateDisplay(Display):
    """The progress of a long run over many puzzles: how many, of how many, how fast.

    Attributes:
        total: puzzles of this run, as far as known.
    """

    total: int | None = None

    def text(self) -> str:
        """The line as it would be shown now: ``solving 120/4000, 45 a second, still 86 s``."""
        seconds = time.monotonic() - self.began
        rate = self.count / max(seconds, 0.001)
        speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        of, end = "", f"{seconds:.0f} s"
        if self.total is not None:
            of = f"/{self.total}"
            end = f"still {(self.total - self.count) / rate:.0f} s" if self.count else end
        return f"{self.stage} {self.count}{of}, {speed} a second, {end}"
