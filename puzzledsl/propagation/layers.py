"""Finite automata over lines of cells: domain consistency layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.propagation.store import Store


class Moves:
    """The moves of an automaton, arranged to be followed by masks of values and masks of states.

    Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (CP 2004).
    """

    def __init__(self, moves: Sequence[Mapping[int, int]], start: int, accepting: frozenset[int]) -> None:
        lowest = highest = 0
        first = True
        for move in moves:
            for value in move:
                lowest = value if first else min(lowest, value)
                highest = value if first else max(highest, value)
                first = False
        self._base = lowest
        self._width = highest - lowest + 1
        self._start = 1 << start
        self._accepting = 0
        for state in accepting:
            self._accepting |= 1 << state
        self._edges: list[list[tuple[int, int]]] = []  # by state (next state as a bit, values)
        for move in moves:
            masks: dict[int, int] = {}
            for value, following in move.items():
                masks[following] = masks.get(following, 0) | 1 << (value - lowest)
            self._edges.append([(1 << following, values) for following, values in masks.items()])

    def propagate(self, store: Store, variables: Sequence[int]) -> None:
        """Keep the values on paths from the start to an accepting state.

        Raises Contradiction when there is no such path.
        """
        edges = self._edges
        masks: list[int] = []
        states, layers = self._start, [self._start]
        for x in variables:
            mask = store.window(x, self._base, self._width)
            masks.append(mask)
            following, pending = 0, states
            while pending:
                low = pending & -pending
                pending ^= low
                for target, values in edges[low.bit_length() - 1]:
                    if values & mask:
                        following |= target
            states = following
            layers.append(states)
        alive = states & self._accepting
        if not alive:
            raise Contradiction
        for i in range(len(masks) - 1, -1, -1):
            mask, kept, before, pending = masks[i], 0, 0, layers[i]
            while pending:
                low = pending & -pending
                pending ^= low
                for target, values in edges[low.bit_length() - 1]:
                    if target & alive and values & mask:
                        kept |= values
                        before |= low
            store.keep_window(variables[i], self._base, kept & mask)
            alive = before
