"""All solutions of a model, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Self

from puzzledsl.closing import Closing
from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.portfolio.query import Query
    from puzzledsl.session.means import Means
    from puzzledsl.session.verdict import Verdict


class Solutions(Closing):
    """An iterator of all solutions, each once. Close it if you leave it before its end, or use it in a ``with``.

    Two solutions are different if they differ in a variable of `SolverSession.shown`. At the time limit of the caller
    the iterator ends; with more time it continues. After `close` it returns no more.

    Attributes:
        complete: there are no more solutions; false if the time limit came first.
        nodes: branches taken.
    """

    def __init__(
        self,
        query: Query,
        means: Means,
        other_than: Callable[[Sequence[Assignment]], Verdict],
        on_branch: Callable[[int], object] | None,
        most: float,
    ) -> None:
        """
        Args:
            query: what all solutions meet.
            other_than: finds one that differs from some others.
            on_branch: called now and then with the number of branches so far.
            most: branches after which search ends, about.
        """
        self.complete = False
        self.nodes = 0
        self._query = query
        self._means = means
        self._other_than = other_than
        self._on_branch = on_branch
        self._most = most
        self._found = self._all()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Assignment:
        values = next(self._found, None)
        if values is None:
            raise StopIteration
        return values

    def close(self) -> None:
        """Give the store back."""
        self._found.close()

    def _all(self) -> Generator[Assignment | None]:
        """The solutions, and ``None`` whenever the time limit comes."""
        node = self._means.node(self._query.options)
        while (root := node.root()) is None:
            yield None
        if root.contradiction is not None:
            self.complete = True
            return
        if not self._means.plain or self._query.options.solves_program:
            yield from self._by_exclusion()
            return
        with node.narrowed(root):
            try:
                root.store.fix_all(self._query.givens)
                while not root.engine.run():
                    yield None
                yield from self._by_search(root.engine)
            except (Contradiction, Refuted):
                self.complete = True
            except GeneratorExit:
                pass

    def _by_search(self, engine: Engine) -> Iterator[Assignment | None]:
        """One search that goes on behind each solution.

        Raises:
            Refuted: there are no more.
        """
        query, sources = self._query, range(self._means.flat.sources)
        search = Search(engine, sources, query.verified, shown=query.shown, learning=NEVER, restarts=False)

        def goes_on() -> bool:
            self.nodes = search.branches
            if self._on_branch is not None:
                self._on_branch(self.nodes)
            return self.nodes < self._most

        while True:
            try:
                values = search.run(on_branch=goes_on)
            finally:
                self.nodes = search.branches
            yield values

    def _by_exclusion(self) -> Iterator[Assignment | None]:
        """One after the other, each other than all before: for HiGHS, and for real variables, which search cannot
        branch on."""
        seen: list[Assignment] = []
        while not self.complete:
            verdict = self._other_than(seen)
            self.nodes += verdict.nodes
            self.complete = verdict.status == "infeasible"
            if verdict.values is not None:
                seen.append(verdict.values)
            yield verdict.values
