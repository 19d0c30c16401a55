"""All solutions of a model, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Self

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.session.session import SolverSession
    from puzzledsl.session.verdict import Assignment

STRIDE = Budget(branches=256)
"""The budget of an enumeration between two looks at the clock."""


class Solutions:
    """An iterator of all solutions, each once. Close it if you leave it before its end, or use it in a ``with``.

    Two solutions are different if they differ in a variable of `SolverSession.shown`. At the deadline the iterator
    ends; with a later ``deadline`` it continues. After `close` it returns no more.

    Attributes:
        complete: there are no more solutions; false if the deadline came first.
        nodes: branches taken.
        deadline: of ``time.monotonic``; may be changed at any time.
    """

    def __init__(
        self,
        session: SolverSession,
        fixed: Mapping[int, int],
        deadline: float | None,
        on_branch: Callable[[int], object] | None,
    ) -> None:
        self.complete = False
        self.nodes = 0
        self.deadline = deadline
        self._session = session
        self._fixed = dict(fixed)
        self._on_branch = on_branch
        self._search: Search | None = None
        self._root: Root | None = None
        self._mark = 0
        self._seen: list[Assignment] = []
        self._is_closed = False

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __next__(self) -> Assignment:
        values = None if self.complete or self._is_closed else self._next()
        if values is None:
            if self.complete:
                self.close()
            raise StopIteration
        return values

    def close(self) -> None:
        """Give the store back."""
        self._is_closed = True
        root, self._root, self._search = self._root, None, None
        if root is not None:
            root.store.undo(self._mark)
            root.engine.forget()
            self._session.take_back(root)

    def _next(self) -> Assignment | None:
        try:
            if self._search is None and not self._seen:
                self._start()
            search = self._search
            if search is None:
                return self._by_exclusion()
            while True:
                try:
                    values = search.run(STRIDE, self.deadline)
                except Refuted:
                    self.complete = True
                    return None
                finally:
                    self.nodes = search.branches
                    if self._on_branch is not None:
                        self._on_branch(self.nodes)
                if values is not None:
                    return values
                if is_late(self.deadline):
                    return None
        except BaseException:  # in the midst of propagation
            self._root = self._search = None
            self._is_closed = True
            raise

    def _start(self) -> None:
        """Take the store and fix the values asked for; leaves ``_search`` empty where search cannot branch."""
        session = self._session
        root = session.root(self.deadline)
        if root is None:
            return
        if root.contradiction is not None:
            self.complete = True
            return
        sources = range(session.flat.sources)
        if not session.plain or session.options.by_program:
            return
        session.hand_over()
        self._root, self._mark = root, root.store.mark()
        try:
            for x, v in self._fixed.items():
                root.store.fix(x, v)
            if not root.engine.run(self.deadline):
                self._root = None
                return
        except Contradiction:
            self.complete = True
            return
        self._search = Search(
            root.engine, sources, session.accepts, shown=session.shown, learning=NEVER, restarts=False
        )

    def _by_exclusion(self) -> Assignment | None:
        """One after the other, each other than all before: for HiGHS, and for real variables, which search cannot
        branch on."""
        if self.complete:
            return None
        verdict = self._session.find(self._fixed, other_than=self._seen, deadline=self.deadline)
        self.nodes += verdict.nodes
        if verdict.values is not None:
            self._seen.append(verdict.values)
        self.complete = verdict.status == "infeasible"
        return verdict.values
