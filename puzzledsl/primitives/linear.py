"""Linear equations, inequalities and disequalities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.encodings.words import combine
from puzzledsl.flat import Literal, Primitive
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Form, Words
    from puzzledsl.expressions import Rational
    from puzzledsl.propagation.store import Store

_MOST_SUMS = 20_000  # bits of a set of sums
_MOST_SHIFTS = 600  # values of all items together

Contribution = tuple[int, int, tuple[tuple[Literal, int], ...]]


@dataclass(frozen=True)
class Linear(Primitive):
    """``Σ k·x + Σ k·[literal]  op  constant`` with ``op`` one of ``==``, ``!=``, ``<=``.

    Real variables may occur in the terms of ``==`` and ``<=``.
    """

    terms: tuple[tuple[int, Rational], ...]
    literals: tuple[tuple[Literal, int], ...]
    op: str
    constant: Rational
    deep: ClassVar[bool] = True

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
        if self.op == "==":
            return total == self.constant
        return total <= self.constant if self.op == "<=" else total != self.constant

    # ── propagation ──────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _scaled(self) -> tuple[tuple[Contribution, ...], int]:
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

    def propagate(self, store: Store) -> None:
        """Bounds consistency; when thorough and not too large, domain consistency of an equation by its sets of sums.

        Real variables only lend their bounds.
        """
        contributions, constant = self._scaled
        if self.op == "!=":
            self._propagate_different(store)
            return
        both = self.op == "=="
        again = True
        while again:
            changes = len(store.touched)
            ranges = [_range(store, part) for part in contributions]
            least: Rational | None = 0
            most: Rational | None = 0
            for low, high in ranges:
                least = None if least is None or low is None else least + low
                most = None if most is None or high is None else most + high
            if least is not None and least > constant:
                raise Contradiction
            if both and most is not None and most < constant:
                raise Contradiction
            for part, (low, high) in zip(contributions, ranges, strict=True):
                if low == high or part[0] in store.reals:
                    continue
                # What this part may at most add when all others add least, and the other way round.
                limit = None if least is None or low is None else constant - least + low
                need = constant - most + high if both and most is not None and high is not None else None
                if limit is not None and high is not None and high > limit:
                    _confine(store, part, None, limit)
                if need is not None and low is not None and low < need:
                    _confine(store, part, need, None)
            again = len(store.touched) > changes
        if both and store.thorough and not any(part[0] in store.reals for part in contributions):
            self._propagate_sums(store)

    def _propagate_different(self, store: Store) -> None:
        """Only the last free variable learns something."""
        contributions, constant = self._scaled
        free: Contribution | None = None
        for part in contributions:
            low, high = _range(store, part)
            if low != high or low is None:
                if free is not None:
                    return
                free = part
            else:
                constant -= int(low)
        if free is None:
            if constant == 0:
                raise Contradiction
        elif not free[2]:
            x, k, _ = free
            if constant % k == 0:
                store.remove(x, constant // k)
        elif store.size(free[0]) <= _MOST_SHIFTS:
            for v, added in list(_additions(store, free)):
                if added == constant:
                    store.remove(free[0], v)

    def _propagate_sums(self, store: Store) -> None:
        """Forward the sums of the first ``i`` items, backward those from which the constant is reached.

        Trick, A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints
        (Annals of OR 2003), with sets of sums as bit masks.
        """
        contributions, constant = self._scaled
        work = 0
        for part in contributions:
            work += store.size(part[0])
            if work > _MOST_SHIFTS:
                return
        items: list[tuple[int, list[tuple[int, int]]]] = []
        target, span = constant, 0
        for part in contributions:
            added = _additions(store, part)
            least = min(amount for _, amount in added)
            target -= least
            if len(added) > 1:
                span += max(amount for _, amount in added) - least
                items.append((part[0], [(v, amount - least) for v, amount in added]))
        if not 0 <= target <= span:
            raise Contradiction
        if target > _MOST_SUMS or not items:
            return
        within = (1 << (target + 1)) - 1
        forward = [1]
        for _, added in items[:-1]:
            sums, total = forward[-1], 0
            for amount in {amount for _, amount in added}:
                total |= sums << amount
            forward.append(total & within)
        backward = 1 << target
        for (x, added), sums in zip(reversed(items), reversed(forward), strict=True):
            before = 0
            gone = []
            reached: dict[int, bool] = {}
            for v, amount in added:
                ok = reached.get(amount)
                if ok is None:
                    from_here = backward >> amount & sums
                    before |= from_here
                    ok = reached[amount] = from_here != 0
                if not ok:
                    gone.append(v)
            if not before:
                raise Contradiction
            for v in gone:
                store.remove(x, v)
            backward = before

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────

    def encode(self, words: Words) -> None:
        """One row. ``!=``: a restriction, a pair of different variables, or two sides behind a flag."""
        contributions, constant = self._scaled
        parts: list[tuple[int, Form]] = [(k, words.value(x)) for x, k, _ in contributions if k]
        for _, _, steps in contributions:
            parts += [(k, words.truth(literal)) for literal, k in steps]
        form = combine(parts)
        if self.op != "!=":
            words.row(form, constant if self.op == "==" else None, constant)
            return
        self._encode_different(words, form, contributions, constant)

    def _encode_different(
        self, words: Words, form: Form, contributions: tuple[Contribution, ...], constant: int
    ) -> None:
        active = [(x, k) for x, k, steps in contributions if k or steps]
        plain = not any(steps for _, _, steps in contributions)
        if plain and len(active) == 1:
            x, k = active[0]
            left = words.domain(x)
            if constant % k == 0 and constant // k in left:
                value = constant // k
                words.restrict(x, left - Domain.range(value, value))
            return
        if plain and len(active) == 2 and {active[0][1], active[1][1]} == {1, -1}:
            (x, k), (y, _) = active
            words.different(x, y, constant * k)
            return
        low, high = words.bounds(form)
        if (low is not None and low > constant) or (high is not None and high < constant):
            return
        above = words.flag("above")
        with words.under(above):
            words.row(form, constant + 1, None, "above")
        with words.under(combine([(1, 1), (-1, above)])):
            words.row(form, None, constant - 1, "below")


def _range(store: Store, part: Contribution) -> tuple[Rational | None, Rational | None]:
    """The least and the most that a variable can add."""
    x, k, steps = part
    if x in store.reals:
        low, high = store.reals[x]
        least = None if low is None else k * low
        most = None if high is None else k * high
        return (least, most) if k > 0 else (most, least)
    if not steps:
        return (k * store.lo(x), k * store.hi(x)) if k > 0 else (k * store.hi(x), k * store.lo(x))
    if store.mask[x] and (k or len(steps) > 1) and store.size(x) <= _MOST_SHIFTS:
        added = [amount for _, amount in _additions(store, part)]
        return min(added), max(added)
    least, most = (k * store.lo(x), k * store.hi(x)) if k > 0 else (k * store.hi(x), k * store.lo(x))
    for literal, step in steps:
        known = store.entailed(literal)
        if known is None:
            least, most = least + min(step, 0), most + max(step, 0)
        elif known:
            least, most = least + step, most + step
    return least, most


def _additions(store: Store, part: Contribution) -> list[tuple[int, int]]:
    """For each value of a variable what it adds."""
    x, k, steps = part
    if not steps:
        return [(v, k * v) for v in store.values(x)]
    return [(v, k * v + sum(step for literal, step in steps if v in literal.values)) for v in store.values(x)]


def _confine(store: Store, part: Contribution, low: Rational | None, high: Rational | None) -> None:
    """Remove values that add less than ``low`` or more than ``high``."""
    x, k, steps = part
    if not steps:
        if high is not None:
            if k > 0:
                store.at_most(x, int(high // k))
            else:
                store.at_least(x, -int(high // -k))
        if low is not None:
            if k > 0:
                store.at_least(x, -int(-low // k))
            else:
                store.at_most(x, int(-low // -k))
    elif len(steps) == 1 and not k:
        literal, step = steps[0]
        if (high is not None and step > high) or (low is not None and step < low):
            store.forbid(literal)
        if (high is not None and high < 0) or (low is not None and low > 0):
            store.require(literal)
    elif store.mask[x] and store.size(x) <= _MOST_SHIFTS:
        for v, amount in _additions(store, part):
            if (high is not None and amount > high) or (low is not None and amount < low):
                store.remove(x, v)
