"""The root of a model, kept from one question to the next."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted
from puzzledsl.records import replace
from puzzledsl.search.branching import first_weights
from puzzledsl.time_limit import OutOfTime

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.portfolio.query import Query
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.search.search import Search


class RootNode:
    """A model at its fixpoint, from which each question narrows the store.

    Attributes:
        is_strong: it has been narrowed by what is worth its time only before a search.
        answered: the last search that has found a solution, closed, and the query that it has answered.
    """

    is_strong: bool
    answered: tuple[Search, Query] | None
    _root: Root | None
    _weights: list[float]

    def __init__(self, flat: FlatModel, strength: str) -> None:
        """Nothing is propagated yet. ``strength`` is that of `rooted`."""
        self._flat = flat
        self._strength = strength
        self._take(None)

    def _take(self, root: Root | None) -> None:
        self._root = root
        self._weights = []
        self.is_strong = False
        self.answered = None

    def root(self) -> Root | None:
        """The root, nothing assumed; ``None`` at the time limit. Its ``contradiction`` may be set."""
        if self._root is None:
            try:
                self._take(rooted(self._flat, self._strength))
            except OutOfTime:
                return None
        self.change(lambda root: root.complete or root.engine.run())
        return self._root if self._root is not None and self._root.complete else None

    def change(self, work: Callable[[Root], bool]) -> None:
        """Change the root for all further questions. ``work`` returns whether it is at its fixpoint again."""
        root = self._root
        if root is None or root.contradiction is not None:
            return
        self._root = None  # while it changes; an exception may leave anything in the queues
        try:
            self._root = replace(root, complete=work(root))
        except Contradiction:
            self._root = replace(root, complete=True, contradiction=root.refuting_origin)

    def strengthen(self, work: Callable[[Root], bool]) -> None:
        """Change the root by work that is worth its time only before a long search; once, see `change`."""
        if not self.is_strong:
            self.change(work)
            self.is_strong = True
            self._weights = []

    @contextmanager
    def narrowed(self, root: Root) -> Iterator[tuple[Search, Query] | None]:
        """Run a block that narrows the store of the root, and take the store back afterwards.

        A question that is asked meanwhile gets a root of its own. So does the next one if the block ends with an
        exception, or has added constraints. The block is given the last search, which may continue, and `answered`.
        """
        earlier, self.answered, self._root = self.answered, None, None
        mark, count = root.store.mark(), len(root.engine.constraints)
        yield earlier
        if self._root is None and len(root.engine.constraints) == count:
            root.store.undo(mark)
            root.engine.forget()
            self._root = root

    def weights(self, engine: Engine, seed: int | None) -> list[float]:
        """The weights that a search begins with; a seed sends it other ways through the search tree."""
        if not self._weights:
            self._weights = first_weights(engine)
            if seed is not None:
                from random import Random

                draw = Random(seed)
                self._weights = [weight * (1 + draw.random() / 4) for weight in self._weights]
        return self._weights
