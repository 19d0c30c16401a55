"""Search and HiGHS on one question: the first answer counts.

Search first works alone, within a budget of work; most questions are answered then. After that HiGHS starts in its own
process, and the search goes on beside it. Which of the two is first may depend on the machine. What the search does,
and when HiGHS is started, does not.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import BY_PROPAGATION, NO_PROGRAM, Answer, is_better, objective_of, relative_gap
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.store import Contradiction
from puzzledsl.primitives.linear import Linear
from puzzledsl.progress import Progress
from puzzledsl.records import replace
from puzzledsl.search.branching import MOST_IN_ORDER
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, TURNS, Search
from puzzledsl.time_limit import is_late, seconds_left

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatModel
    from puzzledsl.portfolio.background import Background
    from puzzledsl.portfolio.query import Query
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.presolve.provenance import Provenance
    from puzzledsl.search.learning import Learnt

ALONE = Budget(branches=2_000, propagations=300_000)
"""The budget of search before HiGHS starts beside it, for each `WRITTEN` values of the constraints' variables."""

WRITTEN = 10_000
"""For so many values a program is written in about the time of `ALONE`: in Python, while search waits.

With an objective HiGHS starts after `ALONE` itself, since its bounds are what search lacks.
"""

LEAST_FOR_HIGHS = 1.0
"""Seconds that have to be left for HiGHS to be started."""


