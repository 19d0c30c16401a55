"""The session of one model: it keeps the root, narrows the store for one question and undoes that afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Self

from puzzledsl.answer import PYOMO, RESERVE, Answer, Assignment, Clock, Options, check, is_better
from puzzledsl.domain import Domain
from puzzledsl.kernel.library import OutOfMemory
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Model
from puzzledsl.portfolio.by_highs import COARSE, DELICATE, RESTRICTED, TOO_LARGE, by_highs, new_supervisor
from puzzledsl.portfolio.lessons import has_reasons
from puzzledsl.portfolio.portfolio import ALONE, Portfolio, not_searchable, searchable
from puzzledsl.portfolio.query import Query, asked_origin
from puzzledsl.presolve.presolve import presolved, rooted, strengthen
from puzzledsl.presolve.probing import probe
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.records import replace
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Verdict, shown_variables, subset
from puzzledsl.time_limit import OutOfTime, is_late, reserving
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.portfolio.background import Background
    from puzzledsl.portfolio.lessons import Lessons
    from puzzledsl.presolve.presolve import Presolved, Root
    from puzzledsl.progress import Progress
    from puzzledsl.search.search import Search


CONTRADICTED = "search finds a solution that the solver has not found; `--solver auto` shows it"
"""The message if floating-point arithmetic allows no proof by the only solver that was selected."""

SURPASSED = "search finds a better solution; `--solver auto` shows it"
"""The same where that solver has found a solution."""

EASY = Budget(branches=500, propagations=60_000)
"""The budget of search before a question counts as hard; then implied constraints and probing are worth their time."""

WEAKER = ("domain", "none")
"""Weaker strengths of presolve, in this order, if a stronger one would leave nothing for the program's solver."""


