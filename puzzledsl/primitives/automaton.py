"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from puzzledsl.flat import Primitive
from puzzledsl.kernel.diagram import Reader
from puzzledsl.kernel.diagram_line import Line
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


_arranged: WeakKeyDictionary[Automaton, Reader] = WeakKeyDictionary()
"""Shared by all lines that the same automaton reads, in any session: what is found there does not change."""


@record
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_line: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(self.variables))

    def check(self, values: Sequence[int]) -> bool:
        """Run the automaton."""
        return self.automaton.accepts(values[x] for x in self.variables)

    @cached_property
    def reader(self) -> Reader:
        """The automaton with masks of values, shared by all lines that it reads."""
        known = _arranged.get(self.automaton)
        if known is None:
            machine = self.automaton
            known = _arranged[machine] = Reader(machine.moves, machine.start, machine.accepting)
        return known

    def _line(self, store: Store) -> Line:
        return store.owned(self, Line, self.reader, self.variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency by reachability forwards and backwards (at the costly priority)."""
        if store.costly:
            self._line(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the values that would lead the automaton to an end."""
        return self._line(why.store).explain(why, x, gone)