class Portfolio:
    """Search and HiGHS on one query. What a search finds out without an answer goes on as weights of the next run.

    Attributes:
        best: the best solution so far of a query with an objective.
        search: the search so far; closed after `run`.
        weights: by variable number, the weights that the search has reached.
        clauses: the clauses that the search has learnt besides those of earlier queries.
        core: after a refutation, the requirements that it follows from, as bits, if provenance was given.
        propagations: work of the latest run, see `Budget`.
        is_spoilt: the engine cannot be used again, because constraints were added or propagation was interrupted.
    """

    def __init__(self, query: Query) -> None:
        self.best: tuple[int, ...] | None = None
        self.search: Search | None = None
        self.weights: list[float] = []
        self.clauses: Sequence[Learnt] = ()
        self.core = self.propagations = 0
        self.is_spoilt = False
        self._query = query
        self._background: Background | None = None
        self._branches = self._conflicts = self._learnt = 0  # of earlier searches
        self._reported = self._reached = 0

    @property
    def branches(self) -> int:
        """Branches of all searches for this query."""
        return self._branches + (self.search.branches if self.search is not None else 0)

    def run(
        self,
        root: Root,
        budget: Budget,
        highs: Callable[[], Background] | None = None,
        provenance: Provenance | None = None,
        earlier: Search | None = None,
    ) -> Answer:
        """Return the answer; ``unknown`` if the time limit or the budget came first.

        Args:
            root: its engine is at a fixpoint, perhaps narrowed to the query. With provenance it may have ended in
                a contradiction. For an objective, constraints are added to its engine.
            budget: of the search; when it is spent, HiGHS ends, too.
            highs: starts HiGHS on the query, with the store at the root; ``None``: search answers alone.
            provenance: see `Search`.
            earlier: the search of an earlier query, closed, whose answers include those of this one, to go on with.

        Raises:
            PuzzleError: HiGHS has failed and the search has come to no answer either.
            KeyboardInterrupt: as it came. `best` may be set.
        """
        lessons = self._query.lessons
        known = lessons.about(provenance) if lessons is not None and provenance is not None else ()
        self._root, self._highs, self._provenance = root, highs, provenance
        self._phases = self._query.masks(root.store.snapshot())
        if self.search is not None:
            self._drop(self.search)
        if earlier is not None:  # what it comes with does not count here
            self.search = earlier
            self._branches -= earlier.branches
            self._conflicts -= earlier.conflicts
            earlier.ask(self._accepts, self._phases)
        self._first = self._work()
        try:
            return self._run(budget, known)
        except Refuted as refuted:
            if self.best is not None:
                return self.answer("optimal", self.best)
            self.core = refuted.core
            return self.answer("infeasible")
        except KeyboardInterrupt:
            self.is_spoilt = True
            raise
        finally:
            if self._background is not None:
                self._background.cancel()
            self.propagations = self._done().propagations
            if self.search is not None:
                self.clauses = self.search.clauses(len(known)) if self._query.lessons is not None else ()
                self.search.close()
                self.weights = self.search.weights
            self.is_spoilt = self.is_spoilt or self.best is not None
            self._query.clock.lap("solve")

    def _run(self, budget: Budget, known: Sequence[Learnt]) -> Answer:
        if self._provenance is not None and not self._new_search().prepare(known, self._root.contradiction is not None):
            return self.answer("unknown")
        may_ask = self._highs is not None
        times = 1  # of `ALONE`
        while True:
            left = budget.less(self._done())
            search = self.search or self._new_search()
            alone = Budget(times * ALONE.branches, propagations=times * ALONE.propagations).less(self._done())
            values = search.run(left.within(alone) if may_ask else left, self._go_on)
            if values is not None and not self._query.has_objective:
                return self.answer("solved", values)
            if values is not None:
                self._improve(values, search)
                continue
            if self._background is not None and (search.stuck or self._background.decided or is_late()):
                return self._with_highs(self._background)
            if budget.less(self._done()).is_spent or is_late() or (search.stuck and not may_ask):
                return self.answer("unknown" if self.best is None else "feasible", self.best)
            if may_ask and times == 1 and not search.stuck and not self._query.has_objective:
                times = max(1, self._size() // WRITTEN)
                if times > 1:
                    continue
            seconds = seconds_left()
            if may_ask and self._highs is not None and (seconds is None or seconds >= LEAST_FOR_HIGHS):
                search.close()  # HiGHS starts from the root, with what has been refuted there
                self._background = self._highs()
            may_ask = False

    def _size(self) -> int:
        """Return how many values the variables of all constraints have at the root; what is too wide counts once."""
        from puzzledsl.encodings.columns import WIDE

        size = self._root.store.snapshot().size
        sizes = [size(x) for one in self._root.flat.constraints for x in one.primitive.scope]
        return sum([count if count <= WIDE else 1 for count in sizes])

    def _work(self) -> tuple[int, int, int]:
        conflicts = self._conflicts + (self.search.conflicts if self.search is not None else 0)
        return self.branches, conflicts, self._learnt + (self.search.work if self.search else self._root.engine.steps)

    def _done(self) -> Budget:
        """Return the work of the search in this run."""
        return Budget(*[now - before for now, before in zip(self._work(), self._first, strict=True)])

    def _drop(self, search: Search) -> None:
        self._branches += search.branches
        self._conflicts += search.conflicts
        self._learnt += search.work - self._root.engine.steps
        self.weights = search.weights
        self.search = None

    def _new_search(self) -> Search:
        root, goal = self._root, self._root.flat.objective
        upwards: list[int] = []
        if goal is not None and self._query.has_objective:
            sign = 1 if goal.maximize else -1
            sources, size = root.flat.sources, root.store.snapshot().size
            upwards = [x for x, k in goal.terms if x < sources and sign * k > 0 and size(x) > MOST_IN_ORDER]
        has_graph = any(one.primitive.is_graph for one in root.flat.constraints)
        self.search = Search(
            root.engine,
            range(root.flat.sources),
            self._accepts,
            learning=ALWAYS if self._provenance is not None or has_graph else TURNS,
            weights=self.weights,
            phases=self._phases,
            upwards=upwards,
            provenance=self._provenance,
        )
        return self.search

    def _accepts(self, values: tuple[int, ...]) -> bool:
        """A solution, better than those before: a constraint on auxiliary variables may leave that open to the end."""
        query = self._query
        if not query.accepts(values):
            return False
        return (
            not query.has_objective or self.best is None or is_better(query.model, query.measure(values), self._reached)
        )

    def _improve(self, values: tuple[int, ...], search: Search) -> None:
        """From now on only better solutions.

        Raises:
            Refuted: there are none.
        """
        self.best, self._reached = values, self._query.measure(values)
        search.close()
        self._drop(search)
        engine = self._root.engine
        engine.add([_better(self._root.flat, self._reached)])
        try:
            engine.run()
        except Contradiction:
            raise Refuted from None

    def _go_on(self) -> bool:
        """Whether the search goes on: not after HiGHS has an answer. Where HiGHS fails, it goes on alone."""
        query = self._query
        if query.on_branch is not None:
            query.on_branch()
        if query.on_progress is not None:
            self._reported += 1
            if self._reported % 16 == 0:
                query.on_progress(Progress(monotonic() - query.clock.started, self._reported, None, None))
        return self._background is None or not self._background.decided

    def _with_highs(self, background: Background) -> Answer:
        """What HiGHS has found, or the better of that and `best`.

        Raises:
            PuzzleError: HiGHS has failed, and search has found nothing.
            KeyboardInterrupt: Ctrl-C came while it was waited for.
        """
        query = self._query
        try:
            found = background.answer()
        except PuzzleError:
            if self.best is None:
                raise
            return self.answer("feasible", self.best)
        if found.interrupted:
            raise KeyboardInterrupt
        if self.best is not None and not (
            found.objective is not None and is_better(query.model, found.objective, self._reached)
        ):
            status = "optimal" if found.status == "optimal" else "feasible"
            message = found.message if found.status == "feasible" else ""
            return self.answer(status, self.best, bound=found.bound, message=message)
        if found.status == "infeasible":
            self.core = 0 if self._provenance is None else self._provenance.everything
        return replace(found, seconds=query.clock.seconds, nodes=(found.nodes or 0) + self.branches)

    def refuted(self) -> Answer:
        """Return the answer that propagation alone excludes all solutions."""
        return self.answer("infeasible", solver="presolve", message=BY_PROPAGATION)

    def answer(
        self,
        status: str,
        values: tuple[Rational, ...] | None = None,
        *,
        solver: str = "search",
        message: str = "",
        bound: float | None = None,
        interrupted: bool = False,
        unique: bool = False,
    ) -> Answer:
        """Return an answer that was found without HiGHS; HiGHS may have reached a bound."""
        query, branches = self._query, self.branches
        reached, options = objective_of(query.model, values), query.options
        gap = relative_gap(reached, bound)
        if reached is not None and status == "optimal":
            bound, gap = float(reached), 0.0
        if branches or (options.presolve == "none" and not options.by_program):
            solver = "search"
        if not message and status in ("unknown", "feasible"):
            message = "the time limit came first"
        elif not message and branches:
            message = f"{branches:,} branches"
        return Answer(
            status,
            values,
            reached,
            bound,
            gap,
            options.program,
            solver,
            NO_PROGRAM,
            query.clock.seconds,
            message,
            interrupted,
            branches,
            unique,
        )


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
