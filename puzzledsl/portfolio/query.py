"""One question about the solutions of a model: what is asked, with which means, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.answer import Assignment, Clock, Options, objective_of
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, Literal
from puzzledsl.kernel.masks import mask_of
from puzzledsl.model import Model, Origin
from puzzledsl.portfolio.failures import broken
from puzzledsl.progress import Progress
from puzzledsl.records import EMPTY, Open, entity
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.kernel.store import Store
    from puzzledsl.portfolio.lessons import Lessons
    from puzzledsl.presolve.presolve import Presolved


@entity
class Query(Open):
    """One question about a model.

    Attributes:
        model: the model; it has its objective if the question asks for a best solution.
        flat: the same, flattened, with one more origin, the last, for the conditions of the question.
        options: how to solve.
        clock: counts the seconds of the stages.
        verified: whether the independent verifier accepts values as a solution; the objective is ignored.
        shown: the variables in which two solutions have to differ.
        givens: variable number → the value that a puzzle gives it.
        phases: the values that search should try first.
        on_progress: called now and then.
        asked: variable number → the values it may have.
        other_than: solutions that are no answers.
        budget: of the search.
        on_branch: called before each branch of the search.
        lessons: of questions about other parts of the model, to which those of this one are added.
    """

    model: Model
    flat: FlatModel
    options: Options
    clock: Clock
    verified: Callable[[Sequence[int]], bool]
    shown: tuple[int, ...] = ()
    givens: Mapping[int, int] = EMPTY
    phases: Mapping[int, Domain] = EMPTY
    on_progress: Callable[[Progress], object] | None = None
    asked: Mapping[int, Domain] = EMPTY
    other_than: tuple[Assignment, ...] = ()
    budget: Budget = UNLIMITED
    on_branch: Callable[[], object] | None = None
    lessons: Lessons | None = None

    @property
    def has_objective(self) -> bool:
        """Whether a best solution is asked for."""
        return self.model.objective is not None

    @cached_property
    def _taken(self) -> set[Assignment]:
        return {tuple([values[x] for x in self.shown]) for values in self.other_than}

    def meets(self, values: Sequence[Rational]) -> bool:
        """Whether values meet the conditions of the question: they are not taken, and as given and as asked."""
        if self._taken and tuple([values[x] for x in self.shown]) in self._taken:
            return False
        for x, v in self.givens.items():  # `any` takes three times as long, and this is asked of each puzzle of a batch
            if values[x] != v:
                return False
        return all(values[x] in domain for x, domain in self.asked.items())  # type: ignore[operator] # whole

    def accepts(self, values: Assignment) -> bool:
        """Whether these values are an answer: a solution of the model that meets the conditions."""
        return self.meets(values) and self.verified(values)

    def measure(self, values: Assignment) -> int:
        """The objective of a solution, which is of whole numbers."""
        reached = objective_of(self.model, values)
        if reached is None:
            raise broken("the objective of a solution is undefined")
        assert isinstance(reached, int)
        return reached

    def narrows(self, other: Query) -> bool:
        """Whether each answer is one of the other question, too, and no more is known of the order of values."""
        if self.model is not other.model or (self.asked, self.givens) != (other.asked, other.givens):
            return False
        return self._taken >= other._taken and self.phases == other.phases

    def masks(self, store: Store) -> list[int] | None:
        """By variable number the values to try first; ``None``: any."""
        if not self.phases and not self.other_than:
            return None
        domains = store.snapshot()
        if self.phases:
            masks = [0] * len(domains.mask)
            for x, domain in self.phases.items():
                if domains.mask[x]:
                    masks[x] = mask_of(domain, domains.base[x], domains.mask[x].bit_length())
            return masks
        masks = domains.mask.copy()
        for values in self.other_than:
            for x in self.shown:
                if masks[x] and domains.has(x, values[x]):
                    masks[x] &= ~(1 << (values[x] - domains.base[x]))
        return masks

    def rows(self, narrowed: Presolved) -> tuple[FlatConstraint, ...]:
        """Return the constraints that HiGHS is to solve; values given or asked for are those of the domains.

        Args:
            narrowed: what propagation of the question has left.
        """
        from puzzledsl.primitives.clause import Clause

        rows = list(narrowed.constraints)
        for values in self.other_than:
            others = ((x, narrowed.domains[x] - Domain.range(values[x], values[x])) for x in self.shown)
            literals = tuple(Literal(x, domain) for x, domain in others if domain)
            rows.append(FlatConstraint(Clause(literals), len(self.flat.origins) - 1))
        return tuple(rows)


def asked_origin(variables: tuple[int, ...]) -> Origin:
    """The origin of what was asked, which no line of the source says."""
    return Origin(Source("<question>", "").span(0, 0), "question", "what is asked", variables)
