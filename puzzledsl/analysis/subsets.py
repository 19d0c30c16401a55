"""Parts of a model, asked one after the other whether they have a solution.

The model is flattened once, each requirement with auxiliary variables of its own, so that the session of a part
(`session.part`) can leave out the constraints of any requirement. Earlier answers settle later questions: a solution
settles every part that it satisfies, a refuted part every larger one. What propagation and search refute is explained
value by value (`search.learning`), derived constraints by all that they come from (`presolve.provenance`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.domain import Domain
from puzzledsl.expressions import Rational
from puzzledsl.flattening import flatten
from puzzledsl.kernel.masks import bits
from puzzledsl.model import Model
from puzzledsl.portfolio.lessons import Lessons
from puzzledsl.records import record, replace
from puzzledsl.search.budget import NO_LIMIT, UNLIMITED, Budget
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import within
from puzzledsl.verification import check_of, verify

if TYPE_CHECKING:
    from puzzledsl.verification import Check

Values = tuple[Rational, ...]

PACE = 100_000
"""Calls of propagators that take about a second. A budget of so many is a second where HiGHS answers alone."""

A_BRANCH, A_TRIAL = 50, 1_000
"""Calls of propagators that a branch of an enumeration takes, and a solution that is compared with another part."""

REMEMBERED = 400
"""Solutions, and refuted parts, that are kept for later questions."""


@record
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
        refused: optional requirements that cannot be written, so that no part may have them.
        count: how many questions have been asked that what was known did not answer.
        work: calls of propagators that the longest proof so far has taken.
    """

    def __init__(
        self,
        model: Model,
        background: Iterable[int] = (),
        how: Asking = Asking(),  # noqa: B008 - frozen
        optional: int | None = None,
    ) -> None:
        """Flatten the model.

        Args:
            background: requirements that belong to every part.
            optional: the first of the requirements that no part needs to have.

        Raises:
            PuzzleError: an option is wrong, the model cannot be flattened, or search cannot work on it.
            OutOfTime: the time limit came first.
        """
        self.model = replace(model, objective=None)
        self.background = frozenset(background)
        self.options = how.options
        flat = flatten(self.model, separate=True, optional=optional)
        self.refused = flat.refused
        self._session = SolverSession(self.model, self.options, flat=flat)
        self.plain = self._session.plain
        self.count = 0
        self.work = 0
        self._on_branch = how.report.branch
        self._checks: list[Check] = [check_of(one.expression) for one in self.model.requirements]
        self._solutions: list[tuple[Values, frozenset[int]]] = []
        self._refuted: list[frozenset[int]] = []
        self._lessons = Lessons()

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

    def test(self, part: Collection[int], budget: Budget = UNLIMITED) -> Tested:
        """Whether a part of the requirements, with the background, has a solution.

        Args:
            budget: of propagations. Where it ends, HiGHS ends too.

        Raises:
            PuzzleError: HiGHS fails, or its answer is rejected by the verifier, which is a bug.
        """
        found = self.known(part)
        if found is None:
            self.count += 1
            found = self._asked(self.background.union(part), budget)
            if found.solvable is False:
                self._refuted.insert(0, found.core)
                del self._refuted[REMEMBERED:]
            elif found.values is not None:
                self.learn(found.values)
        return found

    def unmatched(
        self,
        part: Collection[int],
        other: Collection[int],
        shown: tuple[int, ...],
        budget: Budget = UNLIMITED,
    ) -> Tested:
        """Whether a part has a solution that agrees with none of another part in the variables shown.

        Solutions of the part are tried one after the other, each with other values shown.
        """
        first = self.test(part, budget)
        if first.values is None or any(self.model.variables[x].is_real for x in shown):
            return first if first.values is None else Tested(None)
        tried = 0
        with (
            self._session.part(self.background.union(part), shown) as session,
            self._session.part(self.background.union(other)) as matching,
            session.solutions(most=budget.propagations // A_BRANCH) as found,
        ):
            for values in chain((first.values,), found):
                fixed = {x: int(values[x]) for x in shown}
                match = matching.find(fixed, budget=budget, on_branch=self._on_branch)
                self.count, tried = self.count + 1, tried + 1
                if match.status == "infeasible":
                    return Tested(True, values)
                if match.values is None or tried > budget.propagations // A_TRIAL:
                    return Tested(None)
            return Tested(False if found.complete else None)

    def _asked(self, whole: frozenset[int], budget: Budget) -> Tested:
        started, lessons = monotonic(), self._lessons
        work, seconds = work_of(self._session, budget)
        with self._session.part(whole) as session, within(seconds):
            verdict = session.find(phases=self._phases(), budget=work, on_branch=self._on_branch, lessons=lessons)
        if verdict.status == "infeasible":
            is_timed = is_without_search(self._session)
            self.work = max(self.work, int(PACE * (monotonic() - started)) if is_timed else lessons.work)
            return Tested(False, None, frozenset(bits(lessons.core)) or whole)
        return Tested(None if verdict.values is None else True, verdict.values)

    def _phases(self) -> dict[int, Domain]:
        """The values of the latest solution, to be tried first.

        The next part mostly has a solution near it, so that correction sets are found small.
        """
        values = self._solutions[0][0] if self.plain and self._solutions else ()
        return {x: Domain.range(int(value), int(value)) for x, value in enumerate(values)}


def is_without_search(session: SolverSession) -> bool:
    """Whether HiGHS answers alone, whose work is not counted."""
    return session.options.solves_program or not session.plain


def work_of(session: SolverSession, budget: Budget) -> tuple[Budget, float | None]:
    """The budget that a session takes, and the seconds that it gets where its work is not counted."""
    if not is_without_search(session):
        return budget, None
    return UNLIMITED, budget.propagations / PACE if budget.propagations < NO_LIMIT else None
