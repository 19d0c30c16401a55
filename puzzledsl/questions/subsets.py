"""Parts of a model, asked one after the other whether they have a solution.

All of it is flattened once, each requirement with auxiliary variables of its own; a question takes the constraints of
the requirements that it is about. What has been found answers later questions: a solution those about every part that
it satisfies, a refuted part those about every larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import Options
from puzzledsl.expressions import Boolean, Rational, variables_of
from puzzledsl.flat import FlatConstraint
from puzzledsl.flattening import flatten
from puzzledsl.model import Model, Origin, Requirement
from puzzledsl.propagation.blame import blamed
from puzzledsl.propagation.engine import Engine
from puzzledsl.propagation.presolve import rooted
from puzzledsl.propagation.search import search
from puzzledsl.propagation.store import Contradiction, Store
from puzzledsl.search import searchable
from puzzledsl.solve import solve_model
from puzzledsl.verification import Verifier, check_of, verify

if TYPE_CHECKING:
    from puzzledsl.verification import Check

Values = tuple[Rational, ...]

SHARE = 0.4
"""The part of its time that a question spends on search before HiGHS is asked."""

LEAST_FOR_HIGHS = 1.0
"""Seconds that have to be left for HiGHS to be started."""

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

    def __init__(self, model: Model, background: Iterable[int] = ()) -> None:
        """Flattens the model.

        Args:
            background: requirements that belong to every part.

        Raises:
            PuzzleError: the model cannot be flattened.
        """
        self.model = replace(model, objective=None)
        self.background = frozenset(background)
        self.flat = flatten(self.model, separate=True)
        self.plain = searchable(self.flat)
        self.count = 0
        self.seconds = 0.0
        self._constraints: list[list[FlatConstraint]] = [[] for _ in self.model.requirements]
        for constraint in self.flat.constraints:
            self._constraints[constraint.origin].append(constraint)
        self._checks: list[Check] = [check_of(one.expression) for one in self.model.requirements]
        self._domains = Verifier(replace(self.model, requirements=()))
        self._solutions: list[tuple[Values, frozenset[int]]] = []
        self._refuted: list[frozenset[int]] = []

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
            found = found or self._by_search(whole, deadline, on_node) or self._by_solver(whole, deadline)
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
        constraints = self._flat_constraints(whole)
        root = rooted(replace(self.flat, constraints=constraints), deadline, "domain")
        if root.contradiction is not None:
            return Tested(False, None, whole)
        if not self.plain:
            return None
        now = monotonic()
        end = deadline
        if deadline is not None and deadline - now >= LEAST_FOR_HIGHS:
            end = now + SHARE * (deadline - now)

        def accepts(values: tuple[int, ...]) -> bool:
            return self.is_assignment(values) and all(self._checks[n](values) for n in whole)

        def count() -> bool:
            if on_node is not None:
                on_node()
            return True

        try:
            values = search(root.engine, range(self.flat.sources), end, accept=accepts, on_node=count)
        except Contradiction:
            return Tested(False, None, whole)
        return None if values is None else Tested(True, values)

    def _by_solver(self, whole: frozenset[int], deadline: float | None) -> Tested:
        left = None if deadline is None else deadline - monotonic()
        if left is not None and left < LEAST_FOR_HIGHS:
            return Tested(None)
        kept = tuple(one for n, one in enumerate(self.model.requirements) if n in whole)
        answer = solve_model(replace(self.model, requirements=kept), Options(), None, deadline)
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.values is not None:
            return Tested(True, answer.values)
        return Tested(False, None, whole) if answer.status == "infeasible" else Tested(None)


def with_negations(model: Model, parts: Sequence[Sequence[int]]) -> tuple[Model, tuple[int, ...]]:
    """The model with a further requirement for each part: that not all of it holds; and the positions of these."""
    from puzzledsl.expressions import All, Not

    requirements = list(model.requirements)
    positions = []
    for part in parts:
        whole: tuple[Boolean, ...] = tuple(model.requirements[n].expression for n in part)
        expression: Boolean = Not(whole[0] if len(whole) == 1 else All(whole))
        first = model.requirements[part[0]].origin
        variables = tuple(sorted(variables_of(expression)))
        positions.append(len(requirements))
        requirements.append(Requirement(expression, Origin(first.span, "not", f"not {first.sentence}", variables)))
    return replace(model, requirements=tuple(requirements)), tuple(positions)
