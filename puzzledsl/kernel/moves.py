"""The moves of an automaton, arranged to be followed by masks of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.paths import Network, network
from puzzledsl.kernel.store import SPAN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMON = 64
"""Values below it, none negative, are bits from 0 on, as in the store: nothing has to be shifted."""


class Moves:
    """The moves of an automaton, for all lines that it reads, also those of other engines.

    Nothing changes but that a network, which never changes either, is added when its length is first asked for.

    Attributes:
        base, width: the least of the values (or less), and how far they go from there: bits of masks.
        letters: where values lie far apart, all of them, each with its place for a bit; else empty.
        count: the number of states.
        start, accepting: the first state, and the last ones in order.
        after: by state (values, next state).
        before: by state (values, state before).
    """

    def __init__(self, moves: Sequence[Mapping[int, int]], start: int, accepting: frozenset[int]) -> None:
        lowest = highest = 0
        first = True
        for move in moves:
            for value in move:
                lowest = value if first else min(lowest, value)
                highest = value if first else max(highest, value)
                first = False
        self.base = 0 if lowest >= 0 and highest < COMMON else lowest
        self.width = highest - self.base + 1
        self.letters: list[int] = []
        if self.width > SPAN:
            self.letters = sorted({value for move in moves for value in move})
        bits = {value: i for i, value in enumerate(self.letters)}
        self.count = len(moves)
        self.start = start
        self.accepting = sorted(accepting)
        self.after: list[list[tuple[int, int]]] = []
        self.before: list[list[tuple[int, int]]] = [[] for _ in moves]
        for state, move in enumerate(moves):
            masks: dict[int, int] = {}
            for value, following in move.items():
                masks[following] = masks.get(following, 0) | 1 << (bits[value] if bits else value - self.base)
            edges: list[tuple[int, int]] = []
            for following, values in masks.items():
                edges.append((values, following))
                self.before[following].append((values, state))
            self.after.append(edges)
        self._networks: dict[int, Network | None] = {}

    def network(self, length: int) -> Network | None:
        """The accepted words of a length, at least 1, for all lines of that length; ``None``: too many arcs."""
        if length not in self._networks:
            self._networks[length] = network(self.after, self.start, set(self.accepting), length)
        return self._networks[length]
