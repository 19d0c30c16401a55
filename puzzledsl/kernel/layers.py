"""Finite automata over lines of cells: domain consistency layer by layer, where `paths` would be too many arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.row_masks import among, keep_among
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.moves import Moves
    from puzzledsl.kernel.path_reasons import Places
    from puzzledsl.kernel.store import Store

MOST_BYTES = 1 << 24
"""What an automaton remembers is dropped when it takes more; about as much again goes into the tables' own cells."""

EMPTY, START, ACCEPTING = 0, 1, 2
"""Numbers of the first three sets of states."""

PER_ENTRY = 100
"""Bytes of one entry of a table, roughly."""


class StateSets:
    """What follows sets of states of an automaton, for the lines of one engine: it remembers, and so is not shared.

    Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables (CP 2004). It is incremental by
    memory: which states follow a set of states by a set of values, which come before it, and which values lead from one
    set into another is remembered, for all lines that the automaton reads. What comes before the first cell that has
    changed and after the last one is then looked up, and so is most of what a search has met before.
    """

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self._after, self._before = moves.after, moves.before
        self._start, self._accepting = moves.start, moves.accepting
        self._entry = PER_ENTRY + (len(moves.letters) or moves.width) // 8
        self._forget()

    def _forget(self) -> None:
        """Begin with an empty memory."""
        self._states: list[list[int]] = []  # by set of states: those in it, in order
        self._members: list[bytes] = []  # from the first of them on, 1 for each state that is in it
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._forward: dict[tuple[int, int], int] = {}  # set, values → set
        self._backward: dict[tuple[int, int], int] = {}
        self._values: dict[tuple[int, int, int], int] = {}  # set, set, values → values
        self._size = 0
        self._numbered(bytearray(self._moves.count), 0, -1)
        for states in ([self._start], self._accepting):
            members = bytearray(self._moves.count)
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
        base, width, letters = self._moves.base, self._moves.width, self._moves.letters
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
        reached = bytearray(self._moves.count)
        lo, hi = self._moves.count, -1
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


def sets_in(store: Store, moves: Moves) -> StateSets:
    """Return the memory of an automaton in one engine."""
    found = store.shared.get(moves)
    if not isinstance(found, StateSets):
        found = store.shared[moves] = StateSets(moves)
    return found
