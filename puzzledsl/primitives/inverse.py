"""Two lists that are each other's inverse."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_inverse
from puzzledsl.flat import Primitive
from puzzledsl.kernel.masks import bits
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class Inverse(Primitive):
    """``left[i - 1] == j`` exactly where ``right[j - 1] == i``; positions and values are 1 … n.

    No variable occurs twice in one of the lists; one may be in both.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables of both lists, each once."""
        return tuple(dict.fromkeys(self.left + self.right))

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """Each list is a permutation."""
        return tuple(dict.fromkeys((self.left, self.right)))

    @cached_property
    def _different(self) -> AllDifferent:
        return AllDifferent(self.left)

    def check(self, values: Sequence[int]) -> bool:
        """Each value leads to the position that leads back."""
        return is_inverse([values[x] for x in self.left], [values[x] for x in self.right])

    def propagate(self, store: Store) -> None:
        """Domain consistency when costly: the pairs (i, j) that are left are the edges of a bipartite graph, a solution
        is a perfect matching in it, and all-different over one side keeps just the edges of such matchings.
        """
        self._channel(store)
        self._different.propagate(store)
        self._channel(store)

    def _channel(self, store: Store) -> None:
        """Keep a pair only if it is left on both sides."""
        count = len(self.left)
        pairs = [store.window(x, 1, count) for x in self.left]
        for x, before, after in zip(self.left, pairs, _transposed(store, self.right), strict=True):
            if before != before & after or store.lo(x) < 1 or store.hi(x) > count:
                store.keep_window(x, 1, before & after)
        for y, after in zip(self.right, _transposed(store, self.left), strict=True):
            if store.window(y, 1, count) & ~after or store.lo(y) < 1 or store.hi(y) > count:
                store.keep_window(y, 1, store.window(y, 1, count) & after)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the pair that is gone on the other side; else as values of the left list that have to differ."""
        for side, other in ((self.left, self.right), (self.right, self.left)):
            if x in side:
                position = side.index(x) + 1
                for bit in bits(gone):
                    value = why.base[x] + bit
                    if not 1 <= value <= len(side):  # never was possible
                        gone ^= 1 << bit
                    elif not _has(why, other[value - 1], position):
                        _need(why, other[value - 1], position)
                        gone ^= 1 << bit
        return self._different.explain(why, x, gone) if gone and x in self.left else gone

    def explain_conflict(self, why: Explanation) -> bool:
        """By a position whose values are all gone on one side or the other; else as values that cannot differ."""
        for side, other in ((self.left, self.right), (self.right, self.left)):
            for position, x in enumerate(side, 1):
                kept = [v for bit in bits(why.masks[x]) if 1 <= (v := why.base[x] + bit) <= len(side)]
                if not any(_has(why, other[v - 1], position) for v in kept):
                    why.need(x, ~why.masks[x])
                    for v in kept:
                        _need(why, other[v - 1], position)
                    return True
        return self._different.explain_conflict(why)

    def encode(self, builder: RowBuilder) -> None:
        """``is_(left_i, j) - is_(right_j, i) = 0`` for each i and j, and ``Σ_i is_(left_i, j) = 1``."""
        everywhere = Domain.range(1, len(self.left))
        for x in self.scope:
            builder.restrict(x, everywhere)
        for i, x in enumerate(self.left, 1):
            for j, y in enumerate(self.right, 1):
                here, there = j in builder.domain(x), i in builder.domain(y)
                if (here or there) and (x, j) != (y, i):
                    parts = [(1, builder.is_(x, j))] if here else []
                    parts += [(-1, builder.is_(y, i))] if there else []
                    builder.row(combine(parts), 0, 0, f"{i},{j}")
        for j in everywhere:
            parts = [(1, builder.is_(x, j)) for x in self.left if j in builder.domain(x)]
            builder.row(combine(parts), 1, 1, f"one[{j}]")


def _transposed(store: Store, variables: Sequence[int]) -> list[int]:
    """For each value 1 … n the positions that may hold it, as bits."""
    found = [0] * len(variables)
    for position, x in enumerate(variables):
        for value in bits(store.window(x, 1, len(variables))):
            found[value] |= 1 << position
    return found


def _has(why: Explanation, x: int, value: int) -> bool:
    bit = value - why.base[x]
    return bit >= 0 and bool(why.masks[x] >> bit & 1)


def _need(why: Explanation, x: int, value: int) -> None:
    bit = value - why.base[x]
    if bit >= 0:
        why.need(x, 1 << bit)
