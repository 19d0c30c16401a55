"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from puzzledsl.flat import Primitive
from puzzledsl.kernel.moves import Moves
from puzzledsl.kernel.paths import AutomatonLine
from puzzledsl.primitives import network
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


_arranged: WeakKeyDictionary[Automaton, Moves] = WeakKeyDictionary()
"""Shared by all lines that the same automaton reads, in any session: what is found there does not change."""


@record
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(self.variables))

    def check(self, values: Sequence[int]) -> bool:
        """Run the automaton."""
        return self.automaton.accepts(values[x] for x in self.variables)

    @cached_property
    def _moves(self) -> Moves:
        known = _arranged.get(self.automaton)
        if known is None:
            known = _arranged[self.automaton] = Moves(
                self.automaton.moves, self.automaton.start, self.automaton.accepting
            )
        return known

    def _line(self, store: Store) -> AutomatonLine:
        return store.owned(self, AutomatonLine, self._moves, self.variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency by reachability forwards and backwards (at the costly priority)."""
        if store.costly:
            self._line(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the values that would lead the automaton to an end."""
        return self._line(why.store).explain(why, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """A flow through the layered network of the states, see `network`."""
        if not self.variables:
            empty = self.automaton.start in self.automaton.accepting
            builder.row(combine(()), 0 if empty else 1, None)
            return
        layers = network.unroll(self.automaton, [builder.domain(x) for x in self.variables])
        network.write(builder, self.variables, layers)
