"""The absolute value of a variable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Absolute(Primitive):
    """``|operand| == result``."""

    operand: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((self.operand, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        return abs(values[self.operand]) == values[self.result]

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
