"""Propagation of many constraints to a common fixpoint, in the kernel."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.kernel.library import library
from puzzledsl.kernel.store import SLICE, Contradiction
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Store

REACHED, CONTRADICTION, CUT = range(3)
"""How a propagation ends, in the order of ``Fixpoint`` in `engine.hpp`."""


class Engine:
    """A queue of constraints whose variables have changed. A store has one engine.

    When a variable is fixed, its value leaves all variables that must differ from it before any propagator is called.
    The cheap rules of all constraints reach their fixpoint before the costly rules of one constraint are called. A
    search narrows the store and calls `run` again; then only constraints that watch a narrowed variable are called.

    Attributes:
        culprit: after a contradiction, the number of the constraint that found it.
        constraints: all, by number.
    """

    def __init__(self, constraints: Iterable[FlatConstraint], store: Store, retired: Iterable[int] = ()) -> None:
        """
        Args:
            retired: numbers of constraints that are never called, because others imply them.
        """
        self.store = store
        self.culprit: int | None = None
        self.constraints: Sequence[FlatConstraint] = []
        self._kernel = library()
        self._retired: set[int] = set(retired)
        self.add(constraints, self._retired)

    def add(self, constraints: Iterable[FlatConstraint], retired: Iterable[int] = ()) -> None:
        """Add constraints, which the next `run` calls. The store may be narrowed at the time.

        Args:
            retired: positions among them of those that are never called.
        """
        added = list(constraints)
        self.store.take(added, retired)
        self.constraints = [*self.constraints, *added]

    def retire(self, numbers: Iterable[int]) -> None:
        """Never call some constraints again, because others imply them. They keep their numbers."""
        gone = array("q", numbers)
        self._retired.update(gone)
        self._kernel.kernel_retire(self.store.handle, gone)

    def is_retired(self, number: int) -> bool:
        """Whether a constraint is no longer called."""
        return number in self._retired

    @property
    def steps(self) -> int:
        """How often a propagator has been called; a measure of work that does not depend on the clock."""
        found: int = self._kernel.kernel_steps(self.store.handle)
        return found

    def run(self, *, costly: bool = True, most: int = -1) -> bool:
        """Propagate until nothing changes; False when the time limit, or so many calls of propagators, came first.

        Domains are sound at any time; they may only be wider than they could be.

        Raises:
            Contradiction: there is no solution within the domains. `culprit` is the constraint that found it.
        """
        kernel, handle = self._kernel, self.store.handle
        last = self.steps + most
        while not is_late():
            found = kernel.kernel_propagate(handle, costly, most, SLICE)
            if found == REACHED:
                return True
            if found == CONTRADICTION:
                self.culprit = kernel.kernel_culprit(handle)
                raise Contradiction
            if most >= 0:
                most = last - self.steps
                if most <= 0:
                    return False
        return False

    def forget(self) -> None:
        """Empty the queues: the changes that filled them have been undone."""
        self._kernel.kernel_forget(self.store.handle)
