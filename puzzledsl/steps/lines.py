"""A line that an automaton reads, whose cells must all differ: both at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.primitives.automaton import Regular

if TYPE_CHECKING:
    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store

MOST_SITUATIONS = 4_000
"""Pairs of a state and the values used so far, at one place of the line; beyond them nothing is narrowed."""


class DifferentLine:
    """An automaton and "all different" on one line, by the states that can be reached with each set of used values."""

    def __init__(self, variables: tuple[int, ...], automaton: Automaton) -> None:
        self.variables = variables
        self.automaton = automaton

    def propagate(self, store: Store) -> None:
        """Keep the values that occur in a reading of the whole line. The variables have masks with one base.

        Raises:
            Contradiction: there is none.
        """
        base = store.base[self.variables[0]]
        moves = self.automaton.moves
        layers: list[set[tuple[int, int]]] = [{(self.automaton.start, 0)}]
        for x in self.variables:
            mask = store.mask[x]
            layer: set[tuple[int, int]] = set()
            for state, used in layers[-1]:
                for position in bits(mask & ~used):
                    following = moves[state].get(base + position)
                    if following is not None:
                        layer.add((following, used | 1 << position))
            if len(layer) > MOST_SITUATIONS:
                return
            layers.append(layer)
        alive = {(state, used) for state, used in layers[-1] if state in self.automaton.accepting}
        if not alive:
            raise Contradiction
        for x, layer in zip(reversed(self.variables), reversed(layers[:-1]), strict=True):
            mask, left = store.mask[x], 0
            before: set[tuple[int, int]] = set()
            for state, used in layer:
                for position in bits(mask & ~used):
                    following = moves[state].get(base + position)
                    if following is not None and (following, used | 1 << position) in alive:
                        left |= 1 << position
                        before.add((state, used))
            store.put(x, left)
            alive = before


def different_lines(
    constraints: Sequence[FlatConstraint], peers: Sequence[int], base: Sequence[int], initial: Sequence[int]
) -> list[DifferentLine]:
    """The automata among some constraints whose cells must all differ.

    Args:
        peers, base, initial: by variable, as `Puzzle` has them; auxiliary variables have none.
    """
    found = []
    for one in constraints:
        line = one.primitive
        if one.condition or not isinstance(line, Regular) or len(line.variables) < 3:
            continue
        cells = line.variables
        if len(set(cells)) < len(cells) or any(x >= len(initial) or not initial[x] for x in cells):
            continue
        members = sum(1 << x for x in cells)
        alike = len({base[x] for x in cells}) == 1
        if alike and all(members & ~(1 << x) & ~peers[x] == 0 for x in cells):
            found.append(DifferentLine(cells, line.automaton))
    return found
