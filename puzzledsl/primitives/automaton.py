"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from puzzledsl.encodings.words import combine
from puzzledsl.flat import Primitive
from puzzledsl.primitives import network
from puzzledsl.propagation.layers import Moves
from puzzledsl.propagation.paths import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Words
    from puzzledsl.expressions import Automaton
    from puzzledsl.propagation.store import Store


_arranged: WeakKeyDictionary[Automaton, Moves] = WeakKeyDictionary()
"""Shared by all lines that the same automaton reads."""


@dataclass(frozen=True)
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton
    deep: ClassVar[bool] = True
    shallow: ClassVar[bool] = False

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(self.variables))

    def check(self, values: Sequence[int]) -> bool:
        """Run the automaton."""
        return self.automaton.accepts(values[x] for x in self.variables)

    @cached_property
    def _line(self) -> Line:
        known = _arranged.get(self.automaton)
        if known is None:
            known = _arranged[self.automaton] = Moves(
                self.automaton.moves, self.automaton.start, self.automaton.accepting
            )
        return Line(known, self.variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency by reachability forwards and backwards (when thorough)."""
        if store.thorough:
            self._line.propagate(store)

    def encode(self, words: Words) -> None:
        """A flow through the layered network of the states, see `network`."""
        if not self.variables:
            empty = self.automaton.start in self.automaton.accepting
            words.row(combine(()), 0 if empty else 1, None)
            return
        layers = network.unroll(self.automaton, [words.domain(x) for x in self.variables])
        network.write(words, self.variables, layers)
