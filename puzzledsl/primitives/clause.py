"""A disjunction of literals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Literal, Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Clause(Primitive):
    """At least one of ``literals`` is true. With one literal: a restriction of one variable."""

    literals: tuple[Literal, ...]

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(literal.variable for literal in self.literals))

    def check(self, values: Sequence[int]) -> bool:
        return any(values[literal.variable] in literal.values for literal in self.literals)

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
