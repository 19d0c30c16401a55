"""The product of two variables."""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.combination_reasons import explain_image, explain_product
from puzzledsl.kernel.store import Contradiction
from puzzledsl.primitives import perspective
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder

_MOST_PAIRS = 2_000


@record
class Product(Primitive):
    """``left · right == result``; the three need not be distinct."""

    left: int
    right: int
    result: int
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """Left, right and result, each once."""
        return tuple(dict.fromkeys((self.left, self.right, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        """Exact integer multiplication."""
        return values[self.left] * values[self.right] == values[self.result]

    def propagate(self, store: Store) -> None:
        """Bounds; at the costly priority, where there are few pairs of factors, domain consistency."""
        left, right, result = self.left, self.right, self.result
        products = [a * b for a in (store.lo(left), store.hi(left)) for b in (store.lo(right), store.hi(right))]
        store.at_least(result, min(products))
        store.at_most(result, max(products))
        _confine_factor(store, left, right, result)
        _confine_factor(store, right, left, result)
        if store.costly and store.size(left) * store.size(right) <= _MOST_PAIRS:
            keep_combinations(store, (left, right, result), mul)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the pairs of factors; where there are many, by bounds."""
        gone = explain_image(why, (self.left, self.right, self.result), mul, x, gone)
        return explain_product(why, (self.left, self.right, self.result), x, gone) if gone and x >= 0 else gone

    def encode(self, builder: RowBuilder) -> None:
        """The factor with fewer values picks a part of the other, see `perspective`."""
        chooser, other = self.left, self.right
        if builder.domain(other).size < builder.domain(chooser).size:
            chooser, other = other, chooser
        bounds = builder.domain(other)
        product = perspective.times(builder, chooser, builder.value(other), bounds.lo, bounds.hi)
        builder.row(combine([(1, product), (-1, builder.value(self.result))]), 0, 0)


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


def keep_combinations(store: Store, triple: tuple[int, int, int], image: Callable[[int, int], int | None]) -> None:
    """Leave the values of two arguments and their result that occur together. For few pairs of arguments.

    ``image`` is ``None`` where there is no result.
    """
    first, second, result = triple
    kept: tuple[set[int], set[int], set[int]] = (set(), set(), set())
    right = list(store.values(second))
    for a in store.values(first):
        for b in (a,) if first == second else right:
            c = image(a, b)
            if c is None or not store.has(result, c) or (result == first and c != a) or (result == second and c != b):
                continue
            kept[0].add(a)
            kept[1].add(b)
            kept[2].add(c)
    if not kept[0]:
        raise Contradiction
    for x, values in zip(triple, kept, strict=True):
        if len(values) < store.size(x):
            store.keep(x, Domain.of(values))
