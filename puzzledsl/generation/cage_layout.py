"""Killer sudokus: a layout of cages for a full grid such that their totals alone determine it.

Other solutions that are found on the way are kept. A layout that one of them agrees with, cage by cage, is refused
without a search; so are most.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.flat import FlatConstraint
from puzzledsl.generation.recipe import Cage, Draft
from puzzledsl.generation.regions import Cutter, Piece, neighbours_of
from puzzledsl.presolve.presolve import rooted
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.records import replace
from puzzledsl.search.random_search import RandomSearch
from puzzledsl.time_limit import OutOfTime, is_late, is_timed

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.generation.prepared_model import PreparedModel
    from puzzledsl.model import Model

WORK = 500_000
"""Calls of propagators that are spent on layouts for one grid of `USUAL` cells, where no time is set."""

USUAL = 81
"""Cells; larger grids have more work spent on them."""

FIRST = 8
"""So many times this work may go into the first layout."""

PATIENCE = 150
"""Contradictions until a layout counts as too hard to judge."""

CUTS = 60
"""Random ways of cutting a part of the grid that are tried before another part is chosen."""

IDLE = 80
"""Parts of the grid that are cut anew without success, after which it is left at that."""


class Caging:
    """The search for one layout of cages for one grid."""

    def __init__(
        self,
        prepared: PreparedModel,
        solution: Assignment,
        sizes: tuple[int, int],
        rng: Random,
    ) -> None:
        """Args:
        sizes: of a cage, smallest and largest.
        """
        self.prepared = prepared
        self.solution = solution
        self.rng = rng
        self._neighbours = neighbours_of(prepared.model.grids[0].numbers)
        largest = min(sizes[1], prepared.model.grids[0].domain.size)
        self._cutter = Cutter(self._neighbours, solution, (sizes[0], largest), rng)
        self._others: list[dict[int, int]] = []  # other solutions: by cell where they differ, their value
        self._work = 0
        self._most = WORK * max(len(self._neighbours), USUAL) // USUAL

    def run(self) -> Draft | None:
        """The layout with the fewest cages that was found; ``None``: there was none in time.

        Until a layout is known to have one solution, it is changed so that fewer of the other solutions agree with it.
        """
        layout, best = self._first(), list[Piece]()
        idle, step = 0, 1
        while (idle < IDLE or (best and is_timed())) and not self._is_over(bool(best)):
            idle += 1
            known = len(self._others)
            found = self._changed(layout) if best or self._agreeing(layout) else layout
            if found is None:
                continue
            if self._agreeing(found):
                layout, idle = found, 0
            elif self._judged(found):
                if not best or len(found) < len(best):
                    best, idle = found, 0
                layout = found
            elif not best and len(self._others) == known:
                for _ in range(step):  # too hard to judge: more cages, and more each time
                    layout = self._changed(layout, finer=True) or layout
                step *= 2
            elif not best:
                layout = found
        cages = sorted((Cage(tuple(sorted(piece)), self._total(piece)) for piece in best), key=lambda cage: cage.cells)
        return Draft(self.solution, {}, tuple(cages)) if best else None

    def _is_over(self, has_layout: bool) -> bool:
        most = self._most if has_layout else self._most * FIRST
        return is_late() or (not is_timed() and self._work >= most)

    def _total(self, piece: Piece) -> int:
        return sum(self.solution[x] for x in piece)

    def _first(self) -> list[Piece]:
        """Any layout."""
        cells = frozenset(self._neighbours)
        for _ in range(1_000):
            if found := self._cutter.cut(cells):
                return found
        low, high = self._cutter.sizes
        raise failure(
            f"no layout of cages with {low} to {high} cells was found",
            helps=("allow other sizes: `--cage-sizes 1-5`",),
            code="cages",
        )

    # ── other solutions ──────────────────────────────────────────────────────────────────────────

    def _agreeing(self, layout: Sequence[Piece]) -> list[dict[int, int]]:
        """The other solutions that have been found and agree with all cages."""
        return [other for other in self._others if all(self._agrees(piece, other) for piece in layout)]

    def _agrees(self, piece: Piece, other: dict[int, int]) -> bool:
        changed = [x for x in piece if x in other]
        if not changed:
            return True
        solution = self.solution
        if sum(other[x] - solution[x] for x in changed):
            return False
        return len({other.get(x, solution[x]) for x in piece}) == len(piece)

    def _judged(self, layout: list[Piece]) -> bool:
        """Whether a layout has one solution only; if not, another one is kept in mind."""
        prepared, solution, shown = self.prepared, self.solution, self.prepared.session.shown
        flat = prepared.session.flat
        last = len(flat.origins) - 1
        sums = [GroupedSum.of_different(tuple(sorted(piece)), self._total(piece)) for piece in layout]
        cages = [FlatConstraint(one, last) for one in sums]
        try:
            root = rooted(replace(flat, constraints=(*flat.constraints, *cages)), "domain")
        except OutOfTime:
            return False
        search = RandomSearch(root.engine, range(flat.sources))
        search.begin(self.rng)

        def accept(values: Assignment) -> bool:
            return any(values[x] != solution[x] for x in shown) and prepared.session.accepts(values)

        found = search.find(self.rng, search.near(solution), PATIENCE, accept)
        self._work += root.engine.steps
        if found is None:
            return search.complete
        other = {x: found[x] for x in self._neighbours if found[x] != solution[x]}
        if not other:
            names = ", ".join(f"`{grid.name}`" for grid in prepared.model.grids[1:])
            raise failure(
                f"cages in `{prepared.model.grids[0].name}` cannot determine {names or 'the other variables'}",
                code="cages",
            )
        self._others.append(other)
        return False

    # ── changes ──────────────────────────────────────────────────────────────────────────────────

    def _changed(self, layout: list[Piece], finer: bool = False) -> list[Piece] | None:
        """Another layout that no known solution agrees with; mostly one with fewer cages, once there is a good one.

        Before that, some may agree with it, but fewer than before.

        Args:
            finer: it is to have a cage more.
        """
        rng = self.rng
        agreeing = self._agreeing(layout)
        touched = [piece for piece in layout if agreeing and any(x in agreeing[0] for x in piece)]
        chosen = self._part(layout, rng.choice(touched or layout))
        rest = [piece for piece in layout if piece not in chosen]
        matter = [other for other in self._others if all(self._agrees(piece, other) for piece in rest)]
        cells = frozenset[int]().union(*chosen)
        most = len(chosen) + (1 if agreeing or finer else rng.choice((-1, -1, 0)))
        best: list[Piece] | None = None
        least = len(agreeing) if agreeing else 1
        for _ in range(CUTS):
            pieces = self._cutter.cut(cells, most)
            if pieces is None or set(pieces) == set(chosen) or (finer and len(pieces) < most):
                continue
            left = sum(all(self._agrees(piece, other) for piece in pieces) for other in matter)
            if left < least:
                best, least = rest + pieces, left
                if not left:
                    break
        return best

    def _part(self, layout: list[Piece], start: Piece) -> list[Piece]:
        """A cage with one to three others that are connected to it."""
        rng = self.rng
        home = {x: piece for piece in layout for x in piece}
        chosen = [start]
        for _ in range(rng.choice((1, 1, 2, 3))):
            beside = sorted(
                {home[y] for piece in chosen for x in piece for y in self._neighbours[x]} - set(chosen), key=min
            )
            if not beside:
                break
            chosen.append(rng.choice(beside))
        return chosen


def check_cages(model: Model, sizes: tuple[int, int]) -> None:
    """Whether cages can be added to a model.

    Raises:
        PuzzleError: they cannot.
    """
    from puzzledsl.reading import read
    from puzzledsl.syntax import Rule

    grid = model.grids[0]
    low, high = sizes
    most = grid.domain.size
    if not 1 <= low <= min(high, most):
        message = f"cages of {low} to {high} different values cannot be: `{grid.name}` has {most}"
        raise failure(message, code="cages")
    file, _ = read(model.source)
    for node in file.statements:
        if isinstance(node, Rule) and node.name.id == "cage":
            raise failure(
                "the model has a rule `cage` of its own",
                node.name.span,
                "the generated cages would use that rule",
                code="cages",
            )
