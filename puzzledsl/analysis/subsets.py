"""Parts of a model, asked one after the other whether they have a solution.

The model is flattened once, each requirement with auxiliary variables of its own, so that a question can leave out the
constraints of any requirement. Earlier answers settle later questions: a solution settles every part that it
satisfies, a refuted part every larger one. Propagation alone is tried first; its core comes from the trail
(`search.trace`). What search refutes is explained value by value (`search.conflict_analysis`), derived constraints by
all that they come from (`presolve.provenance`). The clauses learnt keep the requirements that they follow from, so
that the next question begins with those that still hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import Clock, Options, check
from puzzledsl.expressions import Rational
from puzzledsl.flat import FlatConstraint
from puzzledsl.flattening import flatten
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.model import Model
from puzzledsl.portfolio.background import Background
from puzzledsl.portfolio.by_highs import by_highs
from puzzledsl.portfolio.portfolio import Portfolio, not_searchable, searchable
from puzzledsl.presolve.presolve import presolved, rooted
from puzzledsl.presolve.provenance import Provenance
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.search.trace import responsible_constraints
from puzzledsl.session import SolverSession, subset
from puzzledsl.time_limit import UNTIL_CANCELLED, until
from puzzledsl.verification import Verifier, check_of, verify

if TYPE_CHECKING:
    from puzzledsl.answer import Answer
    from puzzledsl.flat import FlatModel
    from puzzledsl.presolve.presolve import Presolved
    from puzzledsl.search.conflict_analysis import Learnt
    from puzzledsl.verification import Check

Values = tuple[Rational, ...]

WIDE = 1_000
"""Where a domain is as wide as that, search keeps no reasons."""

LONGEST_KEPT, MOST_KEPT = 30, 3_000
"""Variables of clauses that are kept for later questions, and how many clauses."""

PACE = 100_000
"""Calls of propagators that take about a second. A budget of so many is a second where HiGHS answers alone."""

REMEMBERED = 400
"""Solutions, and refuted parts, that are kept for later questions."""


@dataclass(frozen=True, slots=True)
class Tested:
    """What is known of a part of the requirements.

    Attributes:
        solvable: ``None``: the time was not enough to decide.
        values: a solution of the part, verified; by variable number.
        core: if not solvable, some of the part that has no solution by itself.
    """

    solvable: bool | None
    values: Values | None = None
    core: frozenset[int] = frozenset()


class Subsets:
    """Questions about parts of the requirements of one model, named by their positions.

    Attributes:
        model: without its objective.
        count: how many questions have been asked that what was known did not answer.
        work: calls of propagators that the longest proof so far has taken.
    """

    def __init__(
        self,
        model: Model,
        background: Iterable[int] = (),
        options: Options | None = None,
        deadline: float | None = None,
        on_branch: Callable[[], object] | None = None,
    ) -> None:
        """Flatten the model.

        Args:
            background: requirements that belong to every part.
            options: ``solver`` and ``encoding`` count. ``search``: HiGHS is never asked; ``highs``: after propagation
                only HiGHS.
            deadline: of flattening, on the clock of ``time.monotonic``.
            on_branch: called before each branch of a search.

        Raises:
            PuzzleError: an option is wrong, the model cannot be flattened, or search cannot work on it.
            OutOfTime: the deadline came first.
        """
        self.options = options or Options()
        check(self.options)
        self.model = replace(model, objective=None)
        self.background = frozenset(background)
        self.flat = flatten(self.model, separate=True, late=until(deadline))
        self.plain = searchable(self.flat)
        if self.options.by == "search" and not self.plain:
            raise not_searchable()
        self._on_branch = on_branch
        self.count = 0
        self.work = 0
        self._constraints: list[list[FlatConstraint]] = [[] for _ in self.model.requirements]
        for constraint in self.flat.constraints:
            self._constraints[constraint.origin].append(constraint)
        self._checks: list[Check] = [check_of(one.expression) for one in self.model.requirements]
        self._domains = Verifier(replace(self.model, requirements=()))
        self._solutions: list[tuple[Values, frozenset[int]]] = []
        self._refuted: list[frozenset[int]] = []
        self._weights: list[float] = []
        self._learnt: list[Learnt] = []
        widest = (
            max([one.domain.hi - one.domain.lo for one in self.flat.variables if one.domain], default=0)
            if self.plain
            else 0
        )
        self._narrow = self.plain and widest < WIDE

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def violated(self, values: Values) -> frozenset[int]:
        """The requirements that do not hold under the values, exactly."""
        if self.plain:
            return frozenset(n for n, check in enumerate(self._checks) if not check(values))
        return frozenset(
            n
            for n, requirement in enumerate(self.model.requirements)
            if verify(replace(self.model, requirements=(requirement,)), values)
        )

    def holds(self, number: int, values: Values) -> bool:
        """Whether one requirement holds, exactly. For models without real variables."""
        return self._checks[number](values)

    def is_assignment(self, values: Values) -> bool:
        """Whether each variable has a value of its domain."""
        if self.plain:
            return self._domains.accepts(values)  # type: ignore[arg-type]
        return not verify(self._domains.model, values)

    def learn(self, values: Values) -> frozenset[int]:
        """Keep an assignment for later questions; returns what it violates."""
        broken = self.violated(values)
        self._solutions.insert(0, (values, broken))
        del self._solutions[REMEMBERED:]
        return broken

    def known(self, part: Collection[int]) -> Tested | None:
        """The answer, if an earlier one implies it."""
        whole = self.background.union(part)
        for values, broken in self._solutions:
            if not broken & whole:
                return Tested(True, values)
        for core in self._refuted:
            if core <= whole:
                return Tested(False, None, core)
        return None

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def test(self, part: Collection[int], deadline: float | None = None, budget: Budget = UNLIMITED) -> Tested:
        """Whether a part of the requirements, with the background, has a solution.

        Args:
            deadline: on the clock of ``time.monotonic``.
            budget: of propagations. Where it ends, HiGHS ends too.

        Raises:
            PuzzleError: HiGHS fails, or its answer is rejected by the verifier, which is a bug.
        """
        found = self.known(part)
        if found is None:
            self.count += 1
            whole = self.background.union(part)
            found = self._by_propagation(whole) if self.plain else None
            if found is None and not self.options.by_program:
                found = self._by_search(whole, deadline, budget)
            found = found or self._by_solver(whole, deadline, budget)
            if found.solvable is False:
                self._refuted.insert(0, found.core)
                del self._refuted[REMEMBERED:]
            elif found.values is not None:
                self.learn(found.values)
        return found

    def _flat_constraints(self, whole: Iterable[int]) -> tuple[FlatConstraint, ...]:
        return tuple(constraint for number in sorted(whole) for constraint in self._constraints[number])

    def _by_propagation(self, whole: frozenset[int]) -> Tested | None:
        """The verdict where propagation alone refutes the constraints, with those that it needed."""
        core, refuted = whole, None
        while True:  # what took part is refuted by itself, perhaps by fewer of it
            engine = Engine(self._flat_constraints(core), Store(self.flat.variables))
            try:
                engine.run(UNTIL_CANCELLED)
                return refuted
            except Contradiction:
                refuted = Tested(False, None, core)
                core = frozenset(engine.constraints[number].origin for number in responsible_constraints(engine))
                if len(core) == len(refuted.core):
                    return refuted

    def _by_search(self, whole: frozenset[int], deadline: float | None, budget: Budget) -> Tested | None:
        """By search, with the provenance of what it learns unless some variable has a great many values."""
        if not self.plain:
            return None
        flat = replace(self.flat, constraints=self._flat_constraints(whole))
        root = rooted(flat, deadline, "domain")
        if root.contradiction is not None and not self._narrow:
            return Tested(False, None, whole)
        if not root.complete:
            return None
        if not self._weights:
            self._weights = first_weights(root.engine)
        everything = sum(1 << n for n in whole)
        known = [one for one in self._learnt if not one.origins & ~everything] if self._narrow else []
        narrowed = presolved(root, root.contradiction)
        portfolio = Portfolio(
            root,
            lambda values: self.is_assignment(values) and all(self._checks[n](values) for n in whole),
            deadline=deadline,
            highs=None
            if self.options.by == "search"
            else lambda: self._background(subset(self.model, whole), flat, narrowed, deadline),
            on_branch=self._on_branch,
            phases=self._phases(root.store),
            weights=self._weights,
            provenance=Provenance(flat, root) if self._narrow else None,
            everything=everything,
            known=known,
        )
        outcome = portfolio.run(budget)
        self._learnt += [one for one in portfolio.clauses[len(known) :] if 0 < len(one.variables) <= LONGEST_KEPT]
        del self._learnt[:-MOST_KEPT]
        if outcome.status == "infeasible":
            self.work = max(self.work, portfolio.propagations)
            return Tested(False, None, frozenset(bits(outcome.core)) or whole)
        values = outcome.values or (outcome.answer.values if outcome.answer is not None else None)
        return Tested(None) if values is None else Tested(True, values)

    def _background(self, model: Model, flat: FlatModel, narrowed: Presolved, deadline: float | None) -> Background:
        """HiGHS at work on a part, in a process that ends with it."""
        supervisor = Supervisor()

        def answered() -> Answer:
            with supervisor:
                options = replace(self.options, solver="highs")
                return by_highs(model, flat, narrowed, options, Clock(), deadline, supervisor=supervisor)

        return Background(supervisor, answered)

    def _phases(self, store: Store) -> list[int] | None:
        """The values of the latest solution, to be tried first: the next part mostly has a solution near it."""
        if not self._solutions:
            return None
        values, masks = self._solutions[0][0], [0] * len(store.mask)
        for x, value in enumerate(values):
            if store.mask[x] and value >= store.base[x]:
                masks[x] = 1 << (int(value) - store.base[x])
        return masks

    def _by_solver(self, whole: frozenset[int], deadline: float | None, budget: Budget) -> Tested:
        started = monotonic()
        if budget.propagations >= 0:
            end = started + budget.propagations / PACE
            deadline = end if deadline is None else min(end, deadline)
        with SolverSession(subset(self.model, whole), self.options) as session:
            verdict = session.find(deadline=deadline, on_branch=self._on_branch)
        if verdict.values is not None:
            return Tested(True, verdict.values)
        if verdict.status != "infeasible":
            return Tested(None)
        self.work = max(self.work, int(PACE * (monotonic() - started)))
        return Tested(False, None, whole)
