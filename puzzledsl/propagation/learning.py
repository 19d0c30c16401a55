"""Clauses learnt from contradictions, and what they remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.propagation.reasons import LEARNT
from puzzledsl.propagation.store import ASSUMED

if TYPE_CHECKING:
    from puzzledsl.propagation.reasons import Learnt
    from puzzledsl.propagation.store import Store


class Clauses:
    """Clauses over the variables of a store: two of the variables of each are watched.

    Moskewicz et al., Chaff: Engineering an Efficient SAT Solver (DAC 2001), on domains.

    Attributes:
        count: how many there are.
    """

    def __init__(self, store: Store, clauses: list[Learnt]) -> None:
        """Args: clauses: to which others may be added by `watch`."""
        self._store = store
        self._clauses = clauses
        self._watching: list[list[int]] = [[] for _ in store.mask]
        self.count = 0
        self._position = 0  # on the trail; what is before it has been looked at

    def back(self) -> None:
        """The store has been undone."""
        self._position = min(self._position, self._store.mark())

    def watch(self, number: int) -> None:
        """From now on; the first two variables are those that were narrowed last, or have values left."""
        self.count += 1
        for x in self._clauses[number].variables[:2]:
            self._watching[x].append(number)

    def first_look(self, number: int) -> int:
        """Narrow by a clause, nothing known of it: 0: no contradiction; else the cause that stands for it."""
        mask = self._store.mask
        variables, values = self._clauses[number].variables, self._clauses[number].values
        place = 0
        for i in range(len(variables)):
            if mask[variables[i]] & values[i]:
                _exchange(variables, values, i, place)
                place += 1
                if place == 2:
                    break
        self.watch(number)
        if not place:
            return LEARNT - number
        if place == 1:
            self._leave(variables[0], values[0], number)
        return 0

    def propagate(self) -> int:
        """Narrow until nothing changes: 0; or the cause that stands for a clause that cannot hold."""
        store, clauses = self._store, self._clauses
        mask = store.mask
        while self._position < store.mark():
            x = store.changed_at(self._position)
            self._position += 1
            watching = self._watching[x]
            kept = 0
            for i in range(len(watching)):
                number = watching[i]
                clause = clauses[number]
                variables, values = clause.variables, clause.values
                at = 0 if variables[0] == x else 1
                watching[kept] = number
                kept += 1
                if mask[x] & values[at] or len(variables) == 1:
                    if not mask[x] & values[at]:
                        self._rest(watching, i + 1, kept)
                        return LEARNT - number
                    continue
                y = variables[1 - at]
                other = values[1 - at]
                if not mask[y] & ~other:
                    continue
                found = False
                for j in range(2, len(variables)):
                    z = variables[j]
                    if mask[z] & values[j]:
                        _exchange(variables, values, at, j)
                        self._watching[z].append(number)
                        kept -= 1
                        found = True
                        break
                if found:
                    continue
                if not mask[y] & other:
                    self._rest(watching, i + 1, kept)
                    return LEARNT - number
                self._leave(y, other, number)
            del watching[kept:]
        return 0

    def drop(self, short: int, latest: int) -> None:
        """Forget the longer half of the clauses, but for short ones and the latest."""
        clauses = self._clauses
        watched: dict[int, None] = {}
        for watching in self._watching:
            for number in watching:
                watched[number] = None
        lengths = sorted([len(clauses[number].variables) for number in watched])
        most, old = max(short, lengths[len(lengths) // 2]), len(clauses) - latest
        kept = {number for number in watched if number >= old or len(clauses[number].variables) <= most}
        for x in range(len(self._watching)):
            self._watching[x] = [number for number in self._watching[x] if number in kept]
        self.count = len(kept)

    def _rest(self, watching: list[int], start: int, kept: int) -> None:
        watching[kept:] = watching[start:]

    def _leave(self, x: int, values: int, number: int) -> None:
        store = self._store
        store.cause = LEARNT - number
        store.put(x, store.mask[x] & values)
        store.cause = ASSUMED


def _exchange(variables: list[int], values: list[int], i: int, j: int) -> None:
    variables[i], variables[j] = variables[j], variables[i]
    values[i], values[j] = values[j], values[i]
