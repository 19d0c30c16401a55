"""One clue by itself, or a sum that follows from several: what its propagators leave of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import contradicts
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store
    from puzzledsl.steps.lines import DifferentLine


class Clue:
    """Constraints that come from a requirement, over a store that is put back after each question.

    Auxiliary variables start from their whole domains each time, so that an answer depends on nothing but the clue and
    the candidates of its cells.

    Attributes:
        requirements: the numbers of those that it comes from, mostly one.
        words: what it is called where that is not the sentence of its one requirement.
        cells: the variables of the source that it speaks of, those with too many values to list left out.
        groups: numbers of the groups whose "all different" is used too.
        shown: the cells that its reason speaks of.
        lines: automata on cells that these groups keep different.
    """

    def __init__(
        self,
        requirements: Sequence[int],
        cells: Sequence[int],
        constraints: Sequence[FlatConstraint],
        store: Store,
        groups: Sequence[int] = (),
        words: str = "",
        lines: Sequence[DifferentLine] = (),
        shown: Sequence[int] = (),
    ) -> None:
        self.requirements = tuple(requirements)
        self.words = words
        self.lines = tuple(lines)
        self.cells = tuple(cells)
        self.shown = tuple(shown) or self.cells
        self.constraints = tuple(constraints)
        self.store = store
        self.groups = tuple(groups)

    def narrow(self, masks: Sequence[int], costly: bool) -> dict[int, int] | None:
        """What is left of those cells that lose something, if ``masks`` are the candidates; ``None``: nothing fits."""
        store = self.store
        mark = store.mark()
        store.costly = costly
        try:
            for x in self.cells:
                store.put(x, store.mask[x] & masks[x])
            _propagate(self.constraints, self.lines if costly else (), store)
            return {x: store.mask[x] for x in self.cells if store.mask[x] != masks[x]}
        except Contradiction:
            return None
        finally:
            store.undo(mark)
            store.touched.clear()


def _propagate(constraints: Sequence[FlatConstraint], lines: Sequence[DifferentLine], store: Store) -> None:
    """All constraints until none removes anything.

    Raises Contradiction.
    """
    while True:
        before = store.mark()
        for constraint in constraints:
            if constraint.condition:
                _propagate_conditional(constraint, store)
            else:
                constraint.primitive.propagate(store)
        for line in lines:
            line.propagate(store)
        if store.mark() == before:
            return


def _propagate_conditional(constraint: FlatConstraint, store: Store) -> None:
    """Half-reification, as `Engine` does it."""
    still_open = None
    for literal in constraint.condition:
        known = store.entailed(literal)
        if known is False:
            return
        if known is None:
            if still_open is not None:
                return
            still_open = literal
    if still_open is None:
        constraint.primitive.propagate(store)
    elif contradicts(constraint.primitive, store):
        store.forbid(still_open)
