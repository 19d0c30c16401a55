"""The session of one model: it keeps the root, narrows the store for one question and undoes that afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from puzzledsl.answer import BY_PROPAGATION, PYOMO, Answer, Clock, Options, check
from puzzledsl.domain import Domain
from puzzledsl.kernel.store import Contradiction
from puzzledsl.model import Model
from puzzledsl.portfolio.by_highs import by_highs, new_supervisor
from puzzledsl.portfolio.portfolio import not_searchable, searchable
from puzzledsl.presolve.presolve import add_peers, rooted, strengthen
from puzzledsl.presolve.probing import probe
from puzzledsl.records import replace
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.search.trace import refuting_origins
from puzzledsl.session.attempt import Attempt
from puzzledsl.session.question import Question, asked_origin
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Assignment, Verdict, shown_variables, subset
from puzzledsl.time_limit import OutOfTime, until
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.kernel.engine import Engine
    from puzzledsl.portfolio.background import Background
    from puzzledsl.presolve.presolve import Presolved, Root
    from puzzledsl.progress import Progress
    from puzzledsl.search.search import Search
    from puzzledsl.session.lessons import Lessons


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
        asked_flat: the same with one more origin, the last, for the conditions of a question.
        plain: search can solve it, because it has no real variables.
        has_whole_objective: search can also optimise its objective.
        shown: numbers of the variables in which two solutions must differ: those of the grids, or all if there is no
            grid.
    """

    def __init__(
        self,
        model: Model,
        options: Options | None = None,
        deadline: float | None = None,
        supervisor: Supervisor | None = None,
        flat: FlatModel | None = None,
    ) -> None:
        """Flatten the model.

        Args:
            deadline: of flattening, on the clock of ``time.monotonic``.
            supervisor: the process of HiGHS or of the selected solver, if it has been started already.
            flat: the model, if it has been flattened already.

        Raises:
            PuzzleError: an option is wrong, or the solver is ``search`` and the model has real variables; or Pyomo does
                not find the solver.
            OutOfTime: the deadline came first.
        """
        from puzzledsl.flattening import flatten

        self.options = options or Options()
        check(self.options)
        self.model = model
        self.shown = shown_variables(model)
        self._is_part = flat is not None
        self.flat = flat or flatten(model, late=until(deadline))
        self.plain = searchable(replace(self.flat, objective=None))
        self.has_whole_objective = searchable(self.flat)
        if self.options.by == "search" and not self.plain:
            raise not_searchable()
        self._rules = replace(model, objective=None)
        # The last origin is for questions: it stands for no line of the model.
        self.asked_flat = replace(self.flat, origins=(*self.flat.origins, asked_origin("what is asked", self.shown)))
        self._verifier: Verifier | None = None
        self._root: Root | None = None
        self._strong: Root | None = None
        self._is_fixpoint = False
        self._learnt: dict[int, Domain] = {}
        self._supervisor = supervisor
        self._weaker: dict[str, SolverSession] = {}
        if self.options.by.startswith(PYOMO) and supervisor is None and flat is None:
            self._ask_for_solver()
        self._weighted = (0, 0)  # the engine they belong to, and how many constraints it had
        self._weights: list[float] = []
        self._kept: tuple[Search, Question, Engine] | None = None

    def __reduce__(self) -> tuple[type[SolverSession], tuple[Model, Options]]:
        return SolverSession, (self.model, self.options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _ask_for_solver(self) -> None:
        """Check that Pyomo finds the solver, even if propagation will answer without it."""
        from puzzledsl.highs.solve_options import SolveOptions

        try:
            self.supervisor().check(SolveOptions(plain=True))
        except BaseException:
            self.close()
            raise

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
        if self._verifier is None:
            self._verifier = Verifier(self._rules)
        return self._verifier.accepts(values)

    def part(self, requirements: Collection[int]) -> SolverSession:
        """Return a session for some of the requirements, by their positions, with a root of its own.

        Its flat model has the variables and the origins of this one, so `Lessons` can be carried from part to part. The
        model has to be flattened such that no auxiliary variable is shared by two requirements.
        """
        chosen = frozenset(requirements)
        constraints = tuple(one for one in self.flat.constraints if one.origin in chosen)
        return SolverSession(
            subset(self.model, chosen), self.options, flat=replace(self.flat, constraints=constraints, objective=None)
        )

    # ── the root ─────────────────────────────────────────────────────────────────────────────────

    def root(self, deadline: float | None = None) -> Root | None:
        """The model at its fixpoint, nothing assumed; ``None`` at the deadline (of ``time.monotonic``).

        To narrow its store for a while, call ``store.mark()`` before, and ``store.undo(…)`` and ``engine.forget()``
        afterwards. ``contradiction`` is set where propagation refutes the model.
        """
        if self._root is None:
            self._root = rooted(self.flat, deadline, self._strength)
            self._is_fixpoint = self._root.complete
            if self._root.contradiction is None and self._strength == "domain" and not self._is_part:
                add_peers(self._root)
                self._is_fixpoint = False
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
        if self.options.by_program and self.options.strength in ("none", "bounds"):
            return self.options.strength
        return "domain"

    def first_weights(self, root: Root) -> list[float]:
        """Return the weights that a search begins with: see `puzzledsl.search.branching.first_weights`."""
        if self._weighted != (id(root.engine), len(root.engine.constraints)):
            self._weighted = (id(root.engine), len(root.engine.constraints))
            self._weights = first_weights(root.engine)
            if self.options.seed is not None:  # other ties, and other ways through the search tree
                from random import Random

                draw = Random(self.options.seed)
                self._weights = [weight * (1 + draw.random() / 4) for weight in self._weights]
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
        """Remove permanently what probing refutes."""
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
        if self.options.strength == "probe":
            self.probe(deadline)

    def keep_search(self, search: Search, question: Question, root: Root) -> None:
        """Keep a search that has ended without a proof, for a narrower question: one that excludes its solution."""
        self._kept = (search, question, root.engine)

    def kept_search(self, question: Question, root: Root) -> Search | None:
        """The last search, if what it has learnt holds for this question, too."""
        kept, self._kept = self._kept, None
        if kept is None:
            return None
        search, earlier, engine = kept
        if engine is not root.engine or search.stuck or not question.narrows(earlier):
            return None
        search.undone()
        return search

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
        on_progress: Callable[[Progress], object] | None = None,
    ) -> Answer:
        """Find a solution (with an objective, a best one), and say how it was found.

        If the program's solver is selected and no strength of presolve is given, that solver finds the answer. If
        propagation alone would solve the puzzle, the solver gets the model after a weaker propagation (`WEAKER`). If
        the solver finds no answer, the answer of propagation is returned.

        Args:
            givens: variable number → value, besides the model's own.
            clock: counts the seconds of the stages.
            deadline: on the clock of ``time.monotonic``.
            on_progress: called now and then.

        Raises:
            PuzzleError: HiGHS fails, or an answer of it is rejected by the verifier, which is a bug.
        """
        phases = {x: Domain.range(v, v) for x, v in self.options.start.items()}
        question, clock = Question(self.model, self.shown, {}, (), phases, givens), clock or Clock()
        settled = self._answer(question, clock, deadline, UNLIMITED, None, on_progress)
        if not (self.options.by_program and self.options.presolve is None and settled.solver == "presolve"):
            return settled
        found = settled
        for strength in WEAKER:
            try:
                if strength not in self._weaker:
                    options = replace(self.options, presolve=strength)
                    self._weaker[strength] = SolverSession(self.model, options, deadline, self.supervisor())
            except OutOfTime:
                return settled
            found = self._weaker[strength].solve(givens, clock=clock, deadline=deadline, on_progress=on_progress)
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
        deadline: float | None = None,
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
            deadline: on the clock of ``time.monotonic``.
            budget: of the search; HiGHS is used only if it is unlimited, or with lessons.
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
        question = Question(self._rules, self.shown, asked, tuple(other_than), phases or {})
        answer = self._answer(question, Clock(), deadline, budget, on_branch, None, lessons)
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
        on_progress: Callable[[Progress], object] | None,
        lessons: Lessons | None = None,
    ) -> Answer:
        """Easy questions are answered by a short search; for hard ones the root is strengthened first.

        With lessons the search begins at once, because probing gives no reasons.
        """
        if lessons is not None and self.plain:
            lessons.core = sum(1 << n for n in refuting_origins(self.flat))
        run = Attempt(self, question, clock, deadline, budget, on_branch, on_progress, lessons)
        if lessons is not None and lessons.core:
            return run.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
        for is_hard in (False, True) if lessons is None else (True,):
            root = self.root(deadline)
            clock.lap("presolve")
            if root is None:
                return run.answer("unknown")
            if root.contradiction is not None and not run.explains:
                return run.answer("infeasible", solver="presolve", message=BY_PROPAGATION)
            if not is_hard and self._strong is root:
                continue
            mark = root.store.mark()
            try:
                found = run.attempt(root, is_hard)
            except BaseException:  # in the midst of propagation: the queues may hold anything
                self._root = None
                raise
            if run.is_spoilt:
                self._root = None
            else:
                root.store.undo(mark)
                root.engine.forget()
                run.undone()
            if found is not None:
                return found if isinstance(found, Answer) else run.by_highs(found)
            self._strengthen(root, deadline)
        raise AssertionError

    def by_search(self, question: Question, clock: Clock, deadline: float | None, budget: Budget) -> Answer:
        """Return the answer of search alone, if HiGHS cannot prove its own."""
        with SolverSession(self.model, self.options.without_program) as second:
            return second._answer(question, clock, deadline, budget, None, None)

    def background(self, question: Question, narrowed: Presolved, deadline: float | None) -> Background:
        """HiGHS at work on a question, while search goes on here."""
        from puzzledsl.portfolio.background import Background

        supervisor = self.supervisor()
        model, asked = question.program(self.asked_flat, narrowed)
        flat = self.asked_flat if model.objective is not None else replace(self.asked_flat, objective=None)
        options = replace(self.options, solver="highs", sizes=False)
        return Background(
            supervisor, lambda: by_highs(model, flat, asked, options, Clock(), deadline, supervisor=supervisor)
        )

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
        deadline: float | None = None,
        on_branch: Callable[[int], object] | None = None,
    ) -> Solutions:
        """All solutions, each once, as they are found: see `Solutions`. Arguments as in `find`, but ``on_branch`` is
        called with the number of branches so far."""
        return Solutions(self, fixed or {}, deadline, on_branch)
