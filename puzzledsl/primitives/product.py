"""The product of two variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


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

    def numbers(self, known: FlatNumbers) -> list[int]:
        """Left, right and result."""
        known.check(known.largest(self.left) * known.largest(self.right))
        return [self.left, self.right, self.result]
