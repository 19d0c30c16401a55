"""What work that takes over a second shows on a terminal: how long, how far. Never in a pipe."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Self

from puzzledsl.listing import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.progress import Progress

PATIENCE = 1.0
"""Seconds of work without a word."""


_watched = False
_now: Display | None = None


def watch(watched: bool) -> None:
    """Whether `shown_now` is asked from another thread while commands run without a terminal."""
    global _watched
    _watched = watched


def shown_now() -> str:
    """What the display of the command that is running says now; empty where there is none."""
    return "" if _now is None else _now.text("")


class Display:
    """One line on standard error that shows the progress, if that is a terminal.

    Attributes:
        stage: what is being done, in a word.
        count: how many branches or steps were done.
        unit: what ``count`` counts.
        on_progress: takes what HiGHS reports; ``None`` where it would not be seen.
    """

    def __init__(self, shown: bool, color: str) -> None:
        self.stage = "reading"
        self.count = 0
        self.unit = "branch"
        self.began = time.monotonic()
        self._shown = shown and sys.stderr.isatty()
        self._color = color
        self._latest: Progress | None = None
        self._timer = threading.Timer(PATIENCE, self._open)
        self._live: Any = None
        self._lock = threading.Lock()
        self._closed = False
        self.on_progress: Callable[[Progress], None] | None = self._take if self._shown or _watched else None

    def __enter__(self) -> Self:
        global _now
        _now = self
        if self._shown:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *exception: object) -> None:
        global _now
        _now = None
        with self._lock:
            self._closed = True
            live, self._live = self._live, None
        self._timer.cancel()
        if live is not None:
            live.stop()

    def advance(self, *_: object) -> None:
        """Count one more branch or step."""
        self.count += 1

    def _take(self, progress: Progress) -> None:
        self._latest = progress

    def _open(self) -> None:
        """In a thread of its own: rich is loaded while the work goes on."""
        from rich.console import Console
        from rich.live import Live

        from puzzledsl.cli.style import wants_color

        console = Console(stderr=True, no_color=not wants_color(self._color, sys.stderr), highlight=False)
        # rich would send what is printed meanwhile to its own stream, even if standard output is a file
        within = sys.stdout.isatty()
        live = Live(
            console=console, get_renderable=self._line, refresh_per_second=4, transient=True, redirect_stdout=within
        )
        with self._lock:
            if not self._closed:
                live.start()
                self._live = live

    def _line(self) -> Any:
        from rich.text import Text

        return Text(self.text(), no_wrap=True, overflow="ellipsis", style="dim")

    def text(self, how: str = " (Ctrl-C stops)") -> str:
        """The line as it would be shown now.

        Args:
            how: how the work is broken off.
        """
        parts = [self.stage, f"{time.monotonic() - self.began:.0f} s"]
        if self.count:
            parts.insert(1, counted(self.count, self.unit))
        latest = self._latest
        if latest is not None:
            parts.append(f"{latest.nodes:,} nodes")
            if latest.incumbent is not None:
                parts.append(f"best {latest.incumbent:g}")
            if latest.bound is not None:
                parts.append(f"bound {latest.bound:g}")
        return ", ".join(parts) + how
