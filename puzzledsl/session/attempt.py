"""How one question is answered: by propagation, then search, then HiGHS."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import (
    BY_PROPAGATION,
    NO_PROGRAM,
    RESERVE,
    Answer,
    Clock,
    is_better,
    objective_of,
    relative_gap,
)
from puzzledsl.kernel.store import Contradiction
from puzzledsl.portfolio.by_highs import COARSE, DELICATE, TOO_LARGE, by_highs
from puzzledsl.portfolio.failures import bug
from puzzledsl.portfolio.portfolio import ALONE, Outcome, Portfolio, not_searchable
from puzzledsl.presolve.presolve import MOST_STEPS, presolved
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.records import replace
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.session.lessons import has_reasons
from puzzledsl.session.verdict import only_values
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.presolve import Presolved, Root
    from puzzledsl.progress import Progress
    from puzzledsl.search.search import Search
    from puzzledsl.session.lessons import Lessons
    from puzzledsl.session.question import Question
    from puzzledsl.session.session import SolverSession

CONTRADICTED = "search finds a solution that the solver has not found; `--solver auto` shows it"
"""The message if floating-point arithmetic allows no proof by the only solver that was selected."""

SURPASSED = "search finds a better solution; `--solver auto` shows it"
"""The same where that solver has found a solution."""

EASY = Budget(branches=500, propagations=60_000)
"""The budget of search before a question counts as hard; then implied constraints and probing are worth their time."""


class Attempt:
    """One question, from propagation through search to HiGHS.

    Attributes:
        is_spoilt: the engine cannot be used again, because constraints were added or propagation was interrupted.
        explains: lessons are kept, and search finds out what a refutation needs, also one by propagation.
    """

    def __init__(
        self,
        session: SolverSession,
        question: Question,
        clock: Clock,
        deadline: float | None,
        budget: Budget,
        on_branch: Callable[[], object] | None,
        on_progress: Callable[[Progress], object] | None,
        lessons: Lessons | None = None,
    ) -> None:
        self.is_spoilt = False
        self._lessons = lessons
        self.explains = lessons is not None and not session.options.by_program and has_reasons(session.flat)
        self._session = session
        self._question = question
        self._clock = clock
        self._deadline = deadline
        self._end = None if deadline is None else deadline - RESERVE  # of the search: an answer has to be verified
        self._budget = budget
        self._on_branch = on_branch
        self._on_progress = on_progress
        self._reported = 0
        self._weights: list[float] | None = None
        self._search: Search | None = None  # a short one, to go on with
        self._engine: Engine | None = None  # which that belongs to
        self._branches = 0

    def attempt(self, root: Root, is_hard: bool) -> Answer | Presolved | None:
        """Return the answer, the program for HiGHS, or ``None`` if the question is hard. The store stays narrowed."""
        session, question = self._session, self._question
        if self.explains:
            return self._searched(root, is_hard)
        try:
            is_complete = self._narrow(root)
        except Contradiction:
            return self.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
        finally:
            self._clock.lap("presolve")
        has_objective = question.model.objective is not None
        values = only_values(root.store, root.flat.sources) if session.plain or has_objective else None
        if values is not None:  # propagation alone leaves no other
            is_right = self._accepts(values)
            self._clock.lap("verify")
            if is_right:
                return self.answer("optimal" if has_objective else "solved", values, solver="presolve", unique=True)
            return self.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
        options = session.options
        if is_complete and not options.by_program and self._is_searchable():
            return self._searched(root, is_hard)
        if options.by != "search":
            return presolved(root, complete=is_complete)
        if is_complete:
            raise not_searchable()
        return self.answer("unknown")

    def _narrow(self, root: Root) -> bool:
        """Propagate the question. Return false if the deadline or a limit on work came before the fixpoint.

        Raises:
            Contradiction: there is no solution.
        """
        question, store, engine, options = self._question, root.store, root.engine, self._session.options
        engine.culprit = None
        for x, v in question.givens.items():
            store.fix(x, v)
        for x, domain in question.asked.items():
            store.keep(x, domain)
        is_complete = True
        if question.asked or question.givens:
            most = -1 if options.by == "search" else MOST_STEPS  # search has no alternative, so the budget is unlimited
            is_complete = engine.run(self._deadline, costly=options.strength != "bounds", most=most)
        if options.by_program and options.strength == "probe" and self._session.plain:
            # A solution that depends on an assumption does not answer the question.
            probe(engine, range(root.flat.sources), self._deadline, to_the_end=True)
            engine.run(self._deadline, most=MOST_STEPS)
        return is_complete

    def _is_searchable(self) -> bool:
        session = self._session
        return session.plain and (self._question.model.objective is None or session.has_whole_objective)

    def _searched(self, root: Root, is_hard: bool) -> Answer | None:
        session, question = self._session, self._question
        measures = question.model.objective is not None
        if measures and not is_hard:  # a short search finds some solution, but seldom proves that none is better
            return None
        lessons = self._lessons
        self._weights = self._weights or (lessons is not None and lessons.weights) or session.first_weights(root)
        # With an objective the search adds constraints that HiGHS is not to take for those of the model.
        narrowed = presolved(root) if measures else None
        asks_highs = is_hard and session.options.by == "auto" and (self._budget is UNLIMITED or lessons is not None)
        provenance = Provenance(session.flat, root) if self.explains else None
        may_keep = not measures and lessons is None
        earlier = self._search if self._engine is root.engine else None
        if earlier is None and may_keep:
            earlier = session.kept_search(question, root)
        portfolio = Portfolio(
            root,
            self._accepts,
            deadline=self._end,
            highs=(lambda: session.background(question, narrowed or presolved(root), self._deadline))
            if asks_highs
            else None,
            on_branch=self._count,
            phases=question.masks(root.store),
            weights=self._weights,
            measure=self._measure if measures else None,
            search=earlier,
            provenance=provenance,
            known=lessons.about(provenance) if lessons is not None and provenance is not None else (),
        )
        try:
            outcome = portfolio.run(self._budget if is_hard else EASY)
        except KeyboardInterrupt:
            self.is_spoilt = True
            if self._question.model is not session.model:
                raise
            outcome = Outcome("unknown" if portfolio.best is None else "feasible", portfolio.best, portfolio.branches)
            return self._of(outcome, interrupted=True)
        finally:
            self.is_spoilt = self.is_spoilt or portfolio.best is not None
            self._clock.lap("solve")
        self._weights = portfolio.weights
        if lessons is not None:
            lessons.add(portfolio, outcome)
        if may_keep and not self.is_spoilt and portfolio.search is not None and outcome.status != "infeasible":
            session.keep_search(portfolio.search, question, root)
        if outcome.status == "unknown" and not is_hard and not is_late(self._end):
            self._branches += outcome.branches
            if portfolio.search is not None and not portfolio.search.stuck:
                self._search, self._engine = portfolio.search, root.engine
            return None
        return self._of(outcome)

    def undone(self) -> None:
        """Note that the store has been taken back to the root of the session."""
        if self._search is not None:
            self._search.undone()

    def _of(self, outcome: Outcome, interrupted: bool = False) -> Answer:
        if outcome.answer is not None:
            nodes = (outcome.answer.nodes or 0) + self._branches + outcome.branches
            return replace(outcome.answer, seconds=self._clock.seconds, nodes=nodes)
        self._branches += outcome.branches
        message = "interrupted" if interrupted else ""
        return self.answer(
            outcome.status, outcome.values, message=message, interrupted=interrupted, bound=outcome.bound
        )

    def by_highs(self, narrowed: Presolved) -> Answer:
        """Return the answer of HiGHS, or that of search if the coefficients do not allow a proof by HiGHS.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects its answer.
        """
        session = self._session
        model, asked = self._question.program(session.asked_flat, narrowed)
        flat = session.asked_flat if model.objective is not None else replace(session.asked_flat, objective=None)
        supervisor = session.supervisor()
        try:
            answer = by_highs(
                model,
                flat,
                asked,
                session.options,
                self._clock,
                self._deadline,
                on_progress=self._on_progress,
                supervisor=supervisor,
            )
        except BaseException:  # HiGHS may still be at work, and its answer would be taken for that of the next question
            session.close()
            raise
        by_program = session.options.by_program
        unproven = (DELICATE, COARSE) if by_program else (DELICATE, COARSE, TOO_LARGE)
        if answer.message not in unproven or not self._is_searchable():
            return answer
        # There is an answer already, though not proven: search may try as long as it has before HiGHS is asked.
        exact = session.by_search(
            self._question, self._clock, self._deadline, UNLIMITED if answer.values is None else ALONE
        )
        agrees = exact.status == "infeasible" or (exact.status == "optimal" and exact.objective == answer.objective)
        finds_more = exact.values is not None and answer.values is None
        if exact.objective is not None and answer.objective is not None:
            finds_more = is_better(model, exact.objective, answer.objective)
        if not by_program:
            return exact if agrees or finds_more else answer
        if agrees:
            return replace(answer, status=exact.status, bound=exact.bound, gap=exact.gap, message="", confirmed=True)
        if finds_more:
            return replace(answer, message=CONTRADICTED if answer.values is None else SURPASSED)
        return answer

    def answer(
        self,
        status: str,
        values: tuple[Rational, ...] | None = None,
        *,
        solver: str = "search",
        message: str = "",
        interrupted: bool = False,
        unique: bool = False,
        bound: float | None = None,
    ) -> Answer:
        """Return an answer that was found without HiGHS; HiGHS may have reached a bound."""
        reached = objective_of(self._question.model, values)
        is_proven = reached is not None and status == "optimal"
        branches, options = self._branches, self._session.options
        if branches or (options.presolve == "none" and not options.by_program):
            solver = "search"
        return Answer(
            status,
            values,
            reached,
            float(reached) if is_proven and reached is not None else bound,
            0.0 if is_proven else relative_gap(reached, bound),
            options.program,
            solver,
            dict(NO_PROGRAM),
            self._clock.seconds,
            message or _message(status, branches),
            interrupted,
            branches,
            unique,
        )

    def _accepts(self, values: tuple[int, ...]) -> bool:
        return self._question.accepts(values) and self._session.accepts(values)

    def _measure(self, values: tuple[int, ...]) -> int:
        reached = objective_of(self._question.model, values)
        if reached is None:
            raise bug("the objective of a solution is undefined", [])
        assert isinstance(reached, int)
        return reached

    def _count(self) -> None:
        if self._on_branch is not None:
            self._on_branch()
        if self._on_progress is not None:
            self._reported += 1
            if self._reported % 16 == 0:
                from puzzledsl.progress import Progress

                self._on_progress(Progress(monotonic() - self._clock.started, self._reported, None, None))


def _message(status: str, branches: int) -> str:
    if status in ("unknown", "feasible"):
        return "the time limit came first"
    return f"{branches:,} branches" if branches else ""
