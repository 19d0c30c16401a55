"""Which givens of a puzzle can be dropped: propagation first, then a search for one other solution.

Givens are removed from a full grid ("digging holes": Xue et al., Sudoku Puzzles Generating: from Easy to Evil, 2009).
The test for one given is a small search: do the other givens, with a different value at its cell, leave any solution?
Each solution found excludes all sets of givens that it agrees with; it is kept as the set of cells in which it differs
(unavoidable sets: McGuire, Tugemann and Civario, There Is No 16-Clue Sudoku, Experimental Mathematics 23, 2014). Every
unique puzzle gives a cell of each such set, and most candidates are refused by that alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from puzzledsl.search.random_search import RandomSearch

MOST_KEPT = 3_000
"""Sets of differing cells that are kept."""

LEAST_PATIENCE = 60
"""Contradictions that a search may always meet."""


class Excavation:
    """Digs puzzles with exactly one given solution out of that solution.

    Cells are positions in ``cells``; sets of them are bits of an integer. They are given or dropped by *units*
    (symmetric orbits), which partition the cells.

    Attributes:
        differing: the sets of cells in which other solutions differ from this one.
        minimal: of the latest puzzle no unit can be dropped, and that is proven.
    """

    def __init__(
        self,
        search: RandomSearch,
        cells: Sequence[int],
        units: Sequence[int],
        always: int,
        solution: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool],
        rng: Random,
        patience: int,
    ) -> None:
        """Args:
        search: over a model at its root.
        cells: variables.
        units: sets of cells.
        always: cells that are always given, in no unit.
        solution: by variable.
        patience: contradictions after which a search is given up, and the given kept; half as many from then on.
        """
        self.differing: list[int] = []
        self.minimal = False
        self._search = search
        self._cells = list(cells)
        self._always = always
        self._solution = list(solution)
        self._accept = accept
        self._rng = rng
        self._patience = patience
        self._unit_of = [0] * len(self._cells)
        for unit in units:
            for i in bits(unit):
                self._unit_of[i] = unit
        self._given = 0
        self._count = 0
        self._floor = 0

    def dig(self, order: Sequence[int], floor: int, patience: int = 0) -> int:
        """Drop units of a unique puzzle as long as it stays unique; what is left of it.

        Args:
            order: its units, those to be dropped first in front.
            floor: so many givens are left at least, those included that are always given.
            patience: contradictions after which a search is given up; 0: as many as before.
        """
        self._patience = patience or self._patience
        self._given = self._always
        for unit in order:
            self._given |= unit
        self._count = self._given.bit_count()
        self._floor = floor
        self.minimal = True
        store, engine = self._search.engine.store, self._search.engine
        mark = store.mark()
        try:
            self._fix([self._always])
            self._reduce(list(order))
        finally:
            store.undo(mark)
            engine.forget()
        return self._given

    def _fix(self, units: Sequence[int]) -> None:
        """Give cells their values, and propagate."""
        cells = [self._cells[i] for unit in units for i in bits(unit)]
        self._search.engine.store.fix_all({x: self._solution[x] for x in cells})
        self._search.engine.run()

    def _is_open(self, units: Iterable[int]) -> bool:
        """Whether the value of a cell of some unit is not determined yet."""
        now = self._search.engine.store.snapshot()
        return any(not now.is_fixed(self._cells[i]) for unit in units for i in bits(unit))

    def _drop(self, unit: int) -> None:
        size = unit.bit_count()
        if self._count - size >= self._floor:
            self._given &= ~unit
            self._count -= size
        else:
            self.minimal = False

    def _reduce(self, units: list[int]) -> None:
        """Drop what can be dropped of these units, one after another. The store has all other givens."""
        units, needed = self._sorted_out(units)
        if not units:
            return
        if self._count <= self._floor or is_late():
            self.minimal = False
            return
        store, engine = self._search.engine.store, self._search.engine
        if needed:
            self._fix(needed)
        if not self._is_open(units):
            for unit in units:
                self._drop(unit)
            return
        if len(units) == 1:
            if self._count - units[0].bit_count() < self._floor:
                self.minimal = False
            elif self._is_implied(units[0]):
                self._drop(units[0])
            return
        half = len(units) // 2
        first, second = units[:half], units[half:]
        mark = store.mark()
        self._fix(second)
        self._reduce(first)
        store.undo(mark)
        engine.forget()
        left = [unit for unit in first if unit & self._given]
        if left:
            self._fix(left)
        self._reduce(second)

    def _sorted_out(self, units: list[int]) -> tuple[list[int], list[int]]:
        """The units that may turn out to be superfluous, and those that known solutions show to be needed."""
        given, needed = self._given, 0
        unit_of = self._unit_of
        for cells in self.differing:
            hit = cells & given
            unit = unit_of[hit.bit_length() - 1]  # of the last cell that is hit
            if hit and not hit & ~unit:
                needed |= unit
        if not needed:
            return units, []
        return [unit for unit in units if not unit & needed], [unit for unit in units if unit & needed]

    def _is_implied(self, unit: int) -> bool:
        """Whether all solutions that are left agree with ours in a unit."""
        search, cells = self._search, [self._cells[i] for i in bits(unit)]
        other = search.other_than(self._solution, cells, self._rng, self._patience, self._accept)
        if other is not None:
            self._learn(other)
        elif search.complete:
            return True
        else:
            self._patience = max(self._patience // 2, LEAST_PATIENCE)
            self.minimal = False
        return False

    def _learn(self, other: Sequence[int]) -> None:
        differing = 0
        for i, x in enumerate(self._cells):
            if other[x] != self._solution[x]:
                differing |= 1 << i
        self.differing.append(differing)
        if len(self.differing) > MOST_KEPT:
            self.differing.sort(key=int.bit_count)
            del self.differing[MOST_KEPT // 2 :]
