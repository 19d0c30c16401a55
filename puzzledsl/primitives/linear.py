"""Linear equations, inequalities and disequalities."""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.counts import Count
from puzzledsl.kernel.sums import Contribution, Sum
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Linear(Primitive):
    """``Σ k·x + Σ k·[literal]  op  constant`` with ``op`` one of ``==``, ``!=``, ``<=``.

    Real variables may occur in the terms of ``==`` and ``<=``.
    """

    terms: tuple[tuple[int, Rational], ...]
    literals: tuple[tuple[Literal, int], ...]
    op: str
    constant: Rational
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables of the terms, then those that only literals speak of."""
        return tuple(dict.fromkeys([*(x for x, _ in self.terms), *(literal.variable for literal, _ in self.literals)]))

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """The two variables of ``x != y``."""
        if self.op != "!=" or self.literals or self.constant != 0 or len(self.terms) != 2:
            return ()
        (x, k), (y, m) = self.terms
        return ((x, y),) if k == -m and x != y else ()

    @property
    def plain(self) -> bool:
        """``x != y``."""
        return bool(self.cliques)

    def check(self, values: Sequence[Rational]) -> bool:
        """Exact, also with fractions."""
        total: Rational = sum(k * values[x] for x, k in self.terms)
        total += sum(k for literal, k in self.literals if int(values[literal.variable]) in literal.values)
        return self.compares(total)

    def compares(self, total: Rational) -> bool:
        """Compare a value of the left side with the constant."""
        if self.op == "==":
            return total == self.constant
        return total <= self.constant if self.op == "<=" else total != self.constant

    # ── propagation ──────────────────────────────────────────────────────────────────────────────

    @cached_property
    def scaled(self) -> tuple[tuple[Contribution, ...], int]:
        """What each variable adds, ``k·x + Σ k·[literal on x]``, and the constant, all made integral."""
        numbers = [k for _, k in self.terms] + [self.constant, *(k for _, k in self.literals)]
        scale = lcm(*(number.denominator for number in numbers))

        def whole(number: Rational) -> int:
            return int(number * scale)

        slopes: dict[int, int] = {}
        steps: dict[int, list[tuple[Literal, int]]] = {}
        for x, k in self.terms:
            slopes[x] = slopes.get(x, 0) + whole(k)
        for literal, k in self.literals:
            slopes.setdefault(literal.variable, 0)
            steps.setdefault(literal.variable, []).append((literal, whole(k)))
        return tuple((x, k, tuple(steps.get(x, ()))) for x, k in slopes.items()), whole(self.constant)

    def _count(self) -> Count | None:
        """An equation or inequality of literals alone, all with one factor but for the sign, as a count of them."""
        contributions, constant = self.scaled
        factor = abs(contributions[0][2][0][1]) if contributions and contributions[0][2] else 0
        literals: list[Literal] = []
        negated: list[bool] = []
        for _, slope, steps in contributions:
            if slope or len(steps) != 1 or abs(steps[0][1]) != factor:
                return None
            literals.append(steps[0][0])
            negated.append(steps[0][1] < 0)
        if not factor or self.op == "!=" or (self.op == "==" and constant % factor):
            return None
        most = constant // factor + sum(negated)  # -[literal] is [its opposite] - 1
        return Count(literals, negated, most if self.op == "==" else 0, most)

    def _sum(self) -> Sum:
        contributions, constant = self.scaled
        return Sum([part for part in contributions if part[1] or part[2]], self.op, constant)

    def make_filter(self) -> Count | Sum:
        """A count if it is one, else a sum."""
        return self._count() or self._sum()

    def propagate(self, store: Store) -> None:
        """Bounds consistency; at the costly priority domain consistency of equations by sets of sums, unless large.

        Real variables only lend their bounds.
        """
        self.filter_in(store).propagate(store)

    def without_decided(self, store: Store) -> Linear | None:
        """Without the literals that are decided."""
        if not self.literals:
            return None
        known = [store.entailed(literal) for literal, _ in self.literals]
        constant = self.constant - sum([k for (_, k), truth in zip(self.literals, known, strict=True) if truth])
        literals = [pair for pair, truth in zip(self.literals, known, strict=True) if truth is None]
        return Linear(self.terms, tuple(literals), self.op, constant)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the bounds of the other variables; of an equation, by the sums that they can have."""
        known: Count | Sum = self.filter_in(why.store)
        if isinstance(known, Count):
            known = why.store.owned(self, Linear._sum, self)
        return known.explain(why, x, gone)
