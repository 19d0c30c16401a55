"""Many small searches of one model: solutions at random, and solutions near a given one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine

FIRST_RESTART, GROWTH = 20, 1.3
"""As in `Search`: a search that has chosen badly starts over soon."""


class RandomSearch:
    """One model searched many times, from wherever its store has been narrowed to.

    What has been learnt about the weight of variables is kept from one search to the next, until `begin`.

    Attributes:
        complete: whether the latest search has not been given up.
    """

    def __init__(self, engine: Engine, variables: Sequence[int]) -> None:
        """Args:
        variables: those that a solution has to fix; none is real.
        """
        self.engine = engine
        self.complete = True
        self._variables = list(variables)
        self._degrees = first_weights(engine)
        self._weights = self._degrees.copy()

    def begin(self, rng: Random) -> None:
        """Forget what has been learnt; break ties as ``rng`` says."""
        self._weights = [degree + rng.random() for degree in self._degrees]

    def find(
        self,
        rng: Random,
        phases: Sequence[int] | None,
        most: int,
        accept: Callable[[tuple[int, ...]], bool],
    ) -> tuple[int, ...] | None:
        """A solution within the domains of the store, which is at its fixpoint; the store is as before afterwards.

        Args:
            rng: chooses among the values where none is to be tried first.
            phases: by variable number the values to try first, as a mask.
            most: contradictions until it is given up.
            accept: whether values of the variables are a solution; else the search goes on.

        Returns:
            The values of the variables; ``None`` if there is no solution, or if it has been given up (see `complete`).
        """
        store = self.engine.store
        root = store.mark()
        search = Search(
            self.engine,
            self._variables,
            accept,
            learning=NEVER,
            first_restart=FIRST_RESTART,
            growth=GROWTH,
            weights=self._weights,
            phases=phases,
            rng=rng,
        )
        self.complete = True
        values: tuple[int, ...] | None = None
        try:
            values = search.run(Budget(conflicts=most))
            self.complete = values is not None
        except Refuted:
            pass
        finally:
            self._weights = search.weights
            store.undo(root)
            self.engine.forget()
        return values

    def near(self, solution: Sequence[int]) -> list[int]:
        """What `find` takes as phases, so that values of a solution are tried first."""
        now = self.engine.store.snapshot()
        mask, base = now.mask, now.base
        phases = [0] * len(mask)
        for x in self._variables:
            shift = solution[x] - base[x]
            if 0 <= shift < mask[x].bit_length():
                phases[x] = 1 << shift
        return phases

    def other_than(
        self,
        solution: Sequence[int],
        variables: Sequence[int],
        rng: Random,
        most: int,
        accept: Callable[[tuple[int, ...]], bool],
    ) -> tuple[int, ...] | None:
        """A solution that differs from a known one in some of the variables. All else is as in `find`."""
        store, engine = self.engine.store, self.engine
        phases, root = self.near(solution), store.mark()
        self.complete = True
        try:
            for x in variables:
                if store.is_fixed(x):
                    continue
                before = store.mark()
                try:
                    store.remove(x, solution[x])
                    engine.run()
                    found = self.find(rng, phases, most, self._without(x, solution[x], accept))
                    if found is not None or not self.complete:
                        return found
                except Contradiction:
                    pass
                store.undo(before)
                engine.forget()
                store.fix(x, solution[x])
                engine.run()
            return None
        finally:
            store.undo(root)
            engine.forget()

    def _without(
        self, x: int, value: int, accept: Callable[[tuple[int, ...]], bool]
    ) -> Callable[[tuple[int, ...]], bool]:
        """What refuses a value that the store could not remove, since the domain has too many parts."""
        if not self.engine.store.has(x, value):
            return accept
        place = self._variables.index(x)
        return lambda values: values[place] != value and accept(values)
