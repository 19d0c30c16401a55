"""Linear equations, inequalities and disequalities."""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.flat_numbers import LARGEST, WIDEST, wide_number
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatNumbers

COMPARISONS = ("==", "!=", "<=")
"""In the order of ``Comparison`` in `sums.hpp`."""

RULES = ("most", "least", "missed", "equal", "taken", "subset", "combination")
"""Those of all constraints that are about numbers."""

Contribution = tuple[int, int, tuple[tuple[Literal, int], ...]]
"""What a variable ``x`` adds: ``k·x + Σ step·[literal on x]`` as ``(x, k, ((literal, step), …))``."""


@record
class Linear(Primitive):
    """``Σ k·x + Σ k·[literal]  op  constant`` with ``op`` one of ``==``, ``!=``, ``<=``.

    Real variables may occur in the terms of ``==`` and ``<=``.
    """

    terms: tuple[tuple[int, Rational], ...]
    literals: tuple[tuple[Literal, int], ...]
    op: str
    constant: Rational
    rules: ClassVar[tuple[str, ...]] = RULES

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

    def numbers(self, known: FlatNumbers) -> list[int]:
        """Whether the numbers are wide; the comparison; the constant; whether there is a least that the whole variables
        have to add, and what; the same of the most; what each of them adds."""
        contributions, constant = self.scaled
        least: Rational | None = constant if self.op == "==" else None
        most: Rational | None = constant
        span = 0
        whole: list[Contribution] = []
        for x, k, literals in contributions:
            bounds = known.bounds(x)
            if bounds is not None:
                low, high = bounds if k > 0 else bounds[::-1]
                least = None if least is None or high is None else least - k * high
                most = None if most is None or low is None else most - k * low
                continue
            span += abs(k) * known.largest(x) + sum([abs(step) for _, step in literals])
            whole.append((x, k, literals))
        lower, upper = 0 if least is None else ceil(least), 0 if most is None else floor(most)
        span += abs(constant) + abs(lower) + abs(upper)
        known.check(span, WIDEST)
        is_wide = span >= LARGEST

        def written(number: int) -> list[int]:
            return wide_number(number) if is_wide else [number]

        found = [int(is_wide), COMPARISONS.index(self.op), *written(constant)]
        found += [int(least is not None), *written(lower), int(most is not None), *written(upper), len(whole)]
        for x, k, literals in whole:
            found += [x, *written(k), len(literals)]
            for literal, step in literals:
                found += [known.literal(literal), *written(step)]
        return found
