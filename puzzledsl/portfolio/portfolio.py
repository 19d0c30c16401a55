"""Search and HiGHS on one question: the first answer counts.

Search first works alone, within a budget of work; most questions are answered then. After that HiGHS starts in its own
process, and the search goes on beside it. Which of the two is first may depend on the machine. What the search does,
and when HiGHS is started, does not.
"""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from puzzledsl.answer import NO_PROGRAM, Answer, is_better, objective_of, relative_gap
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
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from puzzledsl.answer import Assignment
    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatModel
    from puzzledsl.portfolio.background import Background
    from puzzledsl.portfolio.query import Query
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.presolve.provenance import Provenance

ALONE = Budget(branches=20_000, propagations=3_000_000)
"""The budget of search before HiGHS starts beside it, a second or two.

Of 168 sudoku variants HiGHS answers two, which search leaves open for ten seconds; for others it costs 0.2 to 0.5 s.
"""

WITHOUT_BOUNDS = Budget(branches=2_000, propagations=300_000)
"""The same with an objective, since search lacks the bounds of HiGHS. With `ALONE` knapsacks took 0.8 s more."""


class Portfolio:
    """Search on one query, with HiGHS beside it.

    Attributes:
        best: the best solution so far of a query with an objective.
        search: the search, closed after `run`.
    """

    def __init__(
        self,
        query: Query,
        root: Root,
        weights: list[float],
        *,
        provenance: Provenance | None = None,
        earlier: Search | None = None,
        branches: int = 0,
    ) -> None:
        """
        Args:
            root: its engine is at a fixpoint, perhaps narrowed to the query. With provenance it may have ended in
                a contradiction. For an objective, constraints are added to its engine.
            weights: by variable number, those that the search begins with.
            provenance: see `Search`.
            earlier: the search of an earlier query, closed, whose answers include those of this one, to go on with.
            branches: of earlier searches for this query.
        """
        lessons = query.lessons
        self.best: tuple[int, ...] | None = None
        self._query = query
        self._root = root
        self._provenance = provenance
        self._known = () if lessons is None or provenance is None else lessons.about(provenance)
        self._phases = query.masks(root.store)
        self._reached = 0  # the objective of the best solution
        self._earlier = branches
        self._spent = Budget(0, 0, 0)
        self._begun = 0  # the branches of `search` when its present run began
        if earlier is None:
            self.search = self._new_search(weights)
        else:
            self.search = earlier
            earlier.undone()
            earlier.ask(self._accepts, self._phases)

    @property
    def branches(self) -> int:
        """Branches of all searches for this query."""
        return self._earlier + self._spent.branches

    def run(self, budget: Budget, highs: Callable[[], Background] | None) -> Answer:
        """Return the answer; ``unknown`` or ``feasible`` if the time limit or the budget came first.

        Args:
            budget: of the search; when it is spent, HiGHS ends, too.
            highs: starts HiGHS on the query, with the store at the root; ``None``: search answers alone.

        Raises:
            PuzzleError: HiGHS has failed and the search has come to no answer either.
            KeyboardInterrupt: as it came. `best` may be set.
        """
        lessons = self._query.lessons
        try:
            return self._run(budget, highs) or self._answer("unknown" if self.best is None else "feasible", self.best)
        except Refuted as refuted:
            if lessons is not None:
                lessons.refute(refuted.core, self._spent.propagations)
            return self._answer("infeasible" if self.best is None else "optimal", self.best)
        finally:
            if lessons is not None:
                lessons.add(self.search.clauses(len(self._known)))
            self.search.close()
            self._query.clock.lap("solve")

    def _run(self, budget: Budget, highs: Callable[[], Background] | None) -> Answer | None:
        if self._provenance is not None and not self._prepared():
            return None
        alone = WITHOUT_BOUNDS if self._query.has_objective else ALONE
        found = self._searched(budget if highs is None else budget.within(alone))
        if highs is None or found is not None or budget.less(self._spent).is_spent or is_late():
            return found
        self.search.close()  # HiGHS starts from the root, with what has been refuted there
        with highs() as background:
            found = self._searched(budget, background)
            if found is None and (self.search.stuck or background.decided or is_late()):
                return self._with_highs(background)
        return found

    def _prepared(self) -> bool:
        with self._spending():
            return self.search.prepare(self._known, self._root.contradiction is not None)

    def _searched(self, budget: Budget, background: Background | None = None) -> Answer | None:
        """Return the answer of search; ``None``: the budget of all work so far is spent, or HiGHS has an answer."""
        while True:
            with self._spending():
                values = self.search.run(budget.less(self._spent), lambda: self._goes_on(background))
            if values is None:
                return None
            if not self._query.has_objective:
                return self._answer("solved", values)
            self._improve(values)

    @contextmanager
    def _spending(self) -> Iterator[None]:
        before = self.search.done
        self._begun = before.branches
        try:
            yield
        finally:
            self._spent = self._spent.plus(self.search.done.less(before))

    def _goes_on(self, background: Background | None) -> bool:
        """Whether the search goes on: not after HiGHS has an answer. Where HiGHS fails, it goes on alone."""
        query = self._query
        if query.on_branch is not None:
            query.on_branch()
        self._report()
        return background is None or not background.decided

    def _report(self, values: Assignment | None = None) -> None:
        query = self._query
        if query.on_progress is not None:
            nodes = self.branches + self.search.branches - self._begun
            reached = None if self.best is None else self._reached
            query.on_progress(Progress(monotonic() - query.clock.started, nodes, None, reached, solution=values))

    def _new_search(self, weights: list[float]) -> Search:
        root, goal = self._root, self._root.flat.objective
        upwards: list[int] = []
        if goal is not None and self._query.has_objective:
            sign = 1 if goal.maximize else -1
            sources, size = root.flat.sources, root.store.snapshot().size
            upwards = [x for x, k in goal.terms if x < sources and sign * k > 0 and size(x) > MOST_IN_ORDER]
        has_graph = any(one.primitive.is_graph for one in root.flat.constraints)
        return Search(
            root.engine,
            range(root.flat.sources),
            self._accepts,
            learning=ALWAYS if self._provenance is not None or has_graph else TURNS,
            weights=weights,
            phases=self._phases,
            upwards=upwards,
            provenance=self._provenance,
        )

    def _accepts(self, values: tuple[int, ...]) -> bool:
        """Whether this is a solution, better than those before, which auxiliary variables may leave open to the end."""
        query = self._query
        if not query.accepts(values):
            return False
        return (
            not query.has_objective or self.best is None or is_better(query.model, query.measure(values), self._reached)
        )

    def _improve(self, values: tuple[int, ...]) -> None:
        """From now on only better solutions.

        Raises:
            Refuted: there are none.
        """
        self.best, self._reached = values, self._query.measure(values)
        self._report(values)
        self.search.close()
        engine, weights = self._root.engine, self.search.weights
        engine.add([_better(self._root.flat, self._reached)])
        try:
            engine.run()
        except Contradiction:
            raise Refuted from None
        self.search = self._new_search(weights)

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
            return self._answer("feasible", self.best)
        if found.interrupted:
            raise KeyboardInterrupt
        if self.best is not None and not (
            found.objective is not None and is_better(query.model, found.objective, self._reached)
        ):
            status = "optimal" if found.status == "optimal" else "feasible"
            message = found.message if found.status == "feasible" else ""
            return self._answer(status, self.best, bound=found.bound, message=message)
        if found.status == "infeasible" and query.lessons is not None:
            everything = 0 if self._provenance is None else self._provenance.everything
            query.lessons.refute(everything, self._spent.propagations)
        return replace(found, seconds=query.clock.seconds, nodes=(found.nodes or 0) + self.branches)

    def _answer(self, status: str, values: Assignment | None = None, **more: Any) -> Answer:
        return answered(self._query, status, values, branches=self.branches, **more)


def answered(
    query: Query,
    status: str,
    values: tuple[Rational, ...] | None = None,
    *,
    branches: int = 0,
    solver: str = "search",
    message: str = "",
    bound: float | None = None,
    interrupted: bool = False,
    unique: bool = False,
) -> Answer:
    """Return an answer that was found without HiGHS; HiGHS may have reached a bound."""
    reached, options = objective_of(query.model, values), query.options
    gap = relative_gap(reached, bound)
    if reached is not None and status == "optimal":
        bound, gap = float(reached), 0.0
    if branches or (options.presolve == "none" and not options.solves_program):
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
        options.chosen_encoding,
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
