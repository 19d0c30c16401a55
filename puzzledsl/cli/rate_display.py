"""The progress of a long run over many puzzles: a bar on a terminal, with rate and estimate. Never in a pipe."""

from __future__ import annotations

import sys
import threading
from typing import Any, Self

from puzzledsl.cli.progress import PATIENCE


class RateDisplay:
    """A progress bar on standard error, if that is a terminal; it appears after a second.

    Attributes:
        count: puzzles finished; the caller counts it up.
    """

    def __init__(self, shown: bool, color: str, total: int | None, before: int = 0, word: str = "solving") -> None:
        """Args:
        total: puzzles in all, as far as known.
        before: those that were finished before this run.
        word: what is being done with them.
        """
        self.count = 0
        self._shown = shown and sys.stderr.isatty()
        self._color = color
        self._word = word
        self._total = None if total is None else max(total - before, 0)
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._shown:
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._closed.set()
        if self._thread is not None:
            self._thread.join(1)

    def _show(self) -> None:
        if self._closed.wait(PATIENCE):
            return
        with self._bar() as bar:
            task = bar.add_task("", total=self._total, completed=self.count)
            while not self._closed.wait(0.25):
                bar.update(task, completed=self.count)

    def _bar(self) -> Any:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        from puzzledsl.cli.style import wants_color

        class Rate(ProgressColumn):
            """Puzzles a second, lately."""

            def render(self, task: Any) -> Text:
                speed = task.finished_speed or task.speed
                return Text(
                    "" if speed is None else f"{speed:,.0f} a second" if speed >= 10 else f"{speed:.2g} a second"
                )

        console = Console(stderr=True, no_color=not wants_color(self._color, sys.stderr), highlight=False)
        ahead = [] if self._total is None else [TextColumn("still"), TimeRemainingColumn()]
        columns = [
            TextColumn(self._word),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            *ahead,
            TextColumn("(Ctrl-C stops)"),
        ]
        # Answers go where they should: rich would send what is printed meanwhile to the bar's own stream.
        return Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty())
