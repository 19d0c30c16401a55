"""Clauses learnt from contradictions, and what they remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import ASSUMED
from puzzledsl.search.conflict_analysis import LEARNT, Learnt

if TYPE_CHECKING:
    from puzzledsl.kernel.store import Store


_NO_WATCHES: list[int] = []
"""Stands for all lists to which nothing has been added yet."""

_BEST = 3 << 20
"""Clauses of up to two levels are never deleted, because each is as useful as a constraint ("glue clauses")."""

_FORGOTTEN = Learnt([], [], 0)
"""Stands for all clauses that have been dropped: a long search drops millions."""


class Clauses:
    """Clauses over the variables of a store: one value each of two of its variables is watched.

    Moskewicz et al., Chaff: Engineering an Efficient SAT Solver (DAC 2001), on domains.

    Attributes:
        count: how many there are.
        visits: how often one has been looked at: a measure of work.
    """

    def __init__(self, store: Store, clauses: list[Learnt]) -> None:
        """Args: clauses: to which others may be added by `watch`."""
        self._store = store
        self._clauses = clauses
        widths = [mask.bit_length() for mask in store.mask]
        for position in range(store.mark()):
            x, before, _ = store.change(position)
            widths[x] = max(widths[x], before.bit_length())
        self._first: list[int] = []  # by variable the place of its bit 0 in ``_watching``
        total = 0
        for width in widths:
            self._first.append(total)
            total += width
        # By value of a variable, who watches it: the number of a clause and its values of this variable, in turn. With
        # the values at hand, most clauses need not be looked at: they have another value left, which they watch then.
        self._watching: list[list[int]] = [_NO_WATCHES] * total
        self.count = 0
        self.visits = 0
        self._position = 0  # on the trail; what is before it has been looked at

    def back(self) -> None:
        """The store has been undone."""
        self._position = min(self._position, self._store.mark())

    def watch(self, number: int) -> None:
        """Watch a clause from now on; its first two variables were narrowed last, or have values left."""
        self.count += 1
        variables, values = self._clauses[number].variables, self._clauses[number].values
        mask = self._store.mask
        for i in range(min(2, len(variables))):
            x = variables[i]
            self._watch(x, mask[x] & values[i] or self._latest(x, values[i]), number, values[i])

    def _latest(self, x: int, values: int) -> int:
        """Values of a variable that has lost them all, those that it lost last: they are the first to come back."""
        store = self._store
        for position in range(store.mark() - 1, -1, -1):
            y, before, _ = store.change(position)
            if y == x and before & values:
                return before & values
        return values  # they were never there

    def _watch(self, x: int, left: int, number: int, values: int) -> None:
        """Watch one of the values that are left of those of a clause."""
        place = self._first[x] + (left & -left).bit_length() - 1
        watching = self._watching[place]
        if watching is _NO_WATCHES:
            self._watching[place] = [number, values]
        else:
            watching.append(number)
            watching.append(values)

    def first_look(self, number: int) -> int:
        """Propagate a clause for the first time: 0 if there is no contradiction, else the cause that stands for it."""
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
        store = self._store
        mask = store.mask
        # Domains of which all losses have been looked at: a variable may occur often on the trail.
        seen: dict[int, int] = {}
        while self._position < store.mark():
            x, before, _ = store.change(self._position)
            self._position += 1
            now = mask[x]
            gone = seen.get(x, before) & ~now
            seen[x] = now
            first = self._first[x]
            while gone:
                low = gone & -gone
                gone ^= low
                place = first + low.bit_length() - 1
                if self._watching[place]:
                    culprit = self._lost(x, place)
                    if culprit:
                        return culprit
        return 0

    def _lost(self, x: int, place: int) -> int:
        """Look at the clauses that watch a value which is gone; returns what `propagate` does."""
        clauses, mask = self._clauses, self._store.mask
        watching = self._watching[place]
        self.visits += len(watching) >> 1
        own = mask[x]
        kept = 0
        for i in range(0, len(watching), 2):
            number, watched = watching[i], watching[i + 1]
            left = own & watched
            if left:
                self._watch(x, left, number, watched)
                continue
            clause = clauses[number]
            variables, values = clause.variables, clause.values
            at = 0 if variables[0] == x else 1
            watching[kept] = number
            watching[kept + 1] = watched
            kept += 2
            if len(variables) == 1:
                watching[kept:] = watching[i + 2 :]
                return LEARNT - number
            y = variables[1 - at]
            other = values[1 - at]
            if not mask[y] & ~other:
                continue
            for j in range(2, len(variables)):
                left = mask[variables[j]] & values[j]
                if left:
                    _exchange(variables, values, at, j)
                    self._watch(variables[at], left, number, values[at])
                    kept -= 2
                    break
            else:
                if not mask[y] & other:
                    watching[kept:] = watching[i + 2 :]
                    return LEARNT - number
                self._leave(y, other, number)
        del watching[kept:]
        return 0

    def drop(self, latest: int) -> None:
        """Forget the worse half of the clauses, but for the best and the latest. Nothing is assumed.

        Those of few levels are better (Audemard & Simon, IJCAI 2009), and among these those of few variables.
        """
        clauses = self._clauses
        watched: dict[int, None] = {}
        for watching in self._watching:
            for number in watching[::2]:
                watched[number] = None
        old = len(clauses) - latest
        order = sorted([_badness(clauses[number]) for number in watched])
        most = max(order[len(order) // 2], _BEST)
        kept = {number for number in watched if number >= old or _badness(clauses[number]) <= most}
        for place, watching in enumerate(self._watching):
            if watching:
                self._watching[place] = [
                    watching[i + side] for i in range(0, len(watching), 2) if watching[i] in kept for side in (0, 1)
                ]
        for number in watched:
            if number not in kept:
                clauses[number] = _FORGOTTEN
        self.count = len(kept)

    def _leave(self, x: int, values: int, number: int) -> None:
        store = self._store
        store.cause = LEARNT - number
        store.put(x, store.mask[x] & values)
        store.cause = ASSUMED


def _badness(clause: Learnt) -> int:
    """By levels, then by variables."""
    return (clause.levels << 20) + len(clause.variables)


def _exchange(variables: list[int], values: list[int], i: int, j: int) -> None:
    variables[i], variables[j] = variables[j], variables[i]
    values[i], values[j] = values[j], values[i]
