"""The product of two variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Product(Primitive):
    """``left · right == result``; the three need not be distinct."""

    left: int
    right: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((self.left, self.right, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        return values[self.left] * values[self.right] == values[self.result]

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
