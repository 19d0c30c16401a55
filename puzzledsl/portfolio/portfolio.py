"""Search and HiGHS on one question: the first answer counts.

Search first works alone, within a budget of work; most questions are answered then. After that HiGHS starts in its own
process, and the search goes on beside it. Which of the two is first may depend on the machine. What the search does,
and when HiGHS is started, does not.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.store import Contradiction
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import record
from puzzledsl.search.branching import MOST_IN_ORDER, first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, TURNS, Search
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.answer import Answer
    from puzzledsl.flat import FlatModel
    from puzzledsl.portfolio.background import Background
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.presolve.provenance import Provenance
    from puzzledsl.search.conflict_analysis import Learnt

ALONE = Budget(branches=2_000, propagations=150_000)
"""The budget of search before HiGHS starts beside it."""

LEAST_FOR_HIGHS = 1.0
"""Seconds that have to be left for HiGHS to be started."""


@record
class Outcome:
    """The answer to a question.

    Attributes:
        status: ``solved``, ``optimal``, ``feasible``, ``infeasible`` (proven) or ``unknown``.
        values: of the source variables; ``accept`` has accepted them.
        branches: of the search.
        answer: that of HiGHS, if it came first.
        core: with ``infeasible``, the requirements that this follows from, as bits, if provenance was given.
        bound: the bound on the objective that HiGHS has reached.
    """

    status: str
    values: tuple[int, ...] | None
    branches: int
    answer: Answer | None = None
    core: int = 0
    bound: float | None = None


class Portfolio:
    """One question to search and HiGHS.

    Attributes:
        best: the best solution so far of a model with an objective.
        branches: branches of the search so far.
        propagations: calls of propagators so far.
        clauses: the clauses that the search has learnt besides ``known``, for a later question.
        search: the search so far; closed after `run`, so that another portfolio may go on with it.
        weights: by variable number, the weights that the search has reached.
    """

    def __init__(
        self,
        root: Root,
        accept: Callable[[tuple[int, ...]], bool],
        *,
        deadline: float | None = None,
        highs: Callable[[], Background] | None = None,
        on_branch: Callable[[], object] | None = None,
        phases: Sequence[int] | None = None,
        weights: list[float] | None = None,
        measure: Callable[[tuple[int, ...]], int] | None = None,
        provenance: Provenance | None = None,
        known: Sequence[Learnt] = (),
        search: Search | None = None,
    ) -> None:
        """
        Args:
            root: its engine is at a fixpoint, perhaps narrowed to the question. With provenance it may have ended in
                a contradiction.
            accept: whether values of the source variables are a solution, exactly.
            deadline: on the clock of ``time.monotonic``.
            highs: starts HiGHS on the question, with the store at the root; ``None``: search answers alone.
            on_branch: called before each branch of the search.
            phases: by variable number the values to try first, as a mask.
            weights: see `Search`.
            measure: returns the exact value of the objective, if there is one; then the search looks for a best
                solution. It adds constraints to the engine, which cannot be used again.
            provenance: see `Search`.
            known: clauses that follow from the requirements, where provenance is given.
            search: one of the same engine and question, closed, to go on with.
        """
        self.best: tuple[int, ...] | None = None
        self.branches = 0
        self.propagations = 0
        self.clauses: Sequence[Learnt] = ()
        self._root = root
        self._accept = accept
        self._deadline = deadline
        self._highs = highs
        self._on_branch = on_branch
        self._phases = phases
        self.weights = weights if weights is not None else first_weights(root.engine)
        self._measure = measure
        self._provenance = provenance
        self._everything = 0 if provenance is None else provenance.everything
        self._known = known
        self._background: Background | None = None
        self.search = search
        self._passed = self._conflicts = 0  # branches and conflicts of earlier searches
        if search is not None:  # those that it comes with do not count here
            search.ask(self._accepts, phases)
            self._passed, self._conflicts = -search.branches, -search.conflicts
        self._reached = 0
        self._first_step = root.engine.steps

    def run(self, budget: Budget = UNLIMITED) -> Outcome:
        """Return the answer; ``unknown`` if the deadline or the budget came first.

        Args:
            budget: of the search; when it is spent, HiGHS ends, too.

        Raises:
            PuzzleError: HiGHS has failed and the search has come to no answer either.
            KeyboardInterrupt: as it came. `best` may be set.
        """
        try:
            return self._run(budget)
        except Refuted as refuted:
            return self._refuted(refuted.core)
        finally:
            self.propagations = self._done().propagations
            if self.search is not None:
                self.branches = self._passed + self.search.branches
                self.clauses = self.search.clauses[len(self._known) :]
                self.search.close()
            if self._background is not None:
                self._background.cancel()

    def _run(self, budget: Budget) -> Outcome:
        if self._provenance is not None and not self._prepared():
            return self._outcome("unknown")
        may_ask = self._highs is not None
        while True:
            left = budget.less(self._done())
            values = self._searched(left.within(ALONE.less(self._done())) if may_ask else left)
            if values is not None and self._measure is None:
                return self._outcome("solved", values)
            if values is not None:
                self._improve(values)
                continue
            stuck = self.search is not None and self.search.stuck
            if self._background is not None and (stuck or self._background.decided or self._is_late()):
                return self._with_highs(self._background)
            if budget.less(self._done()).is_spent or self._is_late() or (stuck and not may_ask):
                return self._outcome("unknown" if self.best is None else "feasible", self.best)
            if may_ask and self._highs is not None and self._left() >= LEAST_FOR_HIGHS:
                if self.search is not None:
                    self.search.close()  # HiGHS starts from the root, with what has been refuted there
                self._background = self._highs()
            may_ask = False

    def _done(self) -> Budget:
        """Return the work of the search so far."""
        conflicts = self._conflicts + (self.search.conflicts if self.search is not None else 0)
        return Budget(self._count(), conflicts, self._root.engine.steps - self._first_step)

    def _prepared(self) -> bool:
        search = self._new_search()
        return search.prepare(self._known, self._root.contradiction is not None, self._deadline)

    def _searched(self, budget: Budget) -> tuple[int, ...] | None:
        search = self.search or self._new_search()
        return search.run(budget, self._deadline, self._go_on)

    def _new_search(self) -> Search:
        root, goal = self._root, self._root.flat.objective
        upwards: list[int] = []
        if goal is not None and self._measure is not None:
            sign = 1 if goal.maximize else -1
            sources, size = root.flat.sources, root.store.size
            upwards = [x for x, k in goal.terms if x < sources and sign * k > 0 and size(x) > MOST_IN_ORDER]
        self.search = Search(
            root.engine,
            range(root.flat.sources),
            self._accepts,
            learning=TURNS if self._provenance is None else ALWAYS,
            weights=self.weights,
            phases=self._phases,
            upwards=upwards,
            provenance=self._provenance,
            everything=self._everything,
        )
        return self.search

    def _accepts(self, values: tuple[int, ...]) -> bool:
        """A solution, better than those before: a constraint on auxiliary variables may leave that open to the end."""
        if not self._accept(values):
            return False
        if self._measure is None or self.best is None:
            return True
        return self._sign() * self._measure(values) > self._sign() * self._reached

    def _sign(self) -> int:
        goal = self._root.flat.objective
        return 1 if goal is None or goal.maximize else -1

    def _improve(self, values: tuple[int, ...]) -> None:
        """From now on only better solutions.

        Raises:
            Refuted: there are none.
        """
        assert self._measure is not None
        assert self.search is not None
        self.best, self._reached = values, self._measure(values)
        self.search.close()
        self._passed += self.search.branches
        self._conflicts += self.search.conflicts
        self.weights = self.search.weights
        self.search = None
        engine = self._root.engine
        engine.add([_better(self._root.flat, self._reached)])
        try:
            engine.run(self._deadline)
        except Contradiction:
            raise Refuted from None

    def _go_on(self) -> bool:
        """Whether the search goes on: not after HiGHS has an answer. Where HiGHS fails, it goes on alone."""
        if self._on_branch is not None:
            self._on_branch()
        background = self._background
        return background is None or not background.decided

    def _with_highs(self, background: Background) -> Outcome:
        """What HiGHS has found, or the better of that and `best`.

        Raises:
            PuzzleError: HiGHS has failed, and search has found nothing.
            KeyboardInterrupt: Ctrl-C came while it was waited for.
        """
        try:
            answer = background.answer()
        except PuzzleError:
            if self.best is None:
                raise
            return self._outcome("feasible", self.best)
        if answer.interrupted:
            raise KeyboardInterrupt
        if self.best is not None and self._measure is not None:
            is_better = answer.objective is not None and self._sign() * answer.objective > self._sign() * self._reached
            status = "optimal" if answer.status == "optimal" else "feasible"
            return (
                self._outcome(status, None, answer)
                if is_better
                else self._outcome(status, self.best, None, answer.bound)
            )
        return self._outcome(answer.status, None, answer)

    def _refuted(self, core: int) -> Outcome:
        if self.best is not None:
            return self._outcome("optimal", self.best)
        return Outcome("infeasible", None, self._count(), None, core)

    def _outcome(
        self,
        status: str,
        values: tuple[int, ...] | None = None,
        answer: Answer | None = None,
        bound: float | None = None,
    ) -> Outcome:
        core = self._everything if status == "infeasible" else 0
        return Outcome(status, values, self._count(), answer, core, bound)

    def _count(self) -> int:
        return self._passed + (self.search.branches if self.search is not None else 0)

    def _left(self) -> float:
        return float("inf") if self._deadline is None else self._deadline - monotonic()

    def _is_late(self) -> bool:
        return is_late(self._deadline)


def _better(flat: FlatModel, reached: int) -> FlatConstraint:
    """What a solution has to satisfy to be better than one with the objective ``reached``."""
    objective = flat.objective
    assert objective is not None
    sign = -1 if objective.maximize else 1
    terms = tuple((x, sign * int(k)) for x, k in objective.terms)
    bound = sign * (reached - int(objective.constant)) - 1
    return FlatConstraint(Linear(terms, (), "<=", bound), len(flat.origins) - 1)


def searchable(flat: FlatModel) -> bool:
    """Whether search can take a model: no real variables, and an objective of whole numbers if there is one."""
    if any(variable.is_real for variable in flat.variables):
        return False
    goal = flat.objective
    return goal is None or all(isinstance(k, int) for k in (goal.constant, *(k for _, k in goal.terms)))


def not_searchable() -> PuzzleError:
    """Return the error about a model that search cannot solve."""
    return failure(
        "search works on whole numbers only: this model has real variables, or fractions in its objective",
        helps=("solve it with HiGHS",),
        code="search",
    )
