"""All values different."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class AllDifferent(Primitive):
    """``x + offset`` all different, values in ``ignoring`` aside; no ``offsets``: all zero. A variable occurs once."""

    variables: tuple[int, ...]
    ignoring: frozenset[int] = frozenset()
    offsets: tuple[int, ...] = ()

    @property
    def scope(self) -> tuple[int, ...]:
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        offsets = self.offsets or (0,) * len(self.variables)
        shifted = [values[x] + offset for x, offset in zip(self.variables, offsets, strict=True)]
        counted = [value for value in shifted if value not in self.ignoring]
        return len(set(counted)) == len(counted)

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
