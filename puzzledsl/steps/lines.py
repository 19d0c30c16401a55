"""Lines that an automaton reads, whose cells must all differ: both at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive, listed
from puzzledsl.primitives.automaton import Regular
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatConstraint, FlatNumbers
    from puzzledsl.steps.puzzle import Group


@record
class DifferentLine(Primitive):
    """``automaton`` accepts the values of ``variables``, each of them once, and no value occurs twice.

    Steps reason with it beside the two constraints that it follows from, so it has no rows.
    """

    variables: tuple[int, ...]
    automaton: Automaton

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables."""
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        """Run the automaton on different values."""
        word = [values[x] for x in self.variables]
        return len(set(word)) == len(word) and self.automaton.accepts(word)

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The variables, the number of the automaton."""
        return [*listed(self.variables), known.automaton(self.automaton)]


def different_lines(constraints: Sequence[FlatConstraint], groups: Sequence[Group]) -> Iterator[FlatConstraint]:
    """The automata among some constraints whose cells must all differ, by some groups, with that."""
    for one in constraints:
        line = one.primitive
        if not one.condition and isinstance(line, Regular) and len(set(line.variables)) == len(line.variables) > 2:
            pairs = [1 << x | 1 << y for x, y in combinations(line.variables, 2)]
            if all(any(not pair & ~group.members for group in groups) for pair in pairs):
                yield replace(one, primitive=DifferentLine(line.variables, line.automaton))
