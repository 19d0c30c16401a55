"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.expressions import Automaton
from puzzledsl.flat import Primitive

if TYPE_CHECKING:
    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.variables))

    def check(self, values: Sequence[int]) -> bool:
        return self.automaton.accepts(values[x] for x in self.variables)

    def propagate(self, store: Store) -> None:
        pass  # filled in next

    def encode(self, words: Words) -> None:
        raise NotImplementedError
