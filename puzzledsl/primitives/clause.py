"""A disjunction of literals."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


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

    def propagate(self, store: Store) -> None:
        """Unit propagation: the last literal that may be true has to be."""
        open_literal: Literal | None = None
        for literal in self.alternatives:
            known = store.entailed(literal)
            if known:
                return
            if known is None:
                if open_literal is not None:
                    return
                open_literal = literal
        if open_literal is None:
            raise Contradiction
        store.require(open_literal)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """All other literals are false."""
        left = 0
        for literal in self.alternatives:
            y, meant = literal.variable, why.meaning(literal)
            if y == x:
                left = gone & meant
            elif meant & why.masks[y]:
                return gone
            else:
                why.need(y, meant)
        return left
