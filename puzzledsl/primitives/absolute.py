"""The absolute value of a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.combination_reasons import explain_image
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder

_FEW_VALUES = 40
_MOST_VALUES = 2_000


@record
class Absolute(Primitive):
    """``|operand| == result``."""

    operand: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        """The operand and the result, each once."""
        return tuple(dict.fromkeys((self.operand, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        """Python's ``abs``."""
        return abs(values[self.operand]) == values[self.result]

    def propagate(self, store: Store) -> None:
        """Domain consistency where domains are small, bounds elsewhere."""
        x, y = self.operand, self.result
        lo, hi = store.lo(x), store.hi(x)
        store.at_least(y, max(lo, -hi, 0))
        store.at_most(y, max(hi, -lo))
        limit = store.hi(y)
        store.at_most(x, limit)
        store.at_least(x, -limit)
        if store.size(x) <= _MOST_VALUES:
            images = set()
            for v in list(store.values(x)):
                if store.has(y, abs(v)):
                    images.add(abs(v))
                else:
                    store.remove(x, v)
            if store.size(y) <= _MOST_VALUES:
                for v in list(store.values(y)):
                    if v not in images:
                        store.remove(y, v)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the values of the other variable that would fit."""
        return explain_image(why, (self.operand, self.operand, self.result), _absolute, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """Sign known: one equation. Few values: a literal of the result is the sum of two of the operand.

        Otherwise ``result ≥ ±operand``, with equality behind a flag for the sign.
        """
        left, right = builder.domain(self.operand), builder.domain(self.result)
        x, y = builder.value(self.operand), builder.value(self.result)
        if left.lo >= 0 or left.hi <= 0:
            builder.row(combine([(1, y), (-1 if left.lo >= 0 else 1, x)]), 0, 0)
            return
        few = max(left.size, right.size) <= _FEW_VALUES
        if few and builder.by_value(self.operand) and builder.by_value(self.result):
            images = Domain.of(abs(v) for v in left) & right
            builder.restrict(self.operand, Domain.of(v for v in left if abs(v) in images))
            builder.restrict(self.result, images)
            for v in images:
                sides = builder.among(self.operand, Domain.of({v, -v}))
                builder.row(combine([(1, builder.is_(self.result, v)), (-1, sides)]), 0, 0, str(v))
            return
        builder.row(combine([(1, y), (-1, x)]), 0, None, "above")
        builder.row(combine([(1, y), (1, x)]), 0, None, "below")
        positive = builder.flag("positive")
        with builder.under(positive):
            builder.row(combine([(1, y), (-1, x)]), None, 0, "positive")
        with builder.under(combine([(1, 1), (-1, positive)])):
            builder.row(combine([(1, y), (1, x)]), None, 0, "negative")


def _absolute(v: int, _: int) -> int:
    return abs(v)
