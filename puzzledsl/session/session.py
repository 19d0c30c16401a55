"""The session of one model: it keeps the root, narrows the store for one question and undoes that afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from puzzledsl.answer import Answer, Assignment, Clock, Options, check
from puzzledsl.closing import Closing
from puzzledsl.domain import Domain
from puzzledsl.kernel.library import OutOfMemory
from puzzledsl.model import Model, shown_variables
from puzzledsl.portfolio.portfolio import not_searchable
from puzzledsl.portfolio.query import Query, asked_origin
from puzzledsl.records import replace
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.session.means import Means
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.stages import Attempt
from puzzledsl.session.verdict import Verdict, subset
from puzzledsl.verification import Verifier, verify

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.supervisor import Supervisor
    from puzzledsl.portfolio.lessons import Lessons
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.progress import Progress


WEAKER = ("domain", "none")
"""Weaker strengths of presolve, in this order, if a stronger one would leave nothing for the program's solver."""


class SolverSession(Closing):
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
        self.flat = flat or flatten(model)
        self._means = Means(self.flat, supervisor)
        self.plain = self._means.plain
        if self.options.chosen_solver == "search" and not self.plain:
            raise not_searchable()
        self._rules = replace(model, objective=None)
        asked = replace(self.flat, origins=(*self.flat.origins, asked_origin(self.shown)))
        self._query = Query(model, asked, self.options, Clock(), self.accepts, self.shown)
        if self.options.uses_pyomo and flat is None:
            self._means.supervisor(self.options)  # Pyomo has to find it, even if propagation will answer without it

    def __reduce__(self) -> tuple[type[SolverSession], tuple[Model, Options]]:
        return SolverSession, (self.model, self.options)

    def close(self) -> None:
        """End the process of HiGHS, if there is one. A further question would start it again."""
        self._means.close()

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

        `narrowed` narrows its store for a while. ``contradiction`` is set where propagation refutes the model.
        """
        return self._means.node(self.options).root()

    def learn(self, x: int, domain: Domain) -> None:
        """Remove permanently the values of ``x`` outside ``domain``, which no solution has. Some have one inside."""

        def keep(root: Root) -> bool:
            root.store.keep(x, domain)
            return False

        self._means.node(self.options).change(keep)

    def narrowed(self, root: Root) -> AbstractContextManager[object]:
        """Run a block that narrows the store of the root; see `RootNode.narrowed`."""
        return self._means.node(self.options).narrowed(root)

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
        settled = found = self._solved(query)
        if not (self.options.solves_program and self.options.presolve is None and settled.solver == "presolve"):
            return settled
        for strength in WEAKER:
            found = self._solved(replace(query, options=replace(self.options, presolve=strength)))
            if found.solver != "presolve":
                break
        if found.status in ("unknown", "feasible"):
            found = replace(settled, interrupted=found.interrupted, statistics=found.statistics, size=found.size)
        return replace(found, unique=settled.unique and found.values == settled.values)

    def _solved(self, query: Query) -> Answer:
        attempt = Attempt(query, self._means)
        try:
            return attempt.answer()
        except OutOfMemory as ended:
            return attempt.answered("unknown", message=ended.diagnostics[0].message)

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
        query = replace(
            self._query,
            model=self._rules,
            clock=Clock(),
            givens=fixed or {},
            asked=within or {},
            other_than=tuple(other_than),
            phases=phases or {},
            budget=budget,
            on_branch=on_branch,
            lessons=lessons,
        )
        answer = Attempt(query, self._means).answer()
        if answer.interrupted:
            raise KeyboardInterrupt
        status = answer.status if answer.status in ("solved", "infeasible") else "unknown"
        compared = (*(self.shown if other_than else ()), *(within or ()))
        if status == "infeasible" and any(self.model.variables[x].is_real for x in compared):
            status = "unknown"  # a real variable has values beside the whole ones that were excluded or asked for
        return Verdict(status, answer.values, answer.nodes or 0)  # type: ignore[arg-type] # whole, but for real variables

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
        query = replace(self._query, givens=fixed or {})
        return Solutions(query, self._means, lambda seen: self.find(fixed, other_than=seen), on_branch, most)
