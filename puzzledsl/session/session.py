"""The session of one model: it keeps the root, narrows the store for one question and undoes that afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Self

from puzzledsl.answer import NO_PROGRAM, RESERVE, Answer, Clock, Options, check, objective_of
from puzzledsl.domain import Domain
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Model
from puzzledsl.portfolio.by_highs import DELICATE, bug, by_highs
from puzzledsl.portfolio.portfolio import Outcome, Portfolio, not_searchable, searchable
from puzzledsl.presolve.presolve import MOST_STEPS, presolved, rooted, strengthen
from puzzledsl.presolve.probing import probe
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.session.question import Question, asked_origin
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Assignment, Verdict, shown_variables
from puzzledsl.time_limit import until
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.highs.supervisor import Progress, Supervisor
    from puzzledsl.kernel.store import Store
    from puzzledsl.portfolio.background import Background
    from puzzledsl.presolve.presolve import Presolved, Root

BY_PROPAGATION = "propagation alone proves it"
"""The message of an answer ``infeasible`` for which no search was needed."""

EASY = Budget(branches=100)
"""The budget of search before a question counts as hard. Then implied constraints and probing are worth their time."""


class SolverSession:
    """Solves one model, and answers questions about its solutions. Close it, or use it in a ``with`` statement.

    The model is flattened and propagated to its root once. Each question narrows the store from there, and all of that
    is undone afterwards: what is kept is true of the model itself. The independent verifier has accepted every solution
    that is returned.

    A session is pickled as the model and the options; the process that receives it flattens and propagates again.

    Attributes:
        model: the model, with its objective.
        options: how to solve.
        flat: the model, flattened.
        plain: search works on it: there are no real variables.
        has_whole_objective: search works on it, and on its objective too.
        shown: numbers of the variables in which two solutions have to differ: those of the grids; in a model without
            a grid all.
    """

    def __init__(self, model: Model, options: Options | None = None, deadline: float | None = None) -> None:
        """Flattens the model.

        Args:
            deadline: of flattening, on the clock of ``time.monotonic``.

        Raises:
            PuzzleError: an option is wrong, or the solver is ``search`` and the model has real variables.
            OutOfTime: the deadline came first.
        """
        from puzzledsl.flattening import flatten

        self.options = options or Options()
        check(self.options)
        self.model = model
        self.shown = shown_variables(model)
        self.flat = flatten(model, late=until(deadline))
        self.plain = searchable(replace(self.flat, objective=None))
        self.has_whole_objective = searchable(self.flat)
        if self.options.solver == "search" and not self.plain:
            raise not_searchable()
        self._rules = replace(model, objective=None)
        # The last origin is for questions: it stands for no line of the model.
        self._asked = replace(self.flat, origins=(*self.flat.origins, asked_origin("what is asked", self.shown)))
        self._verifier = Verifier(self._rules) if self.plain else None
        self._root: Root | None = None
        self._strong: Root | None = None
        self._is_fixpoint = False
        self._learnt: dict[int, Domain] = {}
        self._supervisor: Supervisor | None = None
        self._weighted = (0, 0)  # the engine they belong to, and how many constraints it had
        self._weights: list[float] = []

    def __reduce__(self) -> tuple[type[SolverSession], tuple[Model, Options]]:
        return SolverSession, (self.model, self.options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further question would start it again."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()

    def accepts(self, values: Sequence[int]) -> bool:
        """Whether the independent verifier accepts these values as a solution; the objective is ignored."""
        if self._verifier is not None:
            return self._verifier.accepts(values)
        return not verify(self._rules, values)

    # ── the root ─────────────────────────────────────────────────────────────────────────────────

    def root(self, deadline: float | None = None) -> Root | None:
        """The model at its fixpoint, nothing assumed; ``None`` at the deadline (of ``time.monotonic``).

        To narrow its store for a while, call ``store.mark()`` before, and ``store.undo(…)`` and ``engine.forget()``
        afterwards. ``contradiction`` is set where propagation refutes the model.
        """
        if self._root is None:
            self._root = rooted(self.flat, deadline, self._strength)
            self._is_fixpoint = self._root.complete
            for x, domain in self._learnt.items():
                self._narrow(x, domain)
        root = self._root
        if root.contradiction is None and not self._is_fixpoint:
            try:
                self._is_fixpoint = root.engine.run(deadline)
            except Contradiction:
                root = self._root = replace(root, contradiction=root.refuting_origin)
            except BaseException:
                self._root = None
                raise
        return root if self._is_fixpoint or root.contradiction is not None else None

    @property
    def _strength(self) -> str:
        """Of propagation at the root. Search has no use for a weaker one than ``domain``; probing comes later."""
        if self.options.solver == "highs" and self.options.presolve in ("none", "bounds"):
            return self.options.presolve
        return "domain"

    def first_weights(self, root: Root) -> list[float]:
        """What a search begins with: see `puzzledsl.search.branching.first_weights`."""
        if self._weighted != (id(root.engine), len(root.engine.constraints)):
            self._weighted = (id(root.engine), len(root.engine.constraints))
            self._weights = first_weights(root.engine)
        return self._weights.copy()

    def domain(self, x: int) -> Domain:
        """The values left for a variable at the root; meaningless where propagation refutes the model."""
        root = self.root()
        assert root is not None
        return root.store.domain(x)

    def learn(self, x: int, domain: Domain) -> None:
        """Remember that no solution has a value of ``x`` outside ``domain``, and propagate that."""
        before = self._learnt.get(x)
        self._learnt[x] = domain if before is None else before & domain
        if self._root is not None:
            self._narrow(x, domain)

    def probe(self, deadline: float | None = None) -> None:
        """Remove for good what probing refutes."""
        root = self.root(deadline)
        if root is None or root.contradiction is not None or not self.plain:
            return
        try:
            probe(root.engine, range(root.flat.sources), deadline)
            self._is_fixpoint = False  # where the deadline ended it, something may be left to be looked at
        except Contradiction:
            self._root = replace(root, contradiction=root.refuting_origin)
        except BaseException:
            self._root = None
            raise

    def _narrow(self, x: int, domain: Domain) -> None:
        root = self._root
        assert root is not None
        if root.contradiction is None:
            try:
                root.store.keep(x, domain)
            except Contradiction:
                self._root = replace(root, contradiction=max(0, len(self.flat.origins) - 1))
            self._is_fixpoint = False

    def _strengthen(self, root: Root, deadline: float | None) -> None:
        """Add implied constraints and probe, which is worth its time only for a model that needs search."""
        strengthen(root)
        self._strong, self._is_fixpoint = root, False
        if self.options.presolve == "probe":
            self.probe(deadline)

    def hand_over(self) -> None:
        """Leave the store to the caller until `take_back`; a question asked meanwhile gets a new one."""
        self._root = None

    def take_back(self, root: Root) -> None:
        """Take the root back, its store as it was at `hand_over`."""
        if self._root is None and not self._learnt:
            self._root = root

    # ── one solution ─────────────────────────────────────────────────────────────────────────────

    def solve(
        self,
        givens: Mapping[int, int] | None = None,
        *,
        clock: Clock | None = None,
        deadline: float | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Answer:
        """A solution, with an objective a best one, and how it was found.

        Args:
            givens: variable number → value, besides the model's own.
            clock: counts the seconds of the stages.
            deadline: on the clock of ``time.monotonic``.
            on_progress: called now and then.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
        """
        question = Question(self.model, self.shown, {}, givens=givens or {})
        return self._answer(question, clock or Clock(), deadline, UNLIMITED, None, on_progress)

    def find(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        within: Mapping[int, Domain] | None = None,
        other_than: Sequence[Assignment] = (),
        phases: Mapping[int, Domain] | None = None,
        deadline: float | None = None,
        budget: Budget = UNLIMITED,
        on_branch: Callable[[], object] | None = None,
    ) -> Verdict:
        """A solution with certain values, if there is one. An objective is ignored.

        Args:
            fixed: variable number → the value it must have.
            within: variable number → the values it may have.
            other_than: solutions from each of which it must differ in some variable of `shown`.
            phases: values that search should try first. Without it, those that ``other_than`` does not have.
            deadline: on the clock of ``time.monotonic``.
            budget: of the search; HiGHS is used only if it is unlimited.
            on_branch: called before each branch of the search.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
            KeyboardInterrupt: as it came; the session can be asked again.
        """
        asked = dict(within or {})
        for x, v in (fixed or {}).items():
            asked[x] = asked[x] & Domain.range(v, v) if x in asked else Domain.range(v, v)
        question = Question(self._rules, self.shown, asked, tuple(other_than), phases or {})
        answer = self._answer(question, Clock(), deadline, budget, on_branch, None)
        if answer.interrupted:
            raise KeyboardInterrupt
        status = answer.status if answer.status in ("solved", "infeasible") else "unknown"
        return Verdict(status, answer.values, answer.nodes or 0)  # type: ignore[arg-type] # whole, but for real variables

    def _answer(
        self,
        question: Question,
        clock: Clock,
        deadline: float | None,
        budget: Budget,
        on_branch: Callable[[], object] | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> Answer:
        """Easy questions are answered by a short search; for hard ones the root is strengthened first."""
        run = _Run(self, question, clock, deadline, budget, on_branch, on_progress)
        for is_hard in (False, True):
            root = self.root(deadline)
            clock.lap("presolve")
            if root is None:
                return run.answer("unknown")
            if root.contradiction is not None:
                return run.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
            if not is_hard and self._strong is root:
                continue
            mark = root.store.mark()
            try:
                found = run.attempt(root, is_hard)
            except BaseException:  # in the midst of propagation: the queues may hold anything
                self._root = None
                raise
            if run.has_added:
                self._root = None
            else:
                root.store.undo(mark)
                root.engine.forget()
            if found is not None:
                return found if isinstance(found, Answer) else run.by_highs(found)
            self._strengthen(root, deadline)
        raise AssertionError

    def background(self, question: Question, narrowed: Presolved, deadline: float | None) -> Background:
        """HiGHS at work on a question, while search goes on here."""
        from puzzledsl.portfolio.background import Background

        supervisor = self._kept_supervisor()
        model, asked = question.program(self._asked, narrowed)
        flat = self._asked if model.objective is not None else replace(self._asked, objective=None)
        options = replace(self.options, solver="highs")
        return Background(
            supervisor, lambda: by_highs(model, flat, asked, options, Clock(), deadline, supervisor=supervisor)
        )

    def _kept_supervisor(self) -> Supervisor:
        if self._supervisor is None or self._supervisor.abandoned:
            from puzzledsl.highs.supervisor import Supervisor

            self._supervisor = Supervisor()
        return self._supervisor

    # ── all solutions ────────────────────────────────────────────────────────────────────────────

    def solutions(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        deadline: float | None = None,
        on_branch: Callable[[int], object] | None = None,
    ) -> Solutions:
        """All solutions, each once, as they are found: see `Solutions`. Arguments as in `find`, but ``on_branch`` is
        called with the number of branches so far."""
        return Solutions(self, fixed or {}, deadline, on_branch)


class _Run:
    """One question, from propagation through search to HiGHS.

    Attributes:
        has_added: constraints were added to the engine, so that it is of no further use.
    """

    def __init__(
        self,
        session: SolverSession,
        question: Question,
        clock: Clock,
        deadline: float | None,
        budget: Budget,
        on_branch: Callable[[], object] | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.has_added = False
        self._session = session
        self._question = question
        self._clock = clock
        self._deadline = deadline
        self._budget = budget
        self._on_branch = on_branch
        self._on_progress = on_progress
        self._reported = 0
        self._weights: list[float] | None = None
        self._branches = 0

    def attempt(self, root: Root, is_hard: bool) -> Answer | Presolved | None:
        """The answer; or what HiGHS is to solve; or ``None`` where the question is hard. Leaves the store narrowed."""
        session, question, store, engine = self._session, self._question, root.store, root.engine
        options = session.options
        engine.culprit = None
        is_complete = True
        try:
            for x, v in question.givens.items():
                store.fix(x, v)
            for x, domain in question.asked.items():
                store.keep(x, domain)
            if question.asked or question.givens:
                most = -1 if options.solver == "search" else MOST_STEPS  # nobody else could be asked
                is_complete = engine.run(self._deadline, costly=options.presolve != "bounds", most=most)
            if is_hard or options.solver == "highs":
                self._probe(root)
        except Contradiction:
            self._clock.lap("presolve")
            return self.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
        self._clock.lap("presolve")
        values = only_values(store, root.flat.sources)
        if values is not None and not (question.model.objective is None and not session.plain):
            good = question.accepts(values) and session.accepts(values)
            self._clock.lap("verify")
            if good:  # propagation alone leaves no other
                status = "solved" if question.model.objective is None else "optimal"
                return self.answer(status, values, solver="presolve", unique=True)
            return self.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
        if options.solver == "highs" or not is_complete or not self._is_searchable():
            if options.solver == "search":
                if not is_complete:
                    return self.answer("unknown")
                raise not_searchable()
            if not is_hard:
                self._clock.lap("presolve")
            return presolved(root, complete=is_complete)
        return self._searched(root, is_hard)

    def _probe(self, root: Root) -> None:
        """Probe with the givens, which the root does not know, before a program is written or a hard puzzle searched.

        Raises:
            Contradiction: there is no solution.
        """
        if (
            self._session.options.presolve == "probe"
            and self._session.plain
            and (self._question.givens or self._session.options.solver == "highs")
        ):
            probe(root.engine, range(root.flat.sources), self._deadline)
            root.engine.run(self._deadline, most=MOST_STEPS)

    def _is_searchable(self) -> bool:
        session = self._session
        return session.plain and (self._question.model.objective is None or session.has_whole_objective)

    def _searched(self, root: Root, is_hard: bool) -> Answer | None:
        session, question = self._session, self._question
        measures = question.model.objective is not None
        if measures and not is_hard:  # a short search finds some solution, but seldom proves that none is better
            return None
        self._weights = self._weights or session.first_weights(root)
        narrowed = presolved(root) if is_hard and session.options.solver == "auto" else None
        portfolio = Portfolio(
            root,
            self._accepts,
            deadline=None if self._deadline is None else self._deadline - RESERVE,
            highs=None if narrowed is None else lambda: session.background(question, narrowed, self._deadline),
            on_branch=self._count,
            phases=question.masks(root.store),
            weights=self._weights,
            measure=self._measure if measures else None,
        )
        try:
            outcome = portfolio.run(self._budget if is_hard else EASY)
        except KeyboardInterrupt:
            if self._question.model is not session.model:
                raise
            outcome = Outcome("unknown" if portfolio.best is None else "feasible", portfolio.best, portfolio.branches)
            return self._of(outcome, interrupted=True)
        finally:
            self.has_added = portfolio.best is not None
            self._clock.lap("solve")
        self._weights = portfolio.weights
        late = self._deadline is not None and monotonic() >= self._deadline - RESERVE
        if outcome.status == "unknown" and not is_hard and not late:
            self._branches += outcome.branches
            return None
        return self._of(outcome)

    def _of(self, outcome: Outcome, interrupted: bool = False) -> Answer:
        if outcome.answer is not None:
            nodes = (outcome.answer.nodes or 0) + self._branches + outcome.branches
            return replace(outcome.answer, seconds=self._clock.seconds, nodes=nodes)
        self._branches += outcome.branches
        message = "interrupted" if interrupted else ""
        return self.answer(outcome.status, outcome.values, solver="search", message=message, interrupted=interrupted)

    def by_highs(self, narrowed: Presolved) -> Answer:
        """The answer of HiGHS; where its numbers are too delicate for a proof, that of search.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects its answer.
        """
        session = self._session
        model, asked = self._question.program(session._asked, narrowed)
        flat = session._asked if model.objective is not None else replace(session._asked, objective=None)
        supervisor = session._kept_supervisor()
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
        if answer.message != DELICATE or not self._is_searchable():
            return answer
        with SolverSession(session.model, replace(session.options, solver="search")) as second:
            exact = second._answer(self._question, self._clock, self._deadline, UNLIMITED, None, None)
        return answer if exact.status == "unknown" else exact

    def answer(
        self,
        status: str,
        values: tuple[Rational, ...] | None = None,
        *,
        solver: str = "search",
        message: str = "",
        interrupted: bool = False,
        unique: bool = False,
    ) -> Answer:
        """An answer found without HiGHS."""
        reached = objective_of(self._question.model, values)
        is_proven = reached is not None and status == "optimal"
        branches, options = self._branches, self._session.options
        if branches or (options.presolve == "none" and options.solver != "highs"):
            solver = "search"
        return Answer(
            status,
            values,
            reached,
            float(reached) if is_proven and reached is not None else None,
            0.0 if is_proven else None,
            options.encoding,
            solver,
            dict(NO_PROGRAM),
            self._clock.seconds,
            message or (f"{branches:,} branches" if branches else ""),
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
                from puzzledsl.highs.supervisor import Progress

                self._on_progress(Progress(monotonic() - self._clock.started, self._reported, None, None))


def only_values(store: Store, count: int) -> tuple[int, ...] | None:
    """The values of the first variables, if each has one left."""
    masks = store.mask[:count]
    for mask in masks:
        if mask & (mask - 1):
            return None
    if all(masks):
        return tuple([base + mask.bit_length() - 1 for base, mask in zip(store.base, masks)])  # noqa: B905
    return tuple(map(store.lo, range(count))) if all(map(store.is_fixed, range(count))) else None
