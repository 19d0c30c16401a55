"""Every solution once: depth-first search without restarts, a solution a call."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.search import (
    Branch,
    assume,
    backtrack,
    choice,
    first_part,
    first_weights,
    narrowest,
    search,
    without_masks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.engine import Engine


class Enumeration:
    """The assignments of some variables that belong to a solution, each once.

    Between two calls the store is narrowed to where the search stands; nobody else may use it until `close`.

    Attributes:
        complete: there are no more.
        nodes: branches taken.
    """

    def __init__(
        self,
        engine: Engine,
        shown: Sequence[int],
        variables: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool],
    ) -> None:
        """The engine is at rest.

        Args:
            shown: the variables whose values tell solutions apart.
            variables: those whose values `advance` returns, ``shown`` among them; none is real. Of those that are not
                shown one completion is found.
            accept: whether values of ``variables`` are a solution.
        """
        self.complete = False
        self.nodes = 0
        self._engine = engine
        self._shown = [x for x in shown if not engine.store.is_fixed(x)]
        self._wide = without_masks(engine.store, self._shown)
        self._variables = variables
        self._accept = accept
        self._weights = first_weights(engine)
        self._root = engine.store.mark()
        self._trail: list[Branch] = []
        self._reached = False  # where the search stands is a solution that has been handed out

    def close(self) -> None:
        """Leave the store as it was."""
        self._engine.store.undo(self._root)
        self._engine.forget()
        self._trail.clear()

    def advance(self, deadline: float | None, most_nodes: int | None = None) -> tuple[int, ...] | None:
        """The next solution.

        ``None`` when there is none (then ``complete`` is set), or when the deadline (of ``time.monotonic``) or the
        number of branches came first: a further call goes on from there.
        """
        engine, store, trail = self._engine, self._engine.store, self._trail
        most = -1 if most_nodes is None else self.nodes + most_nodes
        if self.complete:
            return None
        try:
            if self._reached:
                self._reached = False
                self._back()
            while True:
                if deadline is not None and monotonic() >= deadline:
                    return None
                chosen = choice(self._shown, store.mask, self._weights)
                if chosen is None and self._wide:
                    chosen = narrowest(self._wide, store, self._weights)
                if chosen is not None:
                    if self.nodes == most:
                        return None
                    self.nodes += 1
                    low, high = first_part(store, chosen)
                    trail.append((store.mark(), chosen, low, high))
                    try:
                        assume(store, chosen, low, high)
                        engine.run()
                    except Contradiction:
                        self._back()
                    continue
                try:
                    values = self._completed(deadline)
                except Contradiction:
                    self._back()
                    continue
                self._reached = values is not None
                return values
        except Contradiction:
            self.complete = True
            return None

    def _back(self) -> None:
        """To the last assumption that can be refuted.

        Raises:
            Contradiction: there is none.
        """
        if not self._trail:
            raise Contradiction
        backtrack(self._engine, self._trail, self._weights, None)
        self._engine.culprit = None

    def _completed(self, deadline: float | None) -> tuple[int, ...] | None:
        """A solution with the shown values as they are; ``None`` at the deadline.

        Raises:
            Contradiction: there is none.
        """
        engine, store = self._engine, self._engine.store
        engine.culprit = None
        if all(store.is_fixed(x) for x in self._variables):
            values = tuple(store.lo(x) for x in self._variables)
            if not self._accept(values):
                raise Contradiction
            return values
        return search(engine, self._variables, deadline, accept=self._accept)
