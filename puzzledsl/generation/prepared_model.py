"""A model prepared for generation: propagated to its root, with the cells that may be given, by symmetric orbits."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.answer import Assignment, Options
from puzzledsl.diagnostics import failure
from puzzledsl.generation.symmetry import orbits
from puzzledsl.search.digging import Excavation
from puzzledsl.search.random_search import RandomSearch
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import OutOfTime, check_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Grid, Model
    from puzzledsl.presolve.presolve import Root

MOST_TRIED = 5_000
"""Contradictions until the search for a full grid, or for a second one, is given up."""

PATIENCE = 1_000
"""Contradictions until one search for another solution is given up, and the given in question is kept."""


class PreparedModel:
    """A model at its root, and what puzzles made from it may give.

    Attributes:
        cells: variables that may be given; not those that the model gives already.
        units: sets of cells that are given or left open together, as bits by position in ``cells``.
        always: cells that must be given, since a cell that the model itself gives is their counterpart.
    """

    def __init__(self, model: Model, symmetric: str = "none") -> None:
        """Raises PuzzleError: nothing can be generated from such a model, or it does not have the symmetry."""
        self._grids = [grid for grid in model.grids if grid.has_values]
        if not self._grids:
            advice = "declare one first, such as `grid cell[9, 9] in 1..9`"
            if model.genre:
                advice = f"`--clues` chooses clues for the layouts of the genre `{model.genre}`"
            raise failure("the model has no grid that could have givens", helps=(advice,), code="givens")
        _refuse_unbounded(model)
        self.model = model
        self.cells: list[int] = []
        self.units: list[int] = []
        self.always = 0
        self._orbits = {grid.name: _orbits_of(grid, symmetric) for grid in self._grids}

    @cached_property
    def session(self) -> SolverSession:
        """The session of the model.

        Raises:
            OutOfTime: the time limit came first.
        """
        return SolverSession(self.model, Options(solver="search"))

    @cached_property
    def root(self) -> Root:
        """The model at its fixpoint; its ``contradiction`` may be set.

        Raises:
            OutOfTime: the time limit came first.
        """
        root = self.session.root()
        if root is None:
            raise OutOfTime
        return root

    def close(self) -> None:
        """End the session."""
        if "session" in vars(self):
            self.session.close()

    @cached_property
    def search(self) -> RandomSearch:
        """The search that finds solutions."""
        return RandomSearch(self.root.engine, range(self.session.flat.sources))

    def random_solution(self, rng: Random) -> Assignment | None:
        """Values of all variables, chosen at random.

        Values are tried in random order, and variables among equals, so every solution may come; not each as likely
        as any other. ``None``: there is none if ``search.complete``, else it has been given up.
        """
        if self.root.contradiction is not None:
            self.search.complete = True
            return None
        search = self.search
        search.begin(rng)
        return search.find(rng, None, MOST_TRIED, self.session.accepts)

    def settle(self, solution: Sequence[int], rng: Random) -> None:
        """Choose which grids get givens, from one solution; and list the cells.

        The main grid gets some, and each further one that those before it leave open.

        Raises:
            OutOfTime: the time limit came first. Nothing is chosen then.
        """
        chosen: list[Grid] = []
        store, engine = self.root.store, self.root.engine
        for grid in self._grids:
            mark = store.mark()
            try:
                store.fix_all({x: solution[x] for before in chosen for x in _numbers(before)})
                engine.run()
                if not chosen or not self._determined(grid, solution, rng):
                    chosen.append(grid)
            finally:
                store.undo(mark)
                engine.forget()
        check_time()
        self._list_cells(chosen)

    def _determined(self, grid: Grid, solution: Sequence[int], rng: Random) -> bool:
        """Whether what is fixed now leaves a grid no other values."""
        search, accepts = self.search, self.session.accepts
        other = search.other_than(solution, _numbers(grid), rng, PATIENCE, accepts)
        return other is None and search.complete

    def _list_cells(self, grids: Sequence[Grid]) -> None:
        """List the cells of these grids."""
        given = self.model.givens
        self.cells, self.units, self.always = [], [], 0
        for grid in grids:
            for orbit in self._orbits[grid.name]:
                open_cells = [x for x in orbit if x not in given]
                unit = 0
                for x in open_cells:
                    unit |= 1 << len(self.cells)
                    self.cells.append(x)
                if len(open_cells) < len(orbit):
                    self.always |= unit
                elif unit:
                    self.units.append(unit)

    def excavation(self, solution: Sequence[int], rng: Random) -> Excavation:
        """The puzzles with this solution."""
        return Excavation(
            self.search,
            self.cells,
            self.units,
            self.always,
            solution,
            self.session.accepts,
            rng,
            PATIENCE,
        )


def _orbits_of(grid: Grid, symmetric: str) -> list[tuple[int, ...]]:
    cells = {(r, c): x for r, row in enumerate(grid.numbers) for c, x in enumerate(row) if x is not None}
    return orbits(cells, (grid.height, grid.width), f"grid `{grid.name}`", symmetric)


def _numbers(grid: Grid) -> list[int]:
    return list(grid.cells.values())


def _refuse_unbounded(model: Model) -> None:
    """Say what cannot be searched for solutions.

    Raises:
        PuzzleError: there is something of the kind.
    """
    from puzzledsl.kernel.store import SPAN

    for variable in model.variables:
        if variable.is_real:
            raise failure(
                f"`{variable.name}` is a real number; puzzles are generated from models of whole numbers only",
                code="real",
            )
        low, high = variable.domain.lo, variable.domain.hi
        if high - low > SPAN:
            raise failure(
                f"`{variable.name}` has values from {low} to {high}: too many to be tried out",
                helps=(f"its largest value may exceed its smallest by up to {SPAN:,}",),
                code="domain",
            )
