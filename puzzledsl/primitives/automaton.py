"""A finite automaton accepts a line of cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.encodings.words import combine
from puzzledsl.flat import Primitive
from puzzledsl.primitives import network
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Words
    from puzzledsl.expressions import Automaton
    from puzzledsl.propagation.store import Store


@dataclass(frozen=True)
class Regular(Primitive):
    """``automaton`` accepts the values of ``variables``, read in order; a variable may be read more than once."""

    variables: tuple[int, ...]
    automaton: Automaton
    deep: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(self.variables))

    def check(self, values: Sequence[int]) -> bool:
        """Run the automaton."""
        return self.automaton.accepts(values[x] for x in self.variables)

    @cached_property
    def _edges(self) -> tuple[int, int, list[list[tuple[int, int]]]]:
        """The smallest value read, the width of the range of values, and by state (next state, mask of values)."""
        moves = self.automaton.moves
        known = [value for move in moves for value in move]
        base = min(known, default=0)
        edges: list[list[tuple[int, int]]] = []
        for move in moves:
            masks: dict[int, int] = {}
            for value, following in move.items():
                masks[following] = masks.get(following, 0) | 1 << (value - base)
            edges.append(list(masks.items()))
        return base, max(known, default=0) - base + 1, edges

    def propagate(self, store: Store) -> None:
        """Domain consistency by reachability forwards and backwards (when thorough).

        Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (CP 2004).
        """
        if not store.thorough:
            return
        base, width, edges = self._edges
        masks = [store.window(x, base, width) for x in self.variables]
        states = {self.automaton.start}
        layers = [states]
        for mask in masks:
            states = {following for state in states for following, values in edges[state] if values & mask}
            layers.append(states)
        alive = states & self.automaton.accepting
        if not alive:
            raise Contradiction
        for i in range(len(masks) - 1, -1, -1):
            mask, kept, before = masks[i], 0, set()
            for state in layers[i]:
                for following, values in edges[state]:
                    if following in alive and values & mask:
                        kept |= values
                        before.add(state)
            store.keep_window(self.variables[i], base, kept & mask)
            alive = before

    def encode(self, words: Words) -> None:
        """A flow through the layered network of the states, see `network`."""
        if not self.variables:
            empty = self.automaton.start in self.automaton.accepting
            words.row(combine(()), 0 if empty else 1, None)
            return
        layers = network.unroll(self.automaton, [words.domain(x) for x in self.variables])
        network.write(words, self.variables, layers)
