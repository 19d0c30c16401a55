"""Allowed combinations of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Table(Primitive):
    """The values of ``variables`` (each occurs once) are one of ``rows``."""

    variables: tuple[int, ...]
    rows: frozenset[tuple[int, ...]]

    @property
    def scope(self) -> tuple[int, ...]:
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        return tuple(values[x] for x in self.variables) in self.rows

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
