"""Propagators that `Engine` calls itself: most calls are of a few kinds, and these are compiled to the last call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.store import Store


class Filter:
    """What `Primitive.propagate` does where the variables fit: they have masks, for some filters of one base."""

    def fits(self, store: Store) -> bool:  # noqa: ARG002 - for those that override it
        """Whether it can be called on the variables of this store, all of which have masks; most take any."""
        return True

    def propagate(self, store: Store) -> None:
        """Remove values that no solution has; see `Primitive.propagate`.

        Raises:
            Contradiction: there is no solution within the domains.
        """
        raise NotImplementedError

    @property
    def costly(self) -> bool:
        """Whether it has rules that it applies only while ``store.costly`` is set."""
        return True

    def support(self, store: Store) -> list[int] | None:
        """Values that it can hold with: `propagate` does not fail while each variable keeps one of them.

        Returns:
            For each variable that the constraint watches, in order, a mask; empty: they are not known. ``None``:
            `propagate` fails. The store is left as it was.
        """
        return None if fails(self, store) else []


def fails(narrowing: Primitive | Filter, store: Store) -> bool:
    """Whether propagating it alone fails; leaves the store as it was."""
    mark, changes = store.mark(), len(store.touched)
    try:
        narrowing.propagate(store)
    except Contradiction:
        return True
    finally:
        store.undo(mark)
        del store.touched[changes:]
    return False


def have_common_base(store: Store, variables: Sequence[int]) -> bool:
    """Whether all variables have masks of one base."""
    mask, base = store.mask, store.base
    first = base[variables[0]] if variables else 0
    return all(mask[x] and base[x] == first for x in variables)
