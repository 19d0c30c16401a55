"""Linear equations, inequalities and disequalities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.expressions import Rational
from puzzledsl.flat import Literal, Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Linear(Primitive):
    """``Σ k·x + Σ k·[literal]  op  constant`` with ``op`` one of ``==``, ``!=``, ``<=``.

    Real variables may occur in the terms of ``==`` and ``<=``.
    """

    terms: tuple[tuple[int, Rational], ...]
    literals: tuple[tuple[Literal, int], ...]
    op: str
    constant: Rational

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys([*(x for x, _ in self.terms), *(literal.variable for literal, _ in self.literals)]))

    def check(self, values: Sequence[Rational]) -> bool:
        total = sum(k * values[x] for x, k in self.terms)
        total += sum(k for literal, k in self.literals if values[literal.variable] in literal.values)
        if self.op == "==":
            return total == self.constant
        return total <= self.constant if self.op == "<=" else total != self.constant

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
