"""Parts of a model, asked one after the other whether they have a solution.

All of it is flattened once, each requirement with auxiliary variables of its own; a question takes the constraints of
the requirements that it is about. What has been found answers later questions: a solution those about every part that
it satisfies, a refuted part those about every larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.analysis.contest import LEAST_FOR_HIGHS, Contest
from puzzledsl.answer import Options
from puzzledsl.expressions import Rational
from puzzledsl.flat import FlatConstraint
from puzzledsl.flattening import flatten
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.model import Model
from puzzledsl.presolve.presolve import rooted
from puzzledsl.presolve.provenance import Supports
from puzzledsl.search.optimum import searchable, unsearchable
from puzzledsl.search.refuting import Refuted, RefutingSearch
from puzzledsl.search.search import first_weights, search
from puzzledsl.search.trace import blamed
from puzzledsl.session import SolverSession, subset
from puzzledsl.solve import check
from puzzledsl.verification import Verifier, check_of, verify

if TYPE_CHECKING:
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.search.conflicts import Learnt
    from puzzledsl.verification import Check

Values = tuple[Rational, ...]

WIDE = 1_000
"""Where a domain is as wide as that, search keeps no reasons."""

MOST_NODES, SHARE = 20_000, 0.5
"""What such a search has before HiGHS is asked: branches, and the part of the time."""

LONGEST_SEARCH = 60.0
"""Seconds, where there is no limit, of which that is a part."""

LONGEST_KEPT, MOST_KEPT = 30, 3_000
"""Variables of clauses that are kept for later questions, and how many clauses."""

REMEMBERED = 400
"""Solutions, and refuted parts, that are kept for later questions."""


@dataclass(frozen=True, slots=True)
class Tested:
    """What is known of a part of the requirements.

    Attributes:
        solvable: ``None``: the time was not enough to tell.
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
        seconds: the longest time that a proof has taken so far.
    """

    def __init__(self, model: Model, background: Iterable[int] = (), options: Options | None = None) -> None:
        """Flattens the model.

        Args:
            background: requirements that belong to every part.
            options: ``solver`` and ``encoding`` count. ``search``: HiGHS is never asked; ``highs``: after propagation
                only HiGHS.

        Raises:
            PuzzleError: an option is wrong, the model cannot be flattened, or search cannot work on it.
        """
        self.options = options or Options()
        check(self.options)
        self.model = replace(model, objective=None)
        self.background = frozenset(background)
        self.flat = flatten(self.model, separate=True)
        self.plain = searchable(self.flat)
        if self.options.solver == "search" and not self.plain:
            raise unsearchable()
        self.count = 0
        self.seconds = 0.0
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

    def test(
        self, part: Collection[int], deadline: float | None = None, on_node: Callable[[], object] | None = None
    ) -> Tested:
        """Whether a part of the requirements, with the background, has a solution.

        Args:
            deadline: on the clock of ``time.monotonic``.
            on_node: called before each branch of a search.

        Raises:
            PuzzleError: HiGHS fails, or its answer is rejected by the verifier, which is a bug.
        """
        found = self.known(part)
        if found is None:
            self.count += 1
            whole = self.background.union(part)
            started = monotonic()
            found = self._by_propagation(whole) if self.plain else None
            if found is None and self.options.solver != "highs":
                found = self._by_search(whole, deadline, on_node)
            found = found or self._by_solver(whole, deadline)
            if found.solvable is False:
                self.seconds = max(self.seconds, monotonic() - started)
                self._refuted.insert(0, found.core)
                del self._refuted[REMEMBERED:]
            elif found.values is not None:
                self.learn(found.values)
        return found

    def _flat_constraints(self, whole: Iterable[int]) -> tuple[FlatConstraint, ...]:
        return tuple(constraint for number in sorted(whole) for constraint in self._constraints[number])

    def _by_propagation(self, whole: frozenset[int]) -> Tested | None:
        """Refuted by the constraints as they are, and by which of them."""
        core, refuted = whole, None
        while True:  # what took part is refuted by itself, perhaps by fewer of it
            engine = Engine(self._flat_constraints(core), Store(self.flat.variables))
            try:
                engine.run()
                return refuted
            except Contradiction:
                refuted = Tested(False, None, core)
                core = frozenset(engine.constraints[number].origin for number in blamed(engine))
                if len(core) == len(refuted.core):
                    return refuted

    def _by_search(
        self, whole: frozenset[int], deadline: float | None, on_node: Callable[[], object] | None
    ) -> Tested | None:
        flat = replace(self.flat, constraints=self._flat_constraints(whole))
        root = rooted(flat, deadline, "domain")
        if not self._narrow:
            return self._by_plain_search(root, whole, deadline, on_node)
        if not root.complete:
            return None
        engine, sources = root.engine, range(self.flat.sources)
        if not self._weights:
            self._weights = first_weights(engine)

        def accepts(values: tuple[int, ...]) -> bool:
            return self.is_assignment(values) and all(self._checks[n](values) for n in whole)

        everything = sum(1 << n for n in whole)
        work = RefutingSearch(engine, Supports(flat, root), everything, sources, accepts, self._weights)
        known = [one for one in self._learnt if not one.origins & ~everything]
        try:
            values = None
            if work.start(known, root.contradiction is not None, deadline):
                contest = Contest(work, subset(self.model, whole), flat, root, self.options, deadline, on_node)
                values = contest.run(self._wanted(root.store))
        except Refuted as refuted:
            return Tested(False, None, frozenset(bits(refuted.core)))
        finally:
            self._learnt += [one for one in work.clauses[len(known) :] if 0 < len(one.variables) <= LONGEST_KEPT]
            del self._learnt[:-MOST_KEPT]
        return None if values is None else Tested(True, values)

    def _by_plain_search(
        self, root: Root, whole: frozenset[int], deadline: float | None, on_node: Callable[[], object] | None
    ) -> Tested | None:
        """The same without reasons, where some variable has a great many values."""
        if root.contradiction is not None:
            return Tested(False, None, whole)
        if not self.plain or not root.complete:
            return None
        nodes, now = 0, monotonic()

        def accepts(values: tuple[int, ...]) -> bool:
            return self.is_assignment(values) and all(self._checks[n](values) for n in whole)

        def count() -> bool:
            nonlocal nodes
            nodes += 1
            if on_node is not None:
                on_node()
            return nodes <= MOST_NODES or self.options.solver == "search"

        left = LONGEST_SEARCH if deadline is None else deadline - now
        end: float | None = now + (SHARE * left if (1 - SHARE) * left > LEAST_FOR_HIGHS else left)
        if self.options.solver == "search":  # nobody goes on behind it
            end = deadline
        try:
            wanted = self._wanted(root.store)
            values = search(
                root.engine, range(self.flat.sources), end, accept=accepts, on_node=count, wanted=wanted
            )  # fmt: skip
        except Contradiction:
            return Tested(False, None, whole)
        return None if values is None else Tested(True, values)

    def _wanted(self, store: Store) -> list[int] | None:
        """The values of the latest solution, to be tried first: what is asked next is mostly not far from it."""
        if not self._solutions:
            return None
        values, masks = self._solutions[0][0], [0] * len(store.mask)
        for x, value in enumerate(values):
            if store.mask[x] and value >= store.base[x]:
                masks[x] = 1 << (int(value) - store.base[x])
        return masks

    def _by_solver(self, whole: frozenset[int], deadline: float | None) -> Tested:
        left = None if deadline is None else deadline - monotonic()
        solver, encoding = self.options.solver, self.options.encoding
        if solver == "search" or (left is not None and left < LEAST_FOR_HIGHS):
            return Tested(None)
        with SolverSession(subset(self.model, whole), solver=solver, encoding=encoding) as session:
            verdict = session.find(deadline=deadline)
        if verdict.values is not None:
            return Tested(True, verdict.values)
        return Tested(False, None, whole) if verdict.status == "infeasible" else Tested(None)
