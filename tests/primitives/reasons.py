"""What a constraint removes by itself, and what it says that each removal follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store


class Reason(NamedTuple):
    """What a removal of values, or a contradiction, is said to follow from.

    Attributes:
        variable: -1 for a contradiction.
        gone: the values, as a mask; 1 for a contradiction.
        masks: by variable the domain before.
        unexplained: those of the values that are not explained.
        needed: by variable the values that have to be gone.
        rule: by which rule of the constraint; empty: it is not known; ``None``: by several.
        place: a variable that the rule speaks of, or -1.
    """

    variable: int
    gone: int
    masks: list[int]
    unexplained: int
    needed: dict[int, int]
    rule: str | None
    place: int

    @property
    def explained(self) -> int:
        """Those of the values that are."""
        return self.gone & ~self.unexplained


def fails(store: Store, constraint: FlatConstraint) -> bool:
    """Whether propagating a constraint by itself ends in a contradiction; leaves the store as it was."""
    mark = store.mark()
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        return True
    finally:
        store.undo(mark)
    return False


def reason(store: Store, constraint: FlatConstraint, first: Sequence[int], variable: int = -1, gone: int = 1) -> Reason:
    """Why values go from the domains as they are; without a variable, why there is a contradiction."""
    unexplained, needed, rule, place = store.explain_alone(constraint, first, variable, gone)
    assert not unexplained & ~gone
    return Reason(variable, gone, store.mask, unexplained, needed, rule, place)


def reasons(store: Store, constraint: FlatConstraint, first: Sequence[int], start: int) -> Iterator[Reason]:
    """Why each change since a mark was made, the last one first. The store goes back to the mark meanwhile."""
    for removal in reversed(store.removals(start)):
        store.undo(removal.position)
        yield reason(store, constraint, first, removal.variable, removal.before & ~removal.after)
