"""All solutions of a model, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Self

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.session.session import SolverSession

STRIDE = Budget(branches=256)
"""The budget of an enumeration between two looks at the clock."""


class Solutions:
    """An iterator of all solutions, each once. Close it if you leave it before its end, or use it in a ``with``.

    Two solutions are different if they differ in a variable of `SolverSession.shown`. At the time limit of the caller
    the iterator ends; with more time it continues. After `close` it returns no more.

    Attributes:
        complete: there are no more solutions; false if the time limit came first.
        nodes: branches taken.
    """

    def __init__(
        self,
        session: SolverSession,
        fixed: Mapping[int, int],
        on_branch: Callable[[int], object] | None,
        most: float,
    ) -> None:
        self.complete = False
        self.nodes = 0
        self._session = session
        self._fixed = fixed
        self._on_branch = on_branch
        self._most = most
        self._found = self._all()

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

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
        session = self._session
        while (root := session.root()) is None:
            yield None
        if root.contradiction is not None:
            self.complete = True
            return
        if not session.plain or session.options.by_program:
            yield from self._by_exclusion()
            return
        with session.narrowed(root):
            try:
                root.store.fix_all(self._fixed)
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
        session = self._session
        sources = range(session.flat.sources)
        search = Search(engine, sources, session.accepts, shown=session.shown, learning=NEVER, restarts=False)
        while True:
            try:
                values = search.run(STRIDE)
            finally:
                self.nodes = search.branches
                if self._on_branch is not None:
                    self._on_branch(self.nodes)
            if values is not None or is_late() or self.nodes >= self._most:
                yield values

    def _by_exclusion(self) -> Iterator[Assignment | None]:
        """One after the other, each other than all before: for HiGHS, and for real variables, which search cannot
        branch on."""
        seen: list[Assignment] = []
        while not self.complete:
            verdict = self._session.find(self._fixed, other_than=seen)
            self.nodes += verdict.nodes
            self.complete = verdict.status == "infeasible"
            if verdict.values is not None:
                seen.append(verdict.values)
            yield verdict.values
