"""Few givens: dig, put some givens back, dig elsewhere, and start again from other grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.generation.recipe import Draft
from puzzledsl.time_limit import is_late, is_timed

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from puzzledsl.generation.prepared_model import PreparedModel
    from puzzledsl.search.digging import Excavation

WORK = 2_000_000
"""Calls of propagators that may be spent on reaching the number of givens asked for, and on givens that are hard to
decide. It applies where no time limit is set."""

FIRST_PATIENCE, GROWTH = 8_000, 8
"""Contradictions that a search may meet for a given about which an earlier one was given up, and how these grow."""

PATIENCE = 300
"""Rounds without progress after which another grid is tried."""

GRIDS = 4
"""Grids without progress after which the search ends, where no time limit is set."""

PUT_BACK = (1, 2, 2, 3, 4)
"""How many units are put back in a round: one of these numbers, each as likely."""


class Sparse:
    """The search for one puzzle with few givens."""

    def __init__(
        self,
        prepared: PreparedModel,
        draw: Callable[[], tuple[int, ...] | None],
        target: int | None,
        rng: Random,
    ) -> None:
        """Args:
        draw: a full grid, if there is one.
        target: givens, those of the model included; ``None``: any number, none of which can be dropped.
        """
        self.prepared = prepared
        self.draw = draw
        self.target = 0 if target is None else max(target - len(prepared.model.givens), 0)
        self.content = target is None
        self.rng = rng
        self.best: Draft | None = None
        self._idle = 0  # grids
        self._until = prepared.root.engine.steps + WORK

    def run(self) -> Draft | None:
        """The puzzle with the fewest givens that was found; ``None``: the time limit came before there was a grid."""
        while not self._done():
            solution = self.draw()
            if solution is None:
                break
            self._explore(solution)
        return self.best

    def _done(self) -> bool:
        if self.best is None:
            return False
        if self.content or len(self.best.givens) <= self.target:
            return True
        return self._is_over() or (not is_timed() and self._idle >= GRIDS)

    def _is_over(self) -> bool:
        """Whether the time is up, or the work done where no time is set."""
        is_spent = not is_timed() and self.prepared.root.engine.steps >= self._until
        return is_spent or is_late()

    def _explore(self, solution: tuple[int, ...]) -> None:
        """Puzzles of one grid."""
        prepared, rng = self.prepared, self.rng
        self._idle += 1
        place = prepared.excavation(solution, rng)
        order = rng.sample(prepared.units, len(prepared.units))
        given = self._dug(place, order)
        self._keep(solution, given, place.minimal)
        if self.content:
            self._decide(place, solution, given)
        fewest, idle = given.bit_count(), 0
        while not self._done() and idle < PATIENCE:
            kept = [unit for unit in prepared.units if unit & given]
            out = [unit for unit in prepared.units if not unit & given]
            back = rng.sample(out, min(rng.choice(PUT_BACK), len(out)))
            rng.shuffle(kept)
            found = self._dug(place, kept + back)
            count = found.bit_count()
            idle += 1
            if count <= given.bit_count():
                given = found
            if count < fewest:
                fewest, idle = count, 0
                self._keep(solution, given, place.minimal)

    def _decide(self, place: Excavation, solution: tuple[int, ...], given: int) -> None:
        """Dig on with more and more patience where searches were given up, until no given can be dropped."""
        patience = FIRST_PATIENCE
        while not place.minimal and not self._is_over():
            given = place.dig([unit for unit in self.prepared.units if unit & given], 0, patience)
            self._keep(solution, given, place.minimal)
            patience *= GROWTH

    def _dug(self, place: Excavation, order: list[int]) -> int:
        """Drop units down to the target number; where only large units are left, to the next number below."""
        found = place.dig(order, self.target)
        largest = max((unit.bit_count() for unit in order), default=1)
        if found.bit_count() > self.target and largest > 1 and not place.minimal:
            left = [unit for unit in order if unit & found]
            found = place.dig(left, max(self.target - largest + 1, 0))
        return found

    def _keep(self, solution: tuple[int, ...], given: int, minimal: bool) -> None:
        fewer = self.best is None or given.bit_count() < len(self.best.givens)
        if not fewer and not (self.content and minimal):
            return
        self._idle = 0
        cells = self.prepared.cells
        givens = {x: solution[x] for i, x in enumerate(cells) if given >> i & 1}
        self.best = Draft(solution, dict(sorted(givens.items())), minimal=minimal)
