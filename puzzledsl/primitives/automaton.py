"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from puzzledsl.flat import Primitive, listed
from puzzledsl.kernel.diagram import Reader
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatNumbers


_arranged: WeakKeyDictionary[Automaton, Reader] = WeakKeyDictionary()
"""Shared by all lines that the same automaton reads, in any session: what is found there does not change."""


@record
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton

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

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The variables, the number of the automaton."""
        return [*listed(self.variables), known.automaton(self.automaton)]
