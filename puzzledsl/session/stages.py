"""How a query is answered: by the first of several stages that has an answer, the cheap ones first."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from puzzledsl.answer import BY_PROPAGATION, RESERVE, Answer, Assignment, Clock, is_better
from puzzledsl.kernel.store import Contradiction
from puzzledsl.portfolio.by_highs import COARSE, DELICATE, RESTRICTED, TOO_LARGE, by_highs
from puzzledsl.portfolio.lessons import has_reasons
from puzzledsl.portfolio.portfolio import ALONE, Portfolio, answered, not_searchable
from puzzledsl.presolve.presolve import presolved
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.records import replace
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.time_limit import OutOfTime, is_late, reserving

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.portfolio.background import Background
    from puzzledsl.portfolio.query import Query
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.search.search import Search
    from puzzledsl.session.means import Means

    Stage = Callable[["Attempt", Root], Answer | None]

CONTRADICTED = "search finds a solution that the solver has not found; `--solver auto` shows it"
"""The message if floating-point arithmetic allows no proof by the only solver that was selected."""

SURPASSED = "search finds a better solution; `--solver auto` shows it"
"""The same where that solver has found a solution."""

EASY = Budget(branches=500, propagations=60_000)
"""The budget of search before a question counts as hard; then probing is worth its time."""


class Attempt:
    """A query on its way through the stages.

    Attributes:
        earlier: the search that has answered the query before, and that query.
        explains: search finds out what a refutation needs, also one by propagation.
        is_complete: the store is at the fixpoint of the query.
        weights: by variable number, what a search without an answer has reached.
        portfolio: the latest search.
    """

    def __init__(self, query: Query, means: Means) -> None:
        self.query = query
        self.means = means
        self.node = means.node(query.options)
        self.explains = query.lessons is not None and not query.options.solves_program and has_reasons(means.flat)
        self.is_complete = False
        self.earlier: tuple[Search, Query] | None = None
        self.weights: list[float] = []
        self.portfolio: Portfolio | None = None

    def answer(self) -> Answer:
        """Return the answer of the first stage that has one.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer, which is a bug; or the kernel needs too much
                memory.
        """
        try:
            with reserving(RESERVE):  # for the verifier
                found = self._first_of(STAGES)
                if found is None:
                    if self.query.lessons is None:  # a probed root gives no reasons
                        self.node.strengthen(self._probed)
                    found = self._first_of(STAGES_AFTER_PROBING)
                return found or self.answered("unknown")
        except OutOfTime:
            return self.answered("unknown")
        except KeyboardInterrupt:
            return self.answered("unknown", message="interrupted", interrupted=True)

    def _first_of(self, stages: tuple[Stage, ...]) -> Answer | None:
        root = self.node.root()
        self.query.clock.lap("presolve")
        if root is None:
            return None
        with self.node.narrowed(root) as self.earlier:
            return next((found for stage in stages if (found := stage(self, root)) is not None), None)

    def _probed(self, root: Root) -> bool:
        if self.query.options.strength != "probe" or not self.means.plain:
            return True
        probe(root.engine, range(root.flat.sources))
        return False

    def answered(self, status: str, values: Assignment | None = None, **more: Any) -> Answer:
        """Return an answer that was found without HiGHS; if a search has found some solution so far, that."""
        found = self.portfolio
        if found is not None and found.best is not None:
            status, values = "feasible", found.best
        return answered(self.query, status, values, branches=0 if found is None else found.branches, **more)

    def refuted(self) -> Answer:
        """Return the answer that propagation alone excludes all solutions."""
        return self.answered("infeasible", solver="presolve", message=BY_PROPAGATION)


def propagated(attempt: Attempt, root: Root) -> Answer | None:
    """Propagate the query; the answer, if no variable has two values left, or one has none."""
    query, means = attempt.query, attempt.means
    if attempt.explains:
        attempt.is_complete = True
        return None
    if root.contradiction is not None:
        return attempt.refuted()
    try:
        attempt.is_complete = _narrow(query, root, means.plain)
    except Contradiction:
        return attempt.refuted()
    finally:
        query.clock.lap("presolve")
    values = root.store.only_values(means.sources) if means.plain or query.has_objective else None
    if values is None:
        return None
    is_right = query.accepts(values)
    query.clock.lap("verify")
    if not is_right:
        return attempt.refuted()
    status = "optimal" if query.has_objective else "solved"
    return attempt.answered(status, values, solver="presolve", unique=True)


def _narrow(query: Query, root: Root, plain: bool) -> bool:
    """Propagate a query. Return false if the time limit or a limit on work came before the fixpoint.

    Raises:
        Contradiction: there is no solution.
    """
    store, engine, options = root.store, root.engine, query.options
    store.fix_all(query.givens)
    for x, domain in query.asked.items():
        store.keep(x, domain)
    is_complete = True
    if query.asked or query.givens:
        most = -1 if options.chosen_solver == "search" else TUNING.root_steps  # search alone has no other way than on
        is_complete = engine.run(costly=options.strength != "bounds", most=most)
    if options.solves_program and options.strength == "probe" and plain:
        # A solution that depends on an assumption does not answer the question.
        probe(engine, range(root.flat.sources), to_the_end=True)
        engine.run(most=TUNING.root_steps)
    return is_complete


def searched_shortly(attempt: Attempt, root: Root) -> Answer | None:
    """Search with a small budget: most questions are answered by then.

    With an objective it would find some solution, but seldom prove that none is better. With lessons, or where the root
    is strong already, the long search begins at once.
    """
    query = attempt.query
    if query.has_objective or query.lessons is not None or attempt.node.is_strong:
        return None
    found = _searched(attempt, root, EASY)
    return None if found.status == "unknown" and not is_late() else found


def searched(attempt: Attempt, root: Root) -> Answer:
    """Search with the budget of the query, and with HiGHS beside it if that takes long."""
    query, means = attempt.query, attempt.means
    options = replace(query.options, solver="highs", sizes=False)
    beside = replace(query, options=options, clock=Clock(), on_progress=None)
    # With an objective the search adds constraints that HiGHS is not to take for those of the model.
    narrowed = presolved(root) if query.has_objective else None

    def highs() -> Background:
        from puzzledsl.portfolio.background import Background  # `concurrent.futures` takes 4 ms to load

        left, supervisor = narrowed or presolved(root), means.supervisor(query.options)
        return Background(supervisor, lambda: by_highs(beside, left, supervisor))

    is_alone = query.options.chosen_solver == "search" or sys.platform == "emscripten"  # a browser has no second thread
    return _searched(attempt, root, query.budget, None if is_alone else highs)


def _searched(attempt: Attempt, root: Root, budget: Budget, highs: Callable[[], Background] | None = None) -> Answer:
    query, before = attempt.query, attempt.portfolio
    may_continue = not query.has_objective and query.lessons is None
    earlier, attempt.earlier = attempt.earlier, None
    portfolio = attempt.portfolio = Portfolio(
        query,
        root,
        attempt.weights or attempt.node.weights(root.engine, query.options.seed),
        provenance=Provenance(attempt.means.flat, root) if attempt.explains else None,
        earlier=earlier[0] if earlier is not None and may_continue and query.narrows(earlier[1]) else None,
        branches=0 if before is None else before.branches,
    )
    found = portfolio.run(budget, highs)
    if found.status == "solved" and may_continue and not portfolio.search.stuck:
        attempt.node.answered = portfolio.search, query
    elif found.status == "unknown":
        attempt.weights = portfolio.search.weights
    return found


def solved_by_program(attempt: Attempt, root: Root) -> Answer | None:
    """Let HiGHS or the selected solver answer alone, where it is asked for or search cannot."""
    query, means = attempt.query, attempt.means
    options, can_search = query.options, means.can_search(query)
    if attempt.is_complete and can_search and not options.solves_program:
        return None
    if options.chosen_solver == "search":
        if attempt.is_complete:
            raise not_searchable()
        return attempt.answered("unknown")
    supervisor = means.supervisor(options)
    try:
        found = by_highs(query, presolved(root), supervisor)
    except BaseException:  # HiGHS may still be at work, and its answer would be taken for that of the next question
        means.close()
        raise
    unproven = (DELICATE, COARSE, RESTRICTED, *(() if options.solves_program else (TOO_LARGE,)))
    return _confirmed(query, means, found) if found.message in unproven and can_search else found


def _confirmed(query: Query, means: Means, found: Answer) -> Answer:
    """Let search prove an answer that coefficients or options do not allow HiGHS to prove.

    Where there is a solution already, search may try as long as it has before HiGHS is asked.
    """
    alone = replace(
        query,
        options=query.options.search_only,
        budget=UNLIMITED if found.values is None else ALONE,
        on_branch=None,
        on_progress=None,
        lessons=None,
    )
    exact = Attempt(alone, means).answer()
    agrees = exact.status == "infeasible" or (exact.status == "optimal" and exact.objective == found.objective)
    finds_more = exact.values is not None and found.values is None
    if exact.objective is not None and found.objective is not None:
        finds_more = is_better(query.model, exact.objective, found.objective)
    if not query.options.solves_program:
        return exact if agrees or finds_more else found
    if agrees:
        return replace(found, status=exact.status, bound=exact.bound, gap=exact.gap, message="", confirmed=True)
    if finds_more:
        return replace(found, message=CONTRADICTED if found.values is None else SURPASSED)
    return found


STAGES: tuple[Stage, ...] = (propagated, solved_by_program, searched_shortly)
"""The stages at the root as it is."""

STAGES_AFTER_PROBING: tuple[Stage, ...] = (propagated, solved_by_program, searched)
"""The stages at the root once it is probed, which is worth its time only before a long search."""
