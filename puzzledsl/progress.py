"""How far a long call is, for those who wait for it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, final

from puzzledsl.listing import counted
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE = 0.1
"""Seconds between two reports."""


@record
class Progress:
    """How far a call is.

    Attributes:
        seconds: since it began.
        nodes: branches of the search and of HiGHS so far, as far as they are counted yet.
        bound: what the objective cannot be better than; ``None`` where HiGHS has not told.
        incumbent: the objective of the best solution so far, as HiGHS tells it.
        message: what has been done, in words: ``12 of 40 clues looked at``. May be empty.
        solution: a `puzzledsl.Solution` that `puzzledsl.Model.solve` has just found, verified; ``incumbent`` is its
            objective. With an objective, each is better than those before.
    """

    seconds: float
    nodes: int
    bound: float | None = None
    incumbent: float | None = None
    message: str = ""
    solution: Any = None

    @property
    def words(self) -> list[str]:
        """How far the call is, in words."""
        counts = [self.message, counted(self.nodes, "branch") if self.nodes else ""]
        numbers = {"best": self.incumbent, "bound": self.bound}
        return [*filter(None, counts), *(f"{word} {value:g}" for word, value in numbers.items() if value is not None)]


@final
class Reporter:
    """Passes on how far one call is: once at its beginning, then every `PAUSE` seconds at most; to nobody, if nobody
    wants to know.

    Attributes:
        message, nodes: of the next report.
        steps: of a path, so far.
    """

    def __init__(self, on_progress: Callable[[Progress], object] | None = None) -> None:
        self.message = ""
        self.nodes = 0
        self.steps = 0
        self._on_progress = on_progress
        self._began = self._latest = monotonic()
        if on_progress is not None:
            on_progress(Progress(0.0, 0))

    @property
    def is_heard(self) -> bool:
        """Whether somebody wants to know."""
        return self._on_progress is not None

    @property
    def on_progress(self) -> Callable[[Progress], object] | None:
        """What takes the reports of the solver, if somebody wants to know."""
        return self.take if self.is_heard else None

    def branch(self) -> None:
        """One more branch."""
        self.nodes += 1
        self._report()

    def step(self) -> None:
        """One more step of a path."""
        self.steps += 1
        self.say(counted(self.steps, "step"))

    def say(self, message: str, nodes: int | None = None) -> None:
        """What has been done by now, and by how many branches."""
        self.message = message
        self.nodes = self.nodes if nodes is None else nodes
        self._report()

    def take(self, progress: Progress) -> None:
        """A report of the solver."""
        self.nodes = progress.nodes
        self._report(progress)

    def _report(self, known: Progress | None = None) -> None:
        now = monotonic()
        known = known or Progress(0.0, 0)
        if self._on_progress is not None and (known.solution is not None or now - self._latest >= PAUSE):
            self._latest = now
            self._on_progress(replace(known, seconds=now - self._began, nodes=self.nodes, message=self.message))


SILENT = Reporter()
"""Reports to nobody."""
