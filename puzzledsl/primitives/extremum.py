"""The largest or smallest of several variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Extremum(Primitive):
    """``result`` is the largest (``kind`` is ``max``) or smallest (``min``) of one or more ``items``."""

    kind: str
    items: tuple[int, ...]
    result: int

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((*self.items, self.result)))

    def check(self, values: Sequence[int]) -> bool:
        numbers = [values[x] for x in self.items]
        return values[self.result] == (max(numbers) if self.kind == "max" else min(numbers))

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
