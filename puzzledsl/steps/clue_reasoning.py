"""One clue by itself, or a sum that follows from several: what its propagators leave of its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.records import entity
from puzzledsl.time_limit import check_time

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.steps.puzzle import Group

Propagator = Callable[[Store, bool], None]


@entity
class Clue:
    """Constraints that come from a requirement, over a store that is put back after each question.

    Auxiliary variables start from their whole domains each time, so that an answer depends on nothing but the clue and
    the candidates of its cells.

    Attributes:
        words: what it is called.
        requirements: the numbers of those that it comes from, with those of its groups.
        cells: the variables of the source that it is about, those with too many values to list left out.
        stated: the constraints of the requirement itself.
        propagators: what narrows it: the constraints, as strong as they make each other.
        groups: those whose "all different" is used too.
        shown: the cells that its reason names.
        houses: how many groups a derived sum adds up.
    """

    words: str
    requirements: tuple[int, ...]
    cells: tuple[int, ...]
    stated: tuple[FlatConstraint, ...]
    propagators: tuple[Propagator, ...]
    store: Store
    groups: tuple[Group, ...] = ()
    shown: tuple[int, ...] = ()
    houses: int = 0

    def narrow(self, masks: Sequence[int], costly: bool) -> dict[int, int] | None:
        """What is left of those cells that lose something, if ``masks`` are the candidates; ``None``: nothing fits.

        Raises:
            OutOfTime: the time limit came first.
        """
        store = self.store
        mark = store.mark()
        try:
            for x in self.cells:
                store.put(x, store.mask[x] & masks[x])
            before = -1
            while store.mark() != before:
                check_time()
                before = store.mark()
                for propagate in self.propagators:
                    propagate(store, costly)
            return {x: store.mask[x] for x in self.cells if store.mask[x] != masks[x]}
        except Contradiction:
            return None
        finally:
            store.undo(mark)
            store.forget()


def propagator(constraint: FlatConstraint) -> Propagator:
    """What removes values by a constraint; it may raise Contradiction."""
    return partial(_propagate_conditional if constraint.condition else _propagate, constraint)


def _propagate(constraint: FlatConstraint, store: Store, costly: bool) -> None:
    store.propagate_alone(constraint, costly=costly)


def _propagate_conditional(constraint: FlatConstraint, store: Store, costly: bool) -> None:
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
        store.propagate_alone(constraint, costly=costly)
        return
    mark = store.mark()
    try:
        store.propagate_alone(constraint, costly=costly)
        store.undo(mark)
    except Contradiction:
        store.undo(mark)
        store.forbid(still_open)
