"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatNumbers


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

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The variables, the number of the automaton."""
        return [*listed(self.variables), known.automaton(self.automaton)]