class SolverSession:
    """Solve one model, and answer questions about its solutions. Close it, or use it in a ``with`` statement.

    The model is flattened and propagated to its root once. Each question narrows the store from there, and is undone
    afterwards, so that everything that is kept follows from the model itself. The independent verifier has accepted
    every solution that is returned.

    A session is pickled as the model and the options; the process that receives it flattens and propagates again.

    Attributes:
        model: the model, with its objective.
        options: how to solve.
        flat: the model, flattened.
        plain: search can solve it, because it has no real variables.
        shown: numbers of the variables in which two solutions must differ: those of the grids, or all if there is no
            grid.
    """

    def __init__(
        self,
        model: Model,
        options: Options | None = None,
        supervisor: Supervisor | None = None,
        flat: FlatModel | None = None,
        shown: tuple[int, ...] | None = None,
    ) -> None:
        """Flatten the model.

        Args:
            supervisor: the process of HiGHS or of the selected solver, if it has been started already.
            flat: the model, if it has been flattened already.
            shown: the variables in which two solutions must differ, if not the usual ones.

        Raises:
            PuzzleError: an option is wrong, or the solver is ``search`` and the model has real variables; or Pyomo does
                not find the solver.
            OutOfTime: the time limit came first.
        """
        from puzzledsl.flattening import flatten

        self.options = options or Options()
        check(self.options)
        self.model = model
        self.shown = shown_variables(model) if shown is None else shown
        self._is_part = flat is not None
        self.flat = flat or flatten(model)
        self.plain = searchable(replace(self.flat, objective=None))
        self._has_whole_objective = searchable(self.flat)
        if self.options.by == "search" and not self.plain:
            raise not_searchable()
        self._rules = replace(model, objective=None)
        asked = replace(self.flat, origins=(*self.flat.origins, asked_origin(self.shown)))
        self._query = Query(model, asked, self.options, Clock(), self.accepts, self.shown)
        self._root: Root | None = None
        self._strong: Root | None = None
        self._is_fixpoint = False
        self._supervisor = supervisor
        self._weaker: dict[str, SolverSession] = {}
        if self.options.by.startswith(PYOMO) and not self._is_part:
            self.supervisor()  # Pyomo has to find the solver, even if propagation will answer without it
        self._weights: dict[tuple[int, int], list[float]] = {}  # by the engine, and how many constraints it had
        self._kept: tuple[Search, Query, Engine] | None = None

    def __reduce__(self) -> tuple[type[SolverSession], tuple[Model, Options]]:
        return SolverSession, (self.model, self.options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further question would start it again."""
        for weaker in self._weaker.values():
            weaker.close()
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()

    def accepts(self, values: Sequence[int]) -> bool:
        """Return whether the independent verifier accepts these values as a solution; the objective is ignored."""
        if not self.plain:
            return not verify(self._rules, values)
        return self._verifier.accepts(values)

    @cached_property
    def _verifier(self) -> Verifier:
        return Verifier(self._rules)

    def part(self, requirements: Collection[int], shown: tuple[int, ...] | None = None) -> SolverSession:
        """Return a session for some of the requirements, by their positions, with a root of its own.

        Two solutions must differ in a variable of ``shown``, in the usual ones by default.

        Its flat model has the variables and the origins of this one, so `Lessons` can be carried from part to part. The
        model has to be flattened such that no auxiliary variable is shared by two requirements.
        """
        chosen = frozenset(requirements)
        constraints = tuple(one for one in self.flat.constraints if one.origin in chosen)
        flat = replace(self.flat, constraints=constraints, objective=None)
        return SolverSession(subset(self.model, chosen), self.options, flat=flat, shown=shown)

    # ── the root ─────────────────────────────────────────────────────────────────────────────────

    def root(self) -> Root | None:
        """The model at its fixpoint, nothing assumed; ``None`` at the time limit.

        To narrow its store for a while, call ``store.mark()`` before, and ``store.undo(…)`` and ``engine.forget()``
        afterwards. ``contradiction`` is set where propagation refutes the model.
        """
        if self._root is None:
            try:
                self._root = rooted(self.flat, self._strength)
            except OutOfTime:
                return None
            self._is_fixpoint = self._root.complete
        root = self._root
        if root.contradiction is None and not self._is_fixpoint:
            try:
                self._is_fixpoint = root.engine.run()
            except Contradiction:
                root = self._root = replace(root, contradiction=root.refuting_origin)
            except BaseException:
                self._root = None
                raise
        return root if self._is_fixpoint or root.contradiction is not None else None

    @property
    def _strength(self) -> str:
        """Of propagation at the root. Search has no use for a weaker one than ``domain``; probing comes later."""
        if self.options.by_program and self.options.strength in ("none", "bounds"):
            return self.options.strength
        return "domain"

    def _first_weights(self, root: Root) -> list[float]:
        """Return the weights that a search begins with: see `puzzledsl.search.branching.first_weights`."""
        engine = root.engine
        key = (id(engine), len(engine.constraints))
        if key not in self._weights:
            weights = first_weights(engine)
            if self.options.seed is not None:  # other ties, and other ways through the search tree
                from random import Random

                draw = Random(self.options.seed)
                weights = [weight * (1 + draw.random() / 4) for weight in weights]
            self._weights = {key: weights}
        return self._weights[key].copy()

    def learn(self, x: int, domain: Domain) -> None:
        """Remove permanently the values of ``x`` outside ``domain``, which no solution has."""
        root = self._root
        if root is not None and root.contradiction is None:
            try:
                root.store.keep(x, domain)
            except Contradiction:
                self._root = replace(root, contradiction=max(0, len(self.flat.origins) - 1))
            self._is_fixpoint = False

    def _strengthen(self, root: Root) -> None:
        """Add implied constraints and probe, which is worth its time only for a model that needs search."""
        try:
            strengthen(root)
            self._strong, self._is_fixpoint = root, False
            if self.options.strength == "probe" and self.plain and root.engine.run():
                probe(root.engine, range(root.flat.sources))
        except Contradiction:
            self._root = replace(root, contradiction=root.refuting_origin)
        except BaseException:
            self._root = None
            raise

    def _kept_search(self, query: Query, root: Root) -> Search | None:
        """The last search, if what it has learnt holds for this question, too."""
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        search, earlier, engine = kept
        if engine is not root.engine or search.stuck or not query.narrows(earlier):
            return None
        search.undone()
        return search

    def hand_over(self) -> None:
        """Leave the store to the caller until `take_back`; a question asked meanwhile gets a new one."""
        self._root = None

    def take_back(self, root: Root) -> None:
        """Take the root back, its store as it was at `hand_over`."""
        if self._root is None:
            self._root = root

    # ── one solution ─────────────────────────────────────────────────────────────────────────────

    def solve(
        self,
        givens: Mapping[int, int] | None = None,
        *,
        clock: Clock | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> Answer:
        """Find a solution (with an objective, a best one), and say how it was found.

        If the program's solver is selected and no strength of presolve is given, that solver finds the answer. If
        propagation alone would solve the puzzle, the solver gets the model after a weaker propagation (`WEAKER`). If
        the solver finds no answer, the answer of propagation is returned.

        Args:
            givens: variable number → value, besides the model's own.
            clock: counts the seconds of the stages.
            on_progress: called now and then.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
        """
        phases = {x: Domain.range(v, v) for x, v in self.options.start.items()}
        query = replace(
            self._query,
            clock=clock or Clock(),
            givens=givens or {},
            phases=phases,
            on_progress=on_progress,
        )
        settled = self._answer(query)
        if not (self.options.by_program and self.options.presolve is None and settled.solver == "presolve"):
            return settled
        found = settled
        for strength in WEAKER:
            try:
                if strength not in self._weaker:
                    options = replace(self.options, presolve=strength)
                    self._weaker[strength] = SolverSession(self.model, options, self.supervisor())
            except OutOfTime:
                return settled
            weaker = self._weaker[strength]
            found = weaker.solve(givens, clock=query.clock, on_progress=on_progress)
            if found.solver != "presolve":
                break
        if found.status in ("unknown", "feasible"):
            found = replace(settled, interrupted=found.interrupted, statistics=found.statistics, size=found.size)
        return replace(found, unique=settled.unique and found.values == settled.values)

    def find(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        within: Mapping[int, Domain] | None = None,
        other_than: Sequence[Assignment] = (),
        phases: Mapping[int, Domain] | None = None,
        budget: Budget = UNLIMITED,
        on_branch: Callable[[], object] | None = None,
        lessons: Lessons | None = None,
    ) -> Verdict:
        """Find a solution with certain values, if there is one. An objective is ignored.

        Args:
            fixed: variable number → the value it must have.
            within: variable number → the values it may have.
            other_than: solutions from each of which it must differ in some variable of `shown`.
            phases: values that search should try first. Without it, those that ``other_than`` does not have.
            budget: of the search; where it is spent, HiGHS ends, too.
            on_branch: called before each branch of the search.
            lessons: of questions about other parts of the same model (see `part`), to which those of this one are
                added. Nothing else may be asked then.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
            KeyboardInterrupt: as it came; the session can be asked again.
        """
        asked = dict(within or {})
        for x, v in (fixed or {}).items():
            asked[x] = asked[x] & Domain.range(v, v) if x in asked else Domain.range(v, v)
        answer = self._answer(
            replace(
                self._query,
                model=self._rules,
                clock=Clock(),
                asked=asked,
                other_than=tuple(other_than),
                phases=phases or {},
                budget=budget,
                on_branch=on_branch,
                lessons=lessons,
            )
        )
        if answer.interrupted:
            raise KeyboardInterrupt
        status = answer.status if answer.status in ("solved", "infeasible") else "unknown"
        compared = (*(self.shown if other_than else ()), *(within or ()))
        if status == "infeasible" and any(self.model.variables[x].is_real for x in compared):
            status = "unknown"  # a real variable has values beside the whole ones that were excluded or asked for
        return Verdict(status, answer.values, answer.nodes or 0)  # type: ignore[arg-type] # whole, but for real variables

    def _answer(self, query: Query) -> Answer:
        """Easy questions are answered by a short search; for hard ones the root is strengthened first.

        With lessons the search begins at once, because probing gives no reasons. Search then finds out what a
        refutation needs, also one by propagation.
        """
        portfolio = Portfolio(query)
        try:
            with reserving(RESERVE):  # for the verifier
                return self._answer_in_time(query, portfolio)
        except (OutOfTime, OutOfMemory) as ended:
            self._root = None
            message = ""
            if isinstance(ended, OutOfMemory):
                if query.model is not self.model:
                    raise
                message = ended.diagnostics[0].message
            status = "unknown" if portfolio.best is None else "feasible"
            return portfolio.answer(status, portfolio.best, message=message)

    def _answer_in_time(self, query: Query, portfolio: Portfolio) -> Answer:
        lessons = query.lessons
        explains = lessons is not None and not self.options.by_program and has_reasons(self.flat)
        for is_hard in (False, True) if lessons is None else (True,):
            root = self.root()
            query.clock.lap("presolve")
            if root is None:
                return portfolio.answer("unknown")
            if root.contradiction is not None and not explains:
                return portfolio.refuted()
            if not is_hard and self._strong is root:
                continue
            mark = root.store.mark()
            try:
                found = self._attempt(query, portfolio, root, is_hard, explains)
            except BaseException:  # in the midst of propagation: the queues may hold anything
                self._root = None
                raise
            if portfolio.is_spoilt:
                self._root = None
            else:
                root.store.undo(mark)
                root.engine.forget()
            if found is not None:
                return found if isinstance(found, Answer) else self._by_highs(query, found)
            self._strengthen(root)
        raise AssertionError

    def _attempt(
        self, query: Query, portfolio: Portfolio, root: Root, is_hard: bool, explains: bool
    ) -> Answer | Presolved | None:
        """Return the answer, the program for HiGHS, or ``None`` if the question is hard. The store stays narrowed."""
        if explains:
            return self._searched(query, portfolio, root, is_hard, Provenance(self.flat, root))
        try:
            is_complete = self._narrow_to(query, root)
        except Contradiction:
            return portfolio.refuted()
        finally:
            query.clock.lap("presolve")
        values = root.store.only_values(root.flat.sources) if self.plain or query.has_objective else None
        if values is not None:  # propagation alone leaves no other
            is_right = query.accepts(values)
            query.clock.lap("verify")
            if is_right:
                status = "optimal" if query.has_objective else "solved"
                return portfolio.answer(status, values, solver="presolve", unique=True)
            return portfolio.refuted()
        if is_complete and not self.options.by_program and self._is_searchable(query):
            return self._searched(query, portfolio, root, is_hard)
        if self.options.by != "search":
            return presolved(root, complete=is_complete)
        if is_complete:
            raise not_searchable()
        return portfolio.answer("unknown")

    def _narrow_to(self, query: Query, root: Root) -> bool:
        """Propagate the question. Return false if the time limit or a limit on work came before the fixpoint.

        Raises:
            Contradiction: there is no solution.
        """
        store, engine, options = root.store, root.engine, self.options
        engine.culprit = None
        store.fix_all(query.givens)
        for x, domain in query.asked.items():
            store.keep(x, domain)
        is_complete = True
        if query.asked or query.givens:
            most = (
                -1 if options.by == "search" else TUNING.root_steps
            )  # search has no alternative, so the budget is unlimited
            is_complete = engine.run(costly=options.strength != "bounds", most=most)
        if options.by_program and options.strength == "probe" and self.plain:
            # A solution that depends on an assumption does not answer the question.
            probe(engine, range(root.flat.sources), to_the_end=True)
            engine.run(most=TUNING.root_steps)
        return is_complete

    def _is_searchable(self, query: Query) -> bool:
        return self.plain and (not query.has_objective or self._has_whole_objective)

    def _searched(
        self, query: Query, portfolio: Portfolio, root: Root, is_hard: bool, provenance: Provenance | None = None
    ) -> Answer | None:
        lessons, measures = query.lessons, query.has_objective
        if measures and not is_hard:  # a short search finds some solution, but seldom proves that none is better
            return None
        portfolio.weights = portfolio.weights or self._first_weights(root)
        # With an objective the search adds constraints that HiGHS is not to take for those of the model.
        narrowed = presolved(root) if measures else None
        # A browser has no second thread.
        asks_highs = is_hard and self.options.by == "auto" and sys.platform != "emscripten"
        may_keep = not measures and lessons is None
        try:
            answer = portfolio.run(
                root,
                query.budget if is_hard else EASY,
                (lambda: self._background(query, narrowed or presolved(root))) if asks_highs else None,
                provenance,
                self._kept_search(query, root) if may_keep else None,
            )
        except KeyboardInterrupt:
            if query.model is not self.model:
                raise
            status = "unknown" if portfolio.best is None else "feasible"
            return portfolio.answer(status, portfolio.best, message="interrupted", interrupted=True)
        if lessons is not None:
            lessons.add(portfolio.clauses)
            if answer.status == "infeasible":
                lessons.refute(portfolio.core, portfolio.propagations)
        if answer.status == "solved" and may_keep and not portfolio.is_spoilt and portfolio.search is not None:
            self._kept = (portfolio.search, query, root.engine)
        return None if answer.status == "unknown" and not is_hard and not is_late() else answer

    def _by_highs(self, query: Query, narrowed: Presolved) -> Answer:
        """Return the answer of HiGHS, or that of search if coefficients or options do not allow a proof by HiGHS.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects its answer.
        """
        try:
            answer = by_highs(query, narrowed, self.supervisor())
        except BaseException:  # HiGHS may still be at work, and its answer would be taken for that of the next question
            self.close()
            raise
        by_program = self.options.by_program
        unproven = (DELICATE, COARSE, RESTRICTED, *(() if by_program else (TOO_LARGE,)))
        if answer.message not in unproven or not self._is_searchable(query):
            return answer
        # There is an answer already, though not proven: search may try as long as it has before HiGHS is asked.
        with SolverSession(self.model, self.options.without_program) as second:
            budget = UNLIMITED if answer.values is None else ALONE
            alone = replace(
                query, options=second.options, budget=budget, on_branch=None, on_progress=None, lessons=None
            )
            exact = second._answer(alone)
        agrees = exact.status == "infeasible" or (exact.status == "optimal" and exact.objective == answer.objective)
        finds_more = exact.values is not None and answer.values is None
        if exact.objective is not None and answer.objective is not None:
            finds_more = is_better(query.model, exact.objective, answer.objective)
        if not by_program:
            return exact if agrees or finds_more else answer
        if agrees:
            return replace(answer, status=exact.status, bound=exact.bound, gap=exact.gap, message="", confirmed=True)
        if finds_more:
            return replace(answer, message=CONTRADICTED if answer.values is None else SURPASSED)
        return answer

    def _background(self, query: Query, narrowed: Presolved) -> Background:
        """HiGHS at work on a question, while search goes on here."""
        from puzzledsl.portfolio.background import Background

        supervisor, options = self.supervisor(), replace(self.options, solver="highs", sizes=False)
        beside = replace(query, options=options, clock=Clock(), on_progress=None)
        return Background(supervisor, lambda: by_highs(beside, narrowed, supervisor))

    def supervisor(self) -> Supervisor:
        """Return the process of HiGHS or of the selected solver; start it if there is none."""
        if self._supervisor is None or self._supervisor.abandoned:
            self._supervisor = new_supervisor(self.options)
        return self._supervisor

    # ── all solutions ────────────────────────────────────────────────────────────────────────────

    def solutions(
        self,
        fixed: Mapping[int, int] | None = None,
        *,
        on_branch: Callable[[int], object] | None = None,
        most: float = inf,
    ) -> Solutions:
        """All solutions, each once, as they are found: see `Solutions`. Arguments as in `find`, but ``on_branch`` is
        called with the number of branches so far, and search ends after about ``most`` of them."""
        return Solutions(self, fixed or {}, on_branch, most)
