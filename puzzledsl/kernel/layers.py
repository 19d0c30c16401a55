"""Finite automata over lines of cells: domain consistency layer by layer, where `paths` would be too many arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.paths import Network, network
from puzzledsl.kernel.row_masks import among, keep_among
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.path_reasons import Places
    from puzzledsl.kernel.store import Store

MOST_BYTES = 1 << 24
"""What an automaton remembers is dropped when it takes more; about as much again goes into the tables' own cells."""

EMPTY, START, ACCEPTING = 0, 1, 2
"""Numbers of the first three sets of states."""

COMMON = 64
"""Values below it, none negative, are bits from 0 on, as in the store: nothing has to be shifted."""

PER_ENTRY = 100
"""Bytes of one entry of a table, roughly."""


class Moves:
    """The moves of an automaton, arranged to be followed by sets of states and masks of values.

    Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (CP 2004). It is incremental by
    memory: which states follow a set of states by a set of values, which come before it, and which values lead from one
    set into another is remembered, for all lines that the automaton reads. What comes before the first cell that has
    changed and after the last one is then looked up, and so is most of what a search has met before.

    Attributes:
        base, width: the least of the values (or less), and how far they go from there: bits of masks.
        letters: where values lie far apart, all of them, each with its place for a bit; else empty.
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
        self._entry = PER_ENTRY + (len(bits) or self.width) // 8
        self._count = len(moves)
        self._start = start
        self._accepting = sorted(accepting)
        self._after: list[list[tuple[int, int]]] = []  # by state (values, next state)
        self._before: list[list[tuple[int, int]]] = [[] for _ in moves]  # by state (values, state before)
        for state, move in enumerate(moves):
            masks: dict[int, int] = {}
            for value, following in move.items():
                masks[following] = masks.get(following, 0) | 1 << (bits[value] if bits else value - self.base)
            edges: list[tuple[int, int]] = []
            for following, values in masks.items():
                edges.append((values, following))
                self._before[following].append((values, state))
            self._after.append(edges)
        self._networks: dict[int, Network | None] = {}
        self._forget()

    def network(self, length: int) -> Network | None:
        """The accepted words of a length, at least 1, for all lines of that length; ``None``: too many arcs."""
        if length not in self._networks:
            self._networks[length] = network(self._after, self._start, set(self._accepting), length)
        return self._networks[length]

    def _forget(self) -> None:
        """Begin with an empty memory."""
        self._states: list[list[int]] = []  # by set of states: those in it, in order
        self._members: list[bytes] = []  # from the first of them on, 1 for each state that is in it
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._forward: dict[tuple[int, int], int] = {}  # set, values → set
        self._backward: dict[tuple[int, int], int] = {}
        self._values: dict[tuple[int, int, int], int] = {}  # set, set, values → values
        self._size = 0
        self._numbered(bytearray(self._count), 0, -1)
        for states in ([self._start], self._accepting):
            members = bytearray(self._count)
            for state in states:
                members[state] = 1
            # Not by `_numbered`: the start may be all that is accepting, and each needs a number of its own.
            self._states.append(states)
            self._members.append(bytes(members[states[0] : states[-1] + 1] if states else b""))

    def propagate(self, store: Store, variables: Sequence[int]) -> None:
        """Keep the values on paths from the start to an accepting state.

        Raises Contradiction when there is no such path.
        """
        if not variables:
            if self._start not in self._accepting:
                raise Contradiction
            return
        if self._size > MOST_BYTES:
            self._forget()
        base, width, letters = self.base, self.width, self.letters
        masks: list[int] = []
        layers: list[int] = []
        reached = START
        for x in variables:
            mask = among(store, x, letters) if letters else store.window(x, base, width)
            masks.append(mask)
            layers.append(reached)
            found = self._forward.get((reached, mask), -1)
            reached = found if found >= 0 else self._stepped(self._forward, self._after, reached, mask)
            if reached == EMPTY:
                raise Contradiction
        alive = ACCEPTING
        for i in range(len(masks) - 1, -1, -1):
            mask = masks[i]
            before = layers[i]
            kept = self._values.get((before, alive, mask), -1)
            if kept < 0:
                kept = self._leading(before, alive, mask)
            if not kept:
                raise Contradiction
            if letters:
                keep_among(store, variables[i], letters, kept)
            else:
                store.keep_window(variables[i], base, kept)
            alive = self._known_before(alive, mask)

    def explain(self, why: Explanation, variables: Sequence[int], places: Places) -> bool:
        """Explain why there is no path within the domains, as in `path_reasons`; False: there is one."""
        if self._size > MOST_BYTES:
            self._forget()
        leading = [ACCEPTING]  # from the end, the states from which there is a path within the domains,
        useful = [ACCEPTING]  # and those from which there is one with the values that may be given back
        for i in range(len(variables) - 1, -1, -1):
            leading.append(self._known_before(leading[-1], places.present[i]))
            useful.append(self._known_before(useful[-1], places.present[i] | places.absent[i]))
        if self._start in self._states[leading.pop()]:
            return False
        useful.pop()
        states = [self._start]
        for i, y in enumerate(variables):
            number = leading.pop()
            bad, first_bad = self._members[number], self._states[number][0] if self._states[number] else 0
            number = useful.pop()
            good, first_good = self._members[number], self._states[number][0] if self._states[number] else 0
            rest, needed = places.absent[i], 0
            if rest:
                for state in states:
                    for values, target in self._after[state]:
                        place = target - first_bad
                        if values & rest and 0 <= place < len(bad) and bad[place]:
                            needed |= values & rest
                if needed:
                    places.need(why, y, i, needed)
                    rest ^= needed
            rest |= places.present[i]
            following: set[int] = set()
            for state in states:
                for values, target in self._after[state]:
                    place = target - first_good
                    if values & rest and 0 <= place < len(good) and good[place]:
                        following.add(target)
            states = list(following)
        return True

    def _known_before(self, number: int, mask: int) -> int:
        found = self._backward.get((number, mask), -1)
        return found if found >= 0 else self._stepped(self._backward, self._before, number, mask)

    def _stepped(
        self, known: dict[tuple[int, int], int], edges: list[list[tuple[int, int]]], number: int, mask: int
    ) -> int:
        """The set of states that follow (or come before) those of a set by one of the values."""
        reached = bytearray(self._count)
        lo, hi = self._count, -1
        for state in self._states[number]:
            for values, target in edges[state]:
                if values & mask:
                    reached[target] = 1
                    if target < lo:
                        lo = target
                    if target > hi:
                        hi = target
        found = self._numbered(reached, lo, hi)
        known[number, mask] = found
        self._size += self._entry
        return found

    def _leading(self, number: int, into: int, mask: int) -> int:
        """The values that lead from a state of one set into a state of another."""
        targets = self._members[into]
        size = len(targets)
        first = self._states[into][0] if size else 0
        found = 0
        for state in self._states[number]:
            for values, target in self._after[state]:
                if values & mask & ~found:
                    place = target - first
                    if 0 <= place < size and targets[place]:
                        found |= values & mask
            if found == mask:
                break
        self._values[number, into, mask] = found
        self._size += self._entry
        return found

    def _numbered(self, reached: bytearray, lo: int, hi: int) -> int:
        """The number of a set of states, none of them below ``lo`` or above ``hi``."""
        if hi < 0:
            lo = 0
        members = bytes(reached[lo : hi + 1])
        number = self._numbers.get((lo, members), -1)
        if number < 0:
            number = self._numbers[lo, members] = len(self._states)
            states: list[int] = []
            for place, there in enumerate(members):
                if there:
                    states.append(lo + place)
            self._states.append(states)
            self._members.append(members)
            self._size += PER_ENTRY + len(members) + 8 * len(states)
        return number
