"""Integer division and its remainder."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.combination_reasons import explain_image
from puzzledsl.primitives import perspective
from puzzledsl.primitives.product import keep_combinations
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder

_MOST_PAIRS = 2_000


@record
class Division(Primitive):
    """``result`` is ``dividend // divisor`` (``kind`` is ``div``) or ``dividend % divisor`` (``mod``), as in Python.

    Floor semantics: the remainder has the sign of the divisor. False when the divisor is 0.
    """

    kind: str
    dividend: int
    divisor: int
    result: int
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """Dividend, divisor and result, each once."""
        return tuple(dict.fromkeys((self.dividend, self.divisor, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        """Python's ``//`` or ``%``; false for a divisor of 0."""
        above, below = values[self.dividend], values[self.divisor]
        if below == 0:
            return False
        return values[self.result] == (above // below if self.kind == "div" else above % below)

    def propagate(self, store: Store) -> None:
        """Bounds; at the costly priority, where there are few pairs of arguments, domain consistency."""
        dividend, divisor, result = self.dividend, self.divisor, self.result
        store.remove(divisor, 0)
        below = (store.lo(divisor), store.hi(divisor))
        rest = (min(0, below[0] + 1), max(0, below[1] - 1))
        if self.kind == "div":
            low, high = _quotients((store.lo(dividend), store.hi(dividend)), below)
            store.at_least(result, low)
            store.at_most(result, high)
            multiples = [d * q for d in below for q in (store.lo(result), store.hi(result))]
            store.at_least(dividend, min(multiples) + rest[0])
            store.at_most(dividend, max(multiples) + rest[1])
        else:
            store.at_least(result, rest[0])
            store.at_most(result, rest[1])
        if store.costly and store.size(dividend) * store.size(divisor) <= _MOST_PAIRS:
            image = _quotient if self.kind == "div" else _rest
            keep_combinations(store, (dividend, divisor, result), image)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the pairs of arguments, if they are not too many."""
        image = _quotient if self.kind == "div" else _rest
        return explain_image(why, (self.dividend, self.divisor, self.result), image, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """``dividend = divisor · quotient + remainder`` with the remainder between 0 and the divisor.

        One of quotient and remainder is the result, the other an auxiliary column. The product as in `perspective`.
        """
        divisors = builder.domain(self.divisor) - Domain.range(0, 0)
        dividends = builder.domain(self.dividend)
        if not divisors:
            builder.row(combine(()), 1, None, "zero")
            return
        builder.restrict(self.divisor, divisors)
        low, high = _quotients((dividends.lo, dividends.hi), (divisors.lo, divisors.hi))
        least, most = min(0, divisors.lo + 1), max(0, divisors.hi - 1)
        above, below = builder.value(self.dividend), builder.value(self.divisor)
        if self.kind == "div":
            quotient, rest = builder.value(self.result), builder.auxiliary("rest", least, most, integer=False)
            builder.row(quotient, low, high, "quotient")
        else:
            quotient, rest = builder.auxiliary("quotient", low, high), builder.value(self.result)
            builder.row(rest, least, most, "rest")
        product = perspective.times(builder, self.divisor, quotient, low, high)
        builder.row(combine([(1, above), (-1, product), (-1, rest)]), 0, 0)
        _encode_rest(builder, self.divisor, below, rest)


def _encode_rest(builder: RowBuilder, divisor: int, below: Form, rest: Form) -> None:
    """``0 ≤ remainder < divisor`` where that is positive, ``divisor < remainder ≤ 0`` where it is negative."""
    domain = builder.domain(divisor) - Domain.range(0, 0)
    for sign, name in ((1, "positive"), (-1, "negative")):
        side = _side(domain, sign)
        if side:
            with builder.under(*() if side == domain else (builder.among(divisor, side),)):
                builder.row(rest * sign, 0, None, name)
                builder.row(combine([(sign, below), (-sign, rest)]), 1, None, name)


def _side(domain: Domain, sign: int) -> Domain:
    """The values of this sign."""
    return domain & (Domain.range(1, max(domain.hi, 1)) if sign > 0 else Domain.range(min(domain.lo, -1), -1))


def _quotients(above: tuple[int, int], below: tuple[int, int]) -> tuple[int, int]:
    """Bounds of the floor of the quotient, for a divisor between two bounds, 0 apart."""
    sides = [(max(below[0], 1), below[1]), (below[0], min(below[1], -1))]
    corners = [a // b for lo, hi in sides if lo <= hi for a in above for b in (lo, hi)]
    return min(corners), max(corners)


def _quotient(a: int, b: int) -> int | None:
    return a // b if b else None


def _rest(a: int, b: int) -> int | None:
    return a % b if b else None
