"""The progress of a long run over many puzzles: how many, of how many, how fast. Never in a pipe."""

from __future__ import annotations

import time

from puzzledsl.cli.progress import Display


class RateDisplay(Display):
    """A line on standard error, if that is a terminal; it appears after a second.

    Attributes:
        count: puzzles finished; the caller counts it up.
    """

    def __init__(self, shown: bool, color: str, total: int | None, before: int = 0, word: str = "solving") -> None:
        """Args:
        total: puzzles in all, as far as known.
        before: those that were finished before this run.
        word: what is being done with them.
        """
        super().__init__(shown, color)
        self.stage = word
        self._total = None if total is None else max(total - before, 0)

    def text(self) -> str:
        """The line as it would be shown now: ``solving 120/4000, 45 a second, still 86 s``."""
        seconds = time.monotonic() - self.began
        rate = self.count / max(seconds, 0.001)
        speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        of, end = "", f"{seconds:.0f} s"
        if self._total is not None:
            of = f"/{self._total}"
            end = f"still {(self._total - self.count) / rate:.0f} s" if self.count else end
        return f"{self.stage} {self.count}{of}, {speed} a second, {end}"
