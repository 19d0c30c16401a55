"""The product of two variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store


@record
class Product(Primitive):
    """``left · right == result``; the three need not be distinct. Of few pairs of factors there is a table instead."""

    left: int
    right: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        """Left, right and result, each once."""
        return tuple(dict.fromkeys((self.left, self.right, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        """Exact integer multiplication."""
        return values[self.left] * values[self.right] == values[self.result]

    def propagate(self, store: Store) -> None:
        """Bounds of each of the three from those of the others."""
        left, right, result = self.left, self.right, self.result
        products = [a * b for a in (store.lo(left), store.hi(left)) for b in (store.lo(right), store.hi(right))]
        store.at_least(result, min(products))
        store.at_most(result, max(products))
        _confine_factor(store, left, right, result)
        _confine_factor(store, right, left, result)


def _confine_factor(store: Store, factor: int, other: int, result: int) -> None:
    """Bounds of a factor from those of the result and of the other factor."""
    low, high = store.lo(other), store.hi(other)
    least, most = store.lo(result), store.hi(result)
    if low > 0 or high < 0:
        store.at_least(factor, min(-(-a // b) for a in (least, most) for b in (low, high)))
        store.at_most(factor, max(a // b for a in (least, most) for b in (low, high)))
    elif least > 0 or most < 0:
        limit = max(abs(least), abs(most))
        store.remove(factor, 0)
        store.at_least(factor, -limit)
        store.at_most(factor, limit)
