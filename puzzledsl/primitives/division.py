"""Integer division and its rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Division(Primitive):
    """``result`` is ``dividend // divisor`` (``kind`` is ``div``) or ``dividend % divisor`` (``mod``), as in Python.

    Floor semantics: the rest has the sign of the divisor. False when the divisor is 0.
    """

    kind: str
    dividend: int
    divisor: int
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((self.dividend, self.divisor, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        above, below = values[self.dividend], values[self.divisor]
        if below == 0:
            return False
        return values[self.result] == (above // below if self.kind == "div" else above % below)

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
