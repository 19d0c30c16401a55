"""One question about the solutions of a model, as search and HiGHS need it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.expressions import All, Boolean, Compare, Some, affine
from puzzledsl.flat import FlatConstraint, Literal
from puzzledsl.kernel.masks import mask_of
from puzzledsl.model import Origin, Requirement
from puzzledsl.records import replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel
    from puzzledsl.kernel.store import Store
    from puzzledsl.model import Model
    from puzzledsl.presolve.presolve import Presolved
    from puzzledsl.session.verdict import Assignment


class Question:
    """The further conditions on a solution of a model.

    Attributes:
        model: the model; it has its objective if the question asks for a best solution.
        asked: variable number → the values it may have.
        givens: variable number → the value that a puzzle gives it.
    """

    def __init__(
        self,
        model: Model,
        shown: tuple[int, ...],
        asked: Mapping[int, Domain],
        other_than: tuple[Assignment, ...] = (),
        phases: Mapping[int, Domain] | None = None,
        givens: Mapping[int, int] | None = None,
    ) -> None:
        """
        Args:
            shown: the variables in which two solutions have to differ.
            other_than: solutions that are no answers.
            phases: the values that search should try first.
        """
        self.model = model
        self.asked = asked
        self.givens = givens or {}
        self._shown = shown
        self._other_than = other_than
        self._phases = phases or {}
        self._taken = {tuple([values[x] for x in shown]) for values in other_than}

    def accepts(self, values: Assignment) -> bool:
        """Whether a solution of the model is an answer."""
        if self._taken and tuple([values[x] for x in self._shown]) in self._taken:
            return False
        if any(values[x] != v for x, v in self.givens.items()):
            return False
        return all(values[x] in domain for x, domain in self.asked.items())

    def narrows(self, other: Question) -> bool:
        """Whether each answer is one of the other question, too, and no more is known of the order of values."""
        if self.model is not other.model or (self.asked, self.givens) != (other.asked, other.givens):
            return False
        return self._taken >= other._taken and self._phases == other._phases

    def masks(self, store: Store) -> list[int] | None:
        """By variable number the values to try first; ``None``: any."""
        if self._phases:
            masks = [0] * len(store.mask)
            for x, domain in self._phases.items():
                if store.mask[x]:
                    masks[x] = mask_of(domain, store.base[x], store.mask[x].bit_length())
            return masks
        if not self._other_than:
            return None
        masks = store.mask.copy()
        for values in self._other_than:
            for x in self._shown:
                if masks[x] and store.has(x, values[x]):
                    masks[x] &= ~(1 << (values[x] - store.base[x]))
        return masks

    def program(self, flat: FlatModel, narrowed: Presolved) -> tuple[Model, Presolved]:
        """What HiGHS is to solve: the model to verify against, and the constraints to encode.

        Args:
            flat: the model, with a last origin for what is asked.
            narrowed: what propagation has left.
        """
        from puzzledsl.primitives.clause import Clause

        origin = len(flat.origins) - 1
        further, rows = [], list(narrowed.constraints)
        asked = {**{x: Domain.range(v, v) for x, v in self.givens.items()}, **self.asked}
        for x, domain in asked.items():
            requirement = _within(self.model, x, domain)
            if requirement is not None:
                further.append(requirement)
                rows.append(FlatConstraint(Clause((Literal(x, domain),)), origin))
        for values in self._other_than:
            different = Some(tuple(Compare("!=", affine({x: 1}, -values[x])) for x in self._shown))
            further.append(Requirement(different, asked_origin("another solution", self._shown)))
            literals = []
            for x in self._shown:
                others = narrowed.domains[x] - Domain.range(values[x], values[x])
                if others:
                    literals.append(Literal(x, others))
            rows.append(FlatConstraint(Clause(tuple(literals)), origin))
        if not further:
            return self.model, narrowed
        model = replace(self.model, requirements=(*self.model.requirements, *further))
        return model, replace(narrowed, constraints=tuple(rows), witness=None)


def _within(model: Model, x: int, domain: Domain) -> Requirement | None:
    """The restriction to the values asked for as a requirement of the model; ``None`` where it restricts nothing."""
    variable = model.variables[x]
    allowed = domain & variable.domain
    if allowed == variable.domain:
        return None
    if allowed.size == 1:
        return Requirement(
            Compare("==", affine({x: 1}, -allowed.lo)), asked_origin(f"{variable.name} == {allowed.lo}", (x,))
        )
    expression = Some(tuple(_between(x, lo, hi) for lo, hi in allowed.intervals))
    return Requirement(expression, asked_origin(f"{variable.name} in {allowed}", (x,)))


def _between(x: int, lo: int, hi: int) -> Boolean:
    return All((Compare("<=", affine({x: -1}, lo)), Compare("<=", affine({x: 1}, -hi))))


def asked_origin(sentence: str, variables: tuple[int, ...]) -> Origin:
    """The origin of what was asked, which no line of the source says."""
    return Origin(Source("<question>", "").span(0, 0), "question", sentence, variables)
