"""A disjunction of literals."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Literal, Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class Clause(Primitive):
    """At least one of ``literals`` is true. With one literal: a restriction of one variable."""

    literals: tuple[Literal, ...]

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables of the literals."""
        return tuple(dict.fromkeys(literal.variable for literal in self.literals))

    def check(self, values: Sequence[int]) -> bool:
        """Some literal is true."""
        return any(values[literal.variable] in literal.values for literal in self.literals)

    @cached_property
    def alternatives(self) -> tuple[Literal, ...]:
        """Its literals, merged where several are about one variable."""
        allowed: dict[int, Domain] = {}
        for literal in self.literals:
            allowed[literal.variable] = allowed.get(literal.variable, Domain(())) | literal.values
        if len(allowed) == len(self.literals):
            return self.literals
        return tuple(Literal(x, values) for x, values in allowed.items())

    def numbers(self, known: FlatNumbers) -> list[int]:
        """Its literals, merged."""
        return listed([known.literal(literal) for literal in self.alternatives])
