"""Depth-first search that is told which values to try first: solutions at random, and solutions near a given one."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.search import MOST_IN_ORDER, Branch, assume, narrowest, refute, without_masks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store

FIRST_RESTART = 20
"""Contradictions until the first restart."""

GROWTH = 1.3
"""Each run may meet so many times the contradictions of the one before."""

NO_VALUE = -(10**18)
"""In a list of preferred values: none is preferred."""


class GuidedSearch:
    """One model searched many times, from wherever its store has been narrowed to.

    Branches on the variable with the fewest values for the contradictions it has had to do with (Boussemart et al.,
    ECAI 2004), ties at random, and restarts. What it has learnt about the weight of variables is kept from one search
    to the next, until `begin`; nothing else is.

    Attributes:
        contradictions: met so far, over all searches: a measure of work that does not depend on the clock.
        complete: whether the latest search has not been given up.
    """

    def __init__(self, engine: Engine, variables: Sequence[int]) -> None:
        """Args:
        variables: those that a solution has to fix; none is real.
        """
        self.engine = engine
        self.contradictions = 0
        self.complete = True
        self._variables = list(variables)
        self._degrees = [1.0] * len(engine.store.mask)
        for constraint in engine.constraints:
            for x in constraint.primitive.scope:
                self._degrees[x] += 1.0
        self._weights = self._degrees.copy()

    def begin(self, rng: Random) -> None:
        """Forget what has been learnt; break ties as ``rng`` says."""
        self._weights = [degree + rng.random() for degree in self._degrees]

    def find(
        self,
        rng: Random,
        preferred: Sequence[int],
        most: int,
        deadline: float | None,
        accept: Callable[[tuple[int, ...]], bool],
    ) -> tuple[int, ...] | None:
        """A solution within the domains of the store, which has come to rest; the store is as before afterwards.

        Args:
            rng: chooses among the values where none is preferred.
            preferred: by variable, the value to be tried first, or `NO_VALUE`.
            most: contradictions until it is given up.
            deadline: on the clock of ``time.monotonic``.
            accept: whether values of the variables are a solution; else the search goes on.

        Returns:
            The values of the variables; ``None`` if there is no solution, or if it has been given up (see `complete`).
        """
        store = self.engine.store
        root = store.mark()
        limit = self.contradictions + most
        self.complete = True
        try:
            return self._runs(rng, preferred, limit, deadline, accept)
        except Contradiction:
            return None
        finally:
            store.undo(root)
            self.engine.forget()

    def _runs(
        self,
        rng: Random,
        preferred: Sequence[int],
        limit: int,
        deadline: float | None,
        accept: Callable[[tuple[int, ...]], bool],
    ) -> tuple[int, ...] | None:
        engine, weights = self.engine, self._weights
        store = engine.store
        mask, base = store.mask, store.base
        wide = without_masks(store, self._variables)
        open_variables = [x for x in self._variables if mask[x] & (mask[x] - 1)] + wide  # which get masks some time
        root, allowed = store.mark(), float(FIRST_RESTART)
        trail: list[Branch] = []
        latest = self.contradictions
        while True:
            if self.contradictions >= limit or (deadline is not None and monotonic() >= deadline):
                self.complete = False
                return None
            best, lowest = -1, 0.0
            for x in open_variables:
                size = mask[x].bit_count()
                if size > 1 and (best < 0 or size < lowest * weights[x]):
                    best, lowest = x, size / weights[x]
            if best < 0 and wide:
                widest = narrowest(wide, store, weights)
                best = -1 if widest is None else widest
            if best < 0:
                values = tuple([store.lo(x) for x in self._variables])
                if accept(values):
                    return values
                engine.culprit = None
                self._back(trail)
            else:
                value = preferred[best]
                if value != NO_VALUE and not store.has(best, value):
                    value = NO_VALUE
                if not mask[best] or mask[best].bit_count() > MOST_IN_ORDER:
                    low, high = _part(store, best, value, rng)
                else:
                    low = high = base[best] + _chosen(mask[best], rng) if value == NO_VALUE else value
                trail.append((store.mark(), best, low, high))
                try:
                    assume(store, best, low, high)
                    engine.run()
                except Contradiction:
                    self._back(trail)
            if not trail:  # what has been refuted at the root is refuted for good
                root = store.mark()
            elif self.contradictions - latest > allowed:
                store.undo(root)
                engine.forget()
                trail.clear()
                allowed *= GROWTH
                latest = self.contradictions

    def _back(self, trail: list[Branch]) -> None:
        """Go back to the last assumption that can be refuted without another contradiction.

        Raises:
            Contradiction: there is none.
        """
        engine, weights = self.engine, self._weights
        store = engine.store
        while True:
            self.contradictions += 1
            if engine.culprit is not None:
                for y in engine.constraints[engine.culprit].primitive.scope:
                    weights[y] += 1.0
            if not trail:
                raise Contradiction
            mark, x, low, high = trail.pop()
            store.undo(mark)
            engine.forget()
            try:
                refute(store, x, low, high)
                engine.run()
                return
            except Contradiction:
                if not trail:
                    raise


def _chosen(mask: int, rng: Random) -> int:
    """The position of one of the bits, each as likely."""
    skip = int(rng.random() * mask.bit_count())
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def _part(store: Store, x: int, preferred: int, rng: Random) -> tuple[int, int]:
    """The smallest and the largest value of one half of a large domain: that with the preferred value, if there is one;
    else any, the likelier the more it spans. Of few values that lie far apart, one."""
    low, high = store.lo(x), store.hi(x)
    if store.size(x) <= MOST_IN_ORDER:
        if preferred == NO_VALUE:
            values = list(store.values(x))
            preferred = values[int(rng.random() * len(values))]
        return preferred, preferred
    middle = (low + high) // 2
    if preferred == NO_VALUE:
        preferred = low + int(rng.random() * (high - low + 1))
    return (low, middle) if preferred <= middle else (middle + 1, high)
