"""A line that an automaton reads, whose cells must all differ: both at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.primitives.automaton import Regular

if TYPE_CHECKING:
    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store
    from puzzledsl.steps.puzzle import Group

MOST_SITUATIONS = 4_000
"""Pairs of a state and the values used so far, at one place of the line; beyond them nothing is narrowed."""


class DifferentLine:
    """An automaton and "all different" on one line, by the states that can be reached with each set of used values."""

    def __init__(self, variables: tuple[int, ...], automaton: Automaton) -> None:
        self.variables = variables
        self.automaton = automaton

    def propagate(self, store: Store, costly: bool) -> None:  # noqa: ARG002 - it costs the same
        """Keep the values that occur in a reading of the whole line. The variables have masks with one base.

        Raises:
            Contradiction: there is none.
        """
        base, moves = store.base[self.variables[0]], self.automaton.moves
        layer = {(self.automaton.start, 0)}
        steps: list[list[tuple[tuple[int, int], int, tuple[int, int]]]] = []  # of each cell: from, value, to
        for x in self.variables:
            steps.append(
                [
                    ((state, used), 1 << position, (moves[state][base + position], used | 1 << position))
                    for state, used in layer
                    for position in bits(store.mask[x] & ~used)
                    if base + position in moves[state]
                ]
            )
            layer = {to for _, _, to in steps[-1]}
            if len(layer) > MOST_SITUATIONS:
                return
        alive = {(state, used) for state, used in layer if state in self.automaton.accepting}
        if not alive:
            raise Contradiction
        for x, of_cell in zip(reversed(self.variables), reversed(steps), strict=True):
            kept = [step for step in of_cell if step[2] in alive]
            left = 0
            for _, value, _ in kept:
                left |= value
            store.put(x, left)
            alive = {before for before, _, _ in kept}


def different_lines(constraints: Sequence[FlatConstraint], groups: Sequence[Group]) -> Iterator[DifferentLine]:
    """The automata among some constraints whose cells must all differ, by some groups."""
    for one in constraints:
        line = one.primitive
        if not one.condition and isinstance(line, Regular) and len(set(line.variables)) == len(line.variables) > 2:
            pairs = [1 << x | 1 << y for x, y in combinations(line.variables, 2)]
            if all(any(not pair & ~group.members for group in groups) for pair in pairs):
                yield DifferentLine(line.variables, line.automaton)
