"""All solutions of a model, one after the other."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Self

from puzzledsl.analysis.solution_count import Count
from puzzledsl.closing import Closing
from puzzledsl.listing import counted
from puzzledsl.solution import Solution, solution_of
from puzzledsl.time_limit import CancellationToken, Cancelled, OutOfTime, cancellable, moment_in, until

if TYPE_CHECKING:
    from puzzledsl.analysis.asking import Asking
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.session import Solutions


class Listed(Count):
    """How many solutions were listed, and whether these are all."""

    titled = False

    def as_json(self) -> dict[str, object]:
        """The last line."""
        return {"count": self.count, "complete": self.exact, "nodes": self.nodes}

    def lines(self, screen: Screen) -> list[str]:  # noqa: ARG002
        """Nothing: the solutions are printed by now."""
        return []

    def summary(self, screen: Screen) -> list[str]:
        """How many there are, and whether these are all."""
        text = counted(self.count, "solution")
        return self._sentence(screen, f"{text}; there are no others", f"{text}, and there may be more")


class SolutionStream(Closing):
    """An iterator of all solutions, each once. Leave it early with `close`, or use it in a ``with`` block.

    Attributes:
        complete: there are no more; False until then, and when the time limit came first.
        number: how many there were so far.
    """

    def __init__(self, model: Model, how: Asking, cancel: CancellationToken | None = None) -> None:
        self._model = model
        self._end = moment_in(how.options.time_limit)
        self._cancel = cancel
        self.number = 0
        self._found: Solutions | None = None  # the time limit came before the search

        def branched(nodes: int) -> None:
            how.report.say(counted(self.number, "solution"), nodes)

        with suppress(OutOfTime), until(self._end):
            self._session = how.session(model)
            self._found = self._session.solutions(on_branch=branched)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Solution:
        try:
            with cancellable(self._cancel), until(self._end):
                values = None if self._found is None else next(self._found, None)
        except Cancelled:
            self.close()
            raise
        if values is None:
            self.close()
            raise StopIteration
        self.number += 1
        return solution_of(self._model, values)

    def __repr__(self) -> str:
        return f"<SolutionStream: {self.number:,} found{', complete' if self.complete else ''}>"

    @property
    def complete(self) -> bool:
        """Whether there are no more."""
        return self._found is not None and self._found.complete

    @property
    def nodes(self) -> int:
        """Branches taken so far."""
        return 0 if self._found is None else self._found.nodes

    def close(self) -> None:
        """End the search."""
        if self._found is not None:
            self._found.close()
            self._session.close()
